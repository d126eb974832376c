// The server and the command as programs of their own.

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const QUASAR = process.env["QUASAR"] ?? fileURLToPath(new URL("../../target/debug/quasar", import.meta.url));

export interface RunningServer {
  address: string;
  port: number;
  stop: () => Promise<void>;
}

/** Starts `quasar serve` and waits until it says where it listens. */
export async function startServer(data: string, port: number, ...more: string[]): Promise<RunningServer> {
  const child = spawn(QUASAR, ["serve", "--listen", `127.0.0.1:${port}`, "--data", data, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await listening(child);
  return { address, port: Number(new URL(address).port), stop: () => end(child) };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const found = /listening on (http:\/\/\S+)/.exec(text);
      if (found) resolve(found[1]!);
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`quasar serve ended with ${code}`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** What the command prints with `--json`. */
export async function quasar<T>(...words: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(QUASAR, [...words, "--json"], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout) as T;
}
