// What the equity view makes of reports: classes, percentiles, streets.

import type { HandEquityReport } from "../api/types";
import { CLASSES, classPlace, handClass } from "./cards";

/** The mean equity and the weight of each of the 169 classes. */
export function byClass(hands: readonly HandEquityReport[]): { equity: number | null; weight: number }[] {
  const sums = CLASSES.map(() => ({ equity: 0, known: 0, weight: 0, combos: 0 }));
  for (const { hand, equity, weight } of hands) {
    const sum = sums[classPlace(handClass(hand))];
    if (!sum) continue;
    sum.combos++;
    sum.weight += weight;
    if (equity === null || weight === 0) continue;
    sum.equity += equity * weight;
    sum.known += weight;
  }
  return sums.map(({ equity, known, weight, combos }) => ({
    equity: known > 0 ? equity / known : null,
    weight: combos > 0 ? weight / combos : 0,
  }));
}

/** A value at `points` + 1 percentiles of a range, from its worst hands to its best. */
export function percentiles(
  hands: readonly { value: number | null; weight: number }[],
  points: number,
): (number | null)[] {
  const known = hands
    .filter((hand): hand is { value: number; weight: number } => hand.value !== null && hand.weight > 0)
    .sort((a, b) => a.value - b.value);
  if (known.length === 0) return Array.from({ length: points + 1 }, () => null);
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  const values: number[] = [];
  let at = 0;
  let below = known[0]!.weight;
  for (let point = 0; point <= points; point++) {
    const goal = (point / points) * total;
    while (at < known.length - 1 && below < goal) below += known[++at]!.weight;
    values.push(known[at]!.value);
  }
  return values;
}

/** The boards of the streets up to a board, such as the empty one, the flop and the turn. */
export function streetBoards(cards: readonly number[]): { street: string; cards: number[] }[] {
  const names: [string, number][] = [
    ["preflop", 0],
    ["flop", 3],
    ["turn", 4],
    ["river", 5],
  ];
  return names
    .filter(([, count]) => count <= cards.length)
    .map(([street, count]) => ({ street, cards: cards.slice(0, count) }));
}
