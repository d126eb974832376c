// Ranges of Hold'em as 1,326 weights, and their text. The server reads every dialect; this
// module reads and writes the plain one (`QQ+,A5s-A2s,AhKh,KQo:0.5`), so that painting and
// text stay together without a request.

import {
  CLASSES,
  CLASS_COMBOS,
  COMBOS,
  COMBO_CLASS,
  RANKS,
  classPlace,
  comboIndex,
  comboText,
  parseCards,
} from "./cards";

export type Weights = Float32Array<ArrayBuffer>;

export const emptyRange = (): Weights => new Float32Array(COMBOS);

export interface RangeMistake {
  start: number;
  end: number;
  message: string;
}

/** Weights of a text in the plain dialect, or where it is something else. */
export function parseRange(text: string): Weights | RangeMistake {
  const weights = emptyRange();
  const items = /[^,\s;]+/g;
  for (let found = items.exec(text); found !== null; found = items.exec(text)) {
    const mistake = (message: string): RangeMistake => ({
      start: found!.index,
      end: found!.index + found![0].length,
      message,
    });
    const [hands, weightText, more] = found[0].split(":");
    const weight = weightText === undefined ? 1 : Number(weightText);
    if (more !== undefined || weightText === "" || !(weight >= 0 && weight <= 1)) {
      return mistake("a weight is a number from 0 to 1, such as AKs:0.5");
    }
    const combos = parseItem(hands!);
    if (combos === null) return mistake("expected hands such as QQ+, A5s-A2s or AhKh");
    for (const combo of combos) weights[combo] = weight;
  }
  return weights;
}

export const isMistake = (result: Weights | RangeMistake): result is RangeMistake =>
  !(result instanceof Float32Array);

function parseItem(text: string): number[] | null {
  const cards = parseCards(text);
  if (cards !== null && cards.length === 2) return [comboIndex(cards[0]!, cards[1]!)];
  const span = text.split("-");
  if (span.length === 2) {
    const [a, b] = [parseClass(span[0]!), parseClass(span[1]!)];
    return a && b ? spanOf(a, b) : null;
  }
  const open = text.endsWith("+");
  const one = parseClass(open ? text.slice(0, -1) : text);
  if (one === null || span.length !== 1) return null;
  if (!open) return combosOf(one);
  // Pairs climb to aces, connectors together, and kickers to one below the high card.
  const gap = one.high - one.low;
  return spanOf(gap <= 1 ? { ...one, high: 12, low: 12 - gap } : { ...one, low: one.high - 1 }, one);
}

interface ClassRef {
  high: number;
  low: number;
  mark: string;
}

function parseClass(text: string): ClassRef | null {
  const match = /^([2-9tjqka])([2-9tjqka])([so]?)$/i.exec(text);
  if (!match) return null;
  const a = RANKS.indexOf(match[1]!.toUpperCase());
  const b = RANKS.indexOf(match[2]!.toUpperCase());
  const mark = match[3]!.toLowerCase();
  if (a === b && mark !== "") return null;
  return { high: Math.max(a, b), low: Math.min(a, b), mark };
}

function combosOf({ high, low, mark }: ClassRef): number[] {
  const name = RANKS[high]! + RANKS[low]!;
  const names = high === low ? [name] : mark ? [name + mark] : [name + "s", name + "o"];
  return names.flatMap((each) => CLASS_COMBOS[classPlace(each)]!);
}

/** Classes between two of one shape: pairs, one high card, or one gap. */
function spanOf(a: ClassRef, b: ClassRef): number[] | null {
  const [top, bottom] = a.high + a.low >= b.high + b.low ? [a, b] : [b, a];
  if (a.mark !== b.mark) return null;
  const pairs = top.high === top.low && bottom.high === bottom.low;
  const sameHigh = top.high === bottom.high && top.high !== top.low && bottom.high !== bottom.low;
  const sameGap = top.high - top.low === bottom.high - bottom.low;
  if (!pairs && !sameHigh && !sameGap) return null;
  const combos: number[] = [];
  for (let low = bottom.low; low <= top.low; low++) {
    const high = sameHigh ? top.high : low + (top.high - top.low);
    combos.push(...combosOf({ high, low, mark: top.mark }));
  }
  return combos;
}

