// Files of saved ranges: ours, and those of desktop-postflop and WASM Postflop (b-inary).

export interface SavedRange {
  id: string;
  name: string;
  /** Folders are separated by `/`; the top is empty. */
  folder: string;
  game: string;
  text: string;
}

const KIND = "quasar-ranges";

export const toFile = (items: readonly SavedRange[]): string =>
  JSON.stringify(
    { kind: KIND, version: 1, ranges: items.map(({ name, folder, game, text }) => ({ name, folder, game, text })) },
    null,
    2,
  );

type Found = Omit<SavedRange, "id">;

/** The ranges of a file; throws a sentence for people if there are none. */
export function fromFile(text: string): Found[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON.");
  }
  const found = isOurs(content) ? content.ranges.flatMap(readOurs) : readForeign(content, "");
  if (found.length === 0) throw new Error("The file has no ranges.");
  return found;
}

interface Ours {
  ranges: unknown[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isOurs = (value: unknown): value is Ours =>
  isObject(value) && value["kind"] === KIND && Array.isArray(value["ranges"]);

function readOurs(value: unknown): Found[] {
  if (!isObject(value) || typeof value["text"] !== "string") return [];
  const read = (key: string, fallback: string): string =>
    typeof value[key] === "string" ? value[key] : fallback;
  return [
    { name: read("name", "unnamed"), folder: read("folder", ""), game: read("game", "holdem"), text: value["text"] },
  ];
}

/** b-inary keeps arrays of named values, and folders as names with arrays of their own. */
function readForeign(value: unknown, folder: string): Found[] {
  if (Array.isArray(value)) return value.flatMap((item) => readForeign(item, folder));
  if (!isObject(value)) return [];
  const name = typeof value["name"] === "string" ? value["name"] : null;
  const inside = name === null || name === "" || name === "Root" ? folder : folder === "" ? name : `${folder}/${name}`;
  if (typeof value["value"] === "string") {
    return [{ name: name ?? "unnamed", folder, game: "holdem", text: value["value"] }];
  }
  if (Array.isArray(value["value"])) return readForeign(value["value"], inside);
  if (Array.isArray(value["children"])) return readForeign(value["children"], inside);
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === "string" && key !== "name"
      ? [{ name: key, folder: inside, game: "holdem", text: item }]
      : readForeign(item, inside),
  );
}
