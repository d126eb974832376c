// Server-sent events, read from the body of an answer.

export interface ServerEvent {
  id: string;
  name: string;
  data: string;
}

export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    waiting += decoder.decode(value, { stream: true });
    const blocks = waiting.split(/\r?\n\r?\n/);
    waiting = blocks.pop() ?? "";
    for (const block of blocks) yield parseEvent(block);
  }
}

/** One event of a stream: lines of `field: value`. */
export function parseEvent(block: string): ServerEvent {
  const event: ServerEvent = { id: "", name: "message", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const field = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") event.id = value;
    else if (field === "event") event.name = value;
    else if (field === "data") event.data += event.data === "" ? value : `\n${value}`;
  }
  return event;
}