/** The 1,326 weights that PioSOLVER writes; its order of combos is ours. */
export function readWeights(text: string): Weights {
  const weights = emptyRange();
  text.trim().split(/\s+/).slice(0, COMBOS).forEach((each, combo) => {
    weights[combo] = Number(each) || 0;
  });
  return weights;
}

/** The mean weight of the combos of a cell. */
export function classWeight(weights: Weights, place: number): number {
  const combos = CLASS_COMBOS[place]!;
  let sum = 0;
  for (const combo of combos) sum += weights[combo]!;
  return sum / combos.length;
}

/** The weight that all combos of a cell share; null if they differ. */
export function sharedWeight(weights: Weights, place: number): number | null {
  const combos = CLASS_COMBOS[place]!;
  const first = weights[combos[0]!]!;
  return combos.every((combo) => weights[combo] === first) ? first : null;
}

export const countCombos = (weights: Weights): number =>
  weights.reduce((sum, weight) => sum + weight, 0);

export function setClass(weights: Weights, place: number, weight: number): void {
  for (const combo of CLASS_COMBOS[place]!) weights[combo] = weight;
}

export function invert(weights: Weights): Weights {
  return weights.map((weight) => 1 - weight);
}

const round = (weight: number): number => Math.round(weight * 1000) / 1000;

/** The shortest plain text of weights: runs of classes, then single combos, by weight. */
export function printRange(weights: Weights): string {
  const values = [...new Set(Array.from(weights, round))].filter((weight) => weight > 0);
  const shared = CLASSES.map((_, place) => {
    const weight = sharedWeight(weights, place);
    return weight === null ? null : round(weight);
  });
  return values
    .sort((a, b) => b - a)
    .map((weight) => printWeight(weights, shared, weight))
    .join(",");
}

/** The text that GTO+ reads: `AA,[50]KK,QQ[/50]`. */
export function printTagged(weights: Weights): string {
  const byWeight = new Map<string, string[]>();
  for (const item of printRange(weights).split(",").filter((each) => each !== "")) {
    const [hands, weight = "1"] = item.split(":");
    byWeight.set(weight, [...(byWeight.get(weight) ?? []), hands!]);
  }
  return [...byWeight]
    .map(([weight, items]) => {
      const percent = round(Number(weight) * 100);
      return percent === 100 ? items.join(",") : `[${percent}]${items.join(",")}[/${percent}]`;
    })
    .join(",");
}

function printWeight(weights: Weights, shared: (number | null)[], weight: number): string {
  const has = (high: number, low: number, mark: string): boolean =>
    shared[classPlace(RANKS[high]! + RANKS[low]! + mark)] === weight;
  const items: string[] = [];
  items.push(...runs(12, 0, (rank) => has(rank, rank, ""), (rank) => RANKS[rank]! + RANKS[rank]!));
  for (let high = 12; high > 0; high--) {
    for (const mark of ["s", "o"]) {
      const name = (low: number): string => RANKS[high]! + RANKS[low]! + mark;
      items.push(...runs(high - 1, 0, (low) => has(high, low, mark), name));
    }
  }
  for (let combo = COMBOS - 1; combo >= 0; combo--) {
    if (shared[COMBO_CLASS[combo]!] === null && round(weights[combo]!) === weight) {
      items.push(comboText(combo));
    }
  }
  const suffix = weight === 1 ? "" : `:${weight}`;
  return items.map((item) => item + suffix).join(",");
}

/** Runs of neighbours from top to bottom as `88+`, `QQ-88` or `88`. */
function runs(
  top: number,
  bottom: number,
  has: (at: number) => boolean,
  name: (at: number) => string,
): string[] {
  const found: string[] = [];
  for (let start = top; start >= bottom; start--) {
    if (!has(start)) continue;
    let end = start;
    while (end > bottom && has(end - 1)) end--;
    if (start === end) found.push(name(start));
    else found.push(start === top ? `${name(end)}+` : `${name(start)}-${name(end)}`);
    start = end;
  }
  return found;
}
