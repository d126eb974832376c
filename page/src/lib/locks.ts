// Locked decisions: shares that stay 100 percent, and the spec with a lock more.

/** Whole percent that add up to 100. With `at`, that one is `value` and the others share the rest. */
export function shareOut(values: readonly number[], at?: number, value?: number): number[] {
  if (values.length === 1) return [100];
  const fixed = at === undefined ? 0 : Math.max(0, Math.min(100, Math.round(value ?? 0)));
  const rest = 100 - fixed;
  const others = values.map((each, index) => (index === at ? 0 : Math.max(0, each)));
  const sum = others.reduce((total, each) => total + each, 0);
  const count = at === undefined ? values.length : values.length - 1;
  const exact = others.map((each, index) => (index === at ? 0 : sum > 0 ? (each / sum) * rest : rest / count));
  const shares = exact.map(Math.floor);
  if (at !== undefined) shares[at] = fixed;
  // What rounding left goes to those who lost most.
  const order = exact
    .map((each, index) => ({ index, lost: index === at ? -1 : each - Math.floor(each) }))
    .sort((a, b) => b.lost - a.lost);
  let left = 100 - shares.reduce((total, each) => total + each, 0);
  for (const { index } of order) {
    if (left <= 0) break;
    shares[index]!++;
    left--;
  }
  return shares;
}

interface Lock {
  line: string;
  [field: string]: unknown;
}

/** A spec whose decision at `line` is locked, in the place of an earlier lock of all hands. */
export function lockedSpec(
  spec: Record<string, unknown>,
  line: string,
  hands: string,
  frequencies: Record<string, number>,
): Record<string, unknown> {
  const earlier = Array.isArray(spec["locks"]) ? (spec["locks"] as Lock[]) : [];
  const lock: Lock =
    hands.trim() === "" ? { line, frequencies } : { line, hands: { [hands.trim()]: frequencies } };
  return { ...spec, locks: [...earlier.filter((each) => each.line !== line), lock] };
}

/** `check 70%, bet 100 30%` as shares of 0 to 1; null if it is something else. */
export function readStrategy(text: string): Record<string, number> | null {
  const shares: Record<string, number> = {};
  for (const part of text.split(",").map((each) => each.trim()).filter((each) => each !== "")) {
    const match = /^(.+?)\s+(\d+(?:\.\d+)?)\s*%$/.exec(part);
    if (!match) return null;
    shares[match[1]!.toLowerCase()] = Number(match[2]) / 100;
  }
  return Object.keys(shares).length > 0 ? shares : null;
}

/** A lock in words. */
export function writeStrategy(lock: { frequencies?: Record<string, number | string>; hands?: unknown }): string {
  const share = (value: number | string): string => (typeof value === "number" ? `${Math.round(value * 1000) / 10}%` : value);
  const all = Object.entries(lock.frequencies ?? {}).map(([action, value]) => `${action} ${share(value)}`);
  return [...all, ...(lock.hands === undefined ? [] : ["some hands on their own"])].join(", ");
}
