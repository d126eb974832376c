// The rows of the hand table: sorted, searched, and cut to what is visible.

import type { SpotHandReport } from "../api/types";
import { classPlace, handClass, parseCards } from "./cards";

/** `hand`, `weight`, `equity`, `ev`, `eqr`, or `f0`, `e0` for the first action. */
export type Column = string;

export interface Sort {
  column: Column;
  down: boolean;
}

function valueOf(hand: SpotHandReport, column: Column): number | null {
  switch (column) {
    case "weight":
      return hand.weight;
    case "equity":
      return hand.equity;
    case "ev":
      return hand.ev;
    case "eqr":
      return hand.eqr;
    default: {
      const at = Number(column.slice(1));
      return (column.startsWith("f") ? hand.frequencies[at] : hand.evs[at]) ?? null;
    }
  }
}

/** The place of a hand among all: by class in Hold'em, by cards in Omaha. */
function rankOfHand(hand: string): number {
  const place = classPlace(handClass(hand));
  if (place >= 0) return place;
  const cards = (parseCards(hand) ?? []).sort((a, b) => b - a);
  return cards.reduce((sum, card) => sum * 52 + (51 - card), 0);
}

/** Sorted rows; hands without a value come last either way. Equal rows keep their order. */
export function sortHands(hands: readonly SpotHandReport[], { column, down }: Sort): SpotHandReport[] {
  const sign = down ? -1 : 1;
  if (column === "hand") {
    const keys = new Map(hands.map((hand) => [hand, rankOfHand(hand.hand)]));
    return [...hands].sort((a, b) => sign * (keys.get(a)! - keys.get(b)!));
  }
  return [...hands].sort((a, b) => {
    const [x, y] = [valueOf(a, column), valueOf(b, column)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return sign * (x - y);
  });
}

/** Hands that hold what is searched: cards (`Ah`), ranks (`A`, `AK`), or a class (`AKs`). */
export function searchHands(hands: readonly SpotHandReport[], search: string): readonly SpotHandReport[] {
  const text = search.trim();
  if (text === "") return hands;
  const cards = parseCards(text);
  if (cards !== null && cards.length > 0 && /[cdhs]/.test(text)) {
    return hands.filter(({ hand }) => {
      const held = parseCards(hand) ?? [];
      return cards.every((card) => held.includes(card));
    });
  }
  if (/^[2-9TJQKA]{2}[so]?$/i.test(text)) {
    const wanted = text.slice(0, 2).toUpperCase() + text.slice(2).toLowerCase();
    const byClass = hands.filter(({ hand }) => handClass(hand).startsWith(wanted));
    if (byClass.length > 0) return byClass;
  }
  const ranks = [...text.toUpperCase()];
  return hands.filter(({ hand }) => {
    const held = [...hand].filter((_, at) => at % 2 === 0);
    return ranks.every((rank) => {
      const at = held.indexOf(rank);
      if (at < 0) return false;
      held.splice(at, 1);
      return true;
    });
  });
}

/** The rows that a scrolled box shows, with a few to spare. */
export function visibleRows(count: number, top: number, height: number, row: number, spare = 6): [number, number] {
  const first = Math.max(0, Math.floor(top / row) - spare);
  const last = Math.min(count, Math.ceil((top + height) / row) + spare);
  return [Math.min(first, count), last];
}
