// What the study view keeps of the hands of a decision: by cards, by kind, by numbers. The
// kinds are those that the server names; nothing is worked out here.

import type { SpotHandReport } from "../api/types";
import { chips, percentSign } from "./format";
import { searchHands } from "./table";

export interface HandFilter {
  /** Cards, ranks or a class. */
  search: string;
  /** A made hand: `pair`, or `pair/top pair`. */
  made: string;
  draw: string;
  /** Equities from one to another, 0 to 1. */
  equity: Stretch | null;
  ev: Stretch | null;
  /** How often the hand bets or raises, 0 to 1. */
  bet: Stretch | null;
}

export type Stretch = readonly [number, number];

/** The parts of a filter that are stretches, and what one of their numbers is in an address. */
const STRETCHES = { equity: 100, ev: 1, bet: 100 } as const;
export type StretchName = keyof typeof STRETCHES;

/** The filter in the query of an address. */
export function readFilter(query: Readonly<Record<string, string>>): HandFilter {
  const stretch = (name: StretchName): Stretch | null => {
    const match = /^(-?[\d.]+)~(-?[\d.]+)$/.exec(query[name] ?? "");
    const ends = match === null ? [] : [Number(match[1]), Number(match[2])].map((end) => end / STRETCHES[name]);
    return ends.length === 2 && ends.every(Number.isFinite) ? [ends[0]!, ends[1]!] : null;
  };
  return {
    search: query["search"] ?? "",
    made: query["made"] ?? "",
    draw: query["draw"] ?? "",
    equity: stretch("equity"),
    ev: stretch("ev"),
    bet: stretch("bet"),
  };
}

/** A stretch as the query of an address. */
export const writeStretch = (name: StretchName, [low, high]: Stretch): string =>
  [low, high].map((end) => (end * STRETCHES[name]).toFixed(2)).join("~");

/** Whether more than a search narrows the hands. */
export const isNarrow = ({ made, draw, equity, ev, bet }: HandFilter): boolean =>
  made !== "" || draw !== "" || equity !== null || ev !== null || bet !== null;

const inside = (value: number | null, stretch: Stretch | null): boolean =>
  stretch === null || (value !== null && value >= stretch[0] && value <= stretch[1]);

/** How often a hand bets or raises. */
export const betShare = (hand: SpotHandReport, actions: readonly { kind: string }[]): number =>
  hand.frequencies.reduce((sum, share, at) => {
    const kind = actions[at]?.kind;
    return sum + (kind === "bet" || kind === "raise" ? share : 0);
  }, 0);

/** Hands that pass every part of the filter. */
export function filterHands(
  hands: readonly SpotHandReport[],
  filter: HandFilter,
  actions: readonly { kind: string }[],
): readonly SpotHandReport[] {
  const found = searchHands(hands, filter.search);
  if (!isNarrow(filter)) return found;
  const [made, detail] = filter.made.split("/");
  return found.filter(
    (hand) =>
      (made === "" || hand.made === made) &&
      (detail === undefined || hand.detail === detail) &&
      (filter.draw === "" || hand.draw === filter.draw) &&
      inside(hand.equity, filter.equity) &&
      inside(hand.ev, filter.ev) &&
      (filter.bet === null || inside(betShare(hand, actions), filter.bet)),
  );
}

/** Each part of the filter in words, with the key of the query that it comes from. */
export function filterParts({ made, draw, equity, ev, bet }: HandFilter): { words: string; key: string }[] {
  const parts: { words: string; key: string }[] = [];
  if (made !== "") parts.push({ words: made.split("/").at(-1)!, key: "made" });
  if (draw !== "") parts.push({ words: draw, key: "draw" });
  if (equity !== null) parts.push({ words: `equity ${percentSign(equity[0])} to ${percentSign(equity[1])}`, key: "equity" });
  if (ev !== null) parts.push({ words: `EV ${chips(ev[0])} to ${chips(ev[1])}`, key: "ev" });
  if (bet !== null) parts.push({ words: `bets ${percentSign(bet[0])} to ${percentSign(bet[1])}`, key: "bet" });
  return parts;
}

export interface Sum {
  combos: number;
  /** How often each action is taken, by weight. */
  frequencies: number[];
  ev: number | null;
}

/** What hands do together, each by its weight. */
export function sumOf(hands: readonly SpotHandReport[], actions: number): Sum {
  const frequencies = Array.from({ length: actions }, () => 0);
  let [combos, known, ev] = [0, 0, 0];
  for (const hand of hands) {
    combos += hand.weight;
    for (let at = 0; at < actions; at++) frequencies[at]! += hand.weight * (hand.frequencies[at] ?? 0);
    if (hand.ev === null) continue;
    known += hand.weight;
    ev += hand.weight * hand.ev;
  }
  return {
    combos,
    frequencies: frequencies.map((sum) => (combos > 0 ? sum / combos : 0)),
    ev: known > 0 ? ev / known : null,
  };
}
