// Positions in texts.

/** Splits a text at byte positions of its UTF-8 form, as the server counts them. */
export function splitBytes(text: string, start: number, end: number): [string, string, string] {
  const bytes = new TextEncoder().encode(text);
  const read = (from: number, to: number): string =>
    new TextDecoder().decode(bytes.subarray(from, to));
  return [read(0, start), read(start, end), read(end, bytes.length)];
}

/** The field of a problem in words that a form shows: `players[1]` is of player 1. */
export function fieldIndex(field: string | undefined, list: string): number | null {
  const match = field === undefined ? null : new RegExp(`^${list}\\[(\\d+)\\]`).exec(field);
  return match === null ? null : Number(match[1]);
}

/** The program whose file a text looks like; empty for our own YAML and JSON. */
export function programOf(text: string): "" | "piosolver" | "texassolver" {
  if (/^#(Type|Range[01]|Board|Pot|EffectiveStacks)#/m.test(text)) return "piosolver";
  if (/^set_(pot|effective_stack|board|range_ip|range_oop)\b/m.test(text)) return "texassolver";
  return "";
}
