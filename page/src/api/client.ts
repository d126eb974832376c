// Requests to the server, their mistakes, and whether it can be reached.

import { readEvents } from "../lib/stream";
import { connection } from "../state/connection.svelte";

/** RFC 9457 problem details, as the server sends them. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  field?: string;
  text?: string;
  /** Bytes of `text` that are wrong. */
  span?: { start: number; end: number };
  expected?: string;
  position?: { line: number; column: number };
  retry_after?: number;
}

/** A request that the server refused. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
  }
}

/** A request that never reached the server. */
export class OfflineError extends Error {
  constructor() {
    super("The server cannot be reached.");
    this.name = "OfflineError";
  }
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

/** The problem of an error next to a field; other errors become one without a field. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const detail = error instanceof Error ? error.message : String(error);
  return { type: "about:blank", title: "Something went wrong", status: 0, detail };
}

interface Options {
  method?: string;
  body?: string;
  /** The content type of the body. */
  type?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export const API = "/api/v1";

/** The token of a server that asks for one; kept until the window is closed. */
function token(): string | null {
  return sessionStorage.getItem("quasar.token");
}

/** Keeps a token and asks everything again with it. */
export function giveToken(text: string): void {
  sessionStorage.setItem("quasar.token", text.trim());
  connection.locked = false;
  connection.returns++;
}

async function send(path: string, options: Options = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  const secret = token();
  if (secret !== null) headers["authorization"] = `Bearer ${secret}`;
  const init: RequestInit = { method: options.method ?? "GET", headers };
  if (options.signal) init.signal = options.signal;
  if (options.body !== undefined) {
    headers["content-type"] = options.type ?? "application/json";
    init.method = options.method ?? "POST";
    init.body = options.body;
  }
  let response: Response;
  try {
    response = await fetch(API + path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    connection.lose();
    throw new OfflineError();
  }
  connection.found();
  if (response.ok) return response;
  if (response.status === 401) connection.locked = true;
  throw new ProblemError(await readProblem(response));
}

async function readProblem(response: Response): Promise<Problem> {
  const fallback: Problem = {
    type: "about:blank",
    title: response.statusText,
    status: response.status,
    detail: `The server answered ${response.status} ${response.statusText}.`,
  };
  try {
    const problem: unknown = await response.json();
    if (typeof problem === "object" && problem !== null && "detail" in problem) {
      return { ...fallback, ...(problem as Partial<Problem>) };
    }
  } catch {
    // An answer that is no JSON has no more to say than its status.
  }
  return fallback;
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await send(path, signal ? { signal } : {});
  return (await response.json()) as T;
}

async function post<T>(path: string, options: Options): Promise<T> {
  const text = await (await send(path, options)).text();
  return (text === "" ? {} : JSON.parse(text)) as T;
}

export const postJson = <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
  post(path, { body: JSON.stringify(body), ...(signal ? { signal } : {}) });

export const postText = <T>(path: string, body: string, type: string): Promise<T> => post(path, { body, type });

export async function deleteAt(path: string): Promise<void> {
  await send(path, { method: "DELETE" });
}

/**
 * Follows server-sent events with `fetch`, which can send a token. Calls `take` with the name
 * and the data of each; ends when the server ends the stream, and asks again after a break.
 */
export async function follow(
  path: string,
  signal: AbortSignal,
  take: (name: string, data: string) => void,
): Promise<void> {
  let last = "";
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if (last !== "") headers["last-event-id"] = last;
      const response = await send(path, { headers, signal });
      for await (const event of readEvents(response)) {
        if (event.id !== "") last = event.id;
        take(event.name, event.data);
      }
      return;
    } catch (error) {
      if (signal.aborted || error instanceof ProblemError) return;
      await new Promise((done) => setTimeout(done, 1_000));
    }
  }
}
