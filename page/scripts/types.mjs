// Writes src/api/types.ts from the openapi.json of a server that it starts.
//
// The server is ../target/debug/quasar, or the command in QUASAR. The file is not committed: the
// build of the page needs no types, and the check takes those of the server it is checked with.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const quasar = process.env.QUASAR ?? here("../../target/debug/quasar");
const target = here("../src/api/types.ts");

/** `boards-report` as `BoardsReportDocument` would clash with nothing that serde names. */
const typeName = (name) =>
  /^[a-z]/.test(name)
    ? name.replace(/(^|-)([a-z])/g, (_, dash, letter) => letter.toUpperCase()) + "Json"
    : name;

const isIdentifier = (key) => /^[A-Za-z_$][\w$]*$/.test(key);

function type(schema, self) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref === "#") return self;
  if (schema.$ref) return typeName(decodeURIComponent(schema.$ref.split("/").at(-1)));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const properties = schema.properties ? object(schema, self) : null;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const union = [...new Set(options.map((option) => type(option, self)))].join(" | ");
    return properties ? `${properties} & (${union})` : union;
  }
  if (properties) {
    return schema.$ref ? `${properties} & ${type({ $ref: schema.$ref }, self)}` : properties;
  }
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
  return kinds.map((kind) => plain(kind, schema, self)).join(" | ");
}

function plain(kind, schema, self) {
  switch (kind) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return kind;
    case "array":
      if (schema.prefixItems) return `[${schema.prefixItems.map((s) => type(s, self)).join(", ")}]`;
      return `(${type(schema.items ?? true, self)})[]`;
    case "object": {
      const values = schema.additionalProperties;
      return `Record<string, ${values && values !== true ? type(values, self) : "unknown"}>`;
    }
    default:
      return "unknown";
  }
}

function object(schema, self) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([key, value]) => {
    const name = isIdentifier(key) ? key : JSON.stringify(key);
    return `  ${name}${required.has(key) ? "" : "?"}: ${type(value, self)};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

/** The description of the API, from a server on a port and a folder of its own. */
async function openapi() {
  const data = mkdtempSync(join(tmpdir(), "quasar-types-"));
  const server = spawn(quasar, ["serve", "--listen", "127.0.0.1:0", "--data", data], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  try {
    const address = await new Promise((resolve, reject) => {
      let text = "";
      server.stdout.on("data", (bytes) => {
        text += bytes;
        const found = /listening on (\S+)/.exec(text);
        if (found) resolve(found[1]);
      });
      server.on("error", reject);
      server.on("exit", (code) => reject(new Error(`quasar serve ended with ${code}`)));
    });
    return await (await fetch(`${address}/openapi.json`)).json();
  } finally {
    server.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

const { schemas } = (await openapi()).components;
const text = [
  "// Made by `npm run types` from openapi.json. Do not edit.",
  ...Object.entries(schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => `export type ${typeName(name)} = ${type(schema, typeName(name))};`),
].join("\n\n");

writeFileSync(target, text + "\n");
