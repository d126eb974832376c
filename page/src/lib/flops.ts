// The table of a run over many flops: textures, sorting, means.

import type { BoardReport } from "../api/types";
import { parseCards, rankOf, suitOf } from "./cards";

export interface Texture {
  paired: "unpaired" | "paired" | "trips";
  suits: "rainbow" | "two-tone" | "monotone";
  high: string;
  connected: boolean;
}

/** What a flop looks like. */
export function texture(flop: string): Texture {
  const cards = parseCards(flop) ?? [];
  const ranks = cards.map(rankOf).sort((a, b) => b - a);
  const distinct = new Set(ranks).size;
  const suits = new Set(cards.map(suitOf)).size;
  const high = ranks[0] ?? 0;
  // Three ranks within five make a straight possible; an ace also plays low.
  const within = (values: number[]): boolean => Math.max(...values) - Math.min(...values) <= 4;
  const low = ranks.map((rank) => (rank === 12 ? -1 : rank));
  return {
    paired: distinct === 3 ? "unpaired" : distinct === 2 ? "paired" : "trips",
    suits: suits === 3 ? "rainbow" : suits === 2 ? "two-tone" : "monotone",
    high: high === 12 ? "ace" : high >= 9 ? "broadway" : high >= 6 ? "middle" : "low",
    connected: distinct === 3 && (within(ranks) || within(low)),
  };
}

export interface FlopFilter {
  paired: string;
  suits: string;
  high: string;
  connected: string;
  text: string;
}

export const NO_FILTER: FlopFilter = { paired: "", suits: "", high: "", connected: "", text: "" };

export function filterFlops(boards: readonly BoardReport[], filter: FlopFilter): BoardReport[] {
  const text = filter.text.trim().toLowerCase();
  return boards.filter(({ flop }) => {
    const look = texture(flop);
    return (
      (filter.paired === "" || look.paired === filter.paired) &&
      (filter.suits === "" || look.suits === filter.suits) &&
      (filter.high === "" || look.high === filter.high) &&
      (filter.connected === "" || look.connected === (filter.connected === "yes")) &&
      (text === "" || flop.toLowerCase().includes(text))
    );
  });
}

/** `flop`, `weight`, `ev0`, `ev1`, `equity0`, `eqr0`, `f0`, …, `exploitability`. */
export function flopValue(board: BoardReport, column: string): number {
  const at = Number(/\d+$/.exec(column)?.[0] ?? 0);
  if (column === "weight") return board.weight;
  if (column === "exploitability") return board.exploitability_percent;
  if (column.startsWith("ev")) return board.ev[at] ?? 0;
  if (column.startsWith("equity")) return board.equity[at] ?? 0;
  if (column.startsWith("eqr")) return board.eqr[at] ?? 0;
  return board.frequencies[at] ?? 0;
}

export function sortFlops(boards: readonly BoardReport[], column: string, down: boolean): BoardReport[] {
  const sign = down ? -1 : 1;
  if (column === "flop") {
    const keys = new Map(
      boards.map((board) => [board, (parseCards(board.flop) ?? []).reduce((sum, card) => sum * 52 + card, 0)]),
    );
    return [...boards].sort((a, b) => sign * (keys.get(a)! - keys.get(b)!));
  }
  return [...boards].sort((a, b) => sign * (flopValue(a, column) - flopValue(b, column)));
}

export interface FlopMeans {
  weight: number;
  ev: number[];
  equity: number[];
  frequencies: number[];
}

/** Means over flops; each counts as often as it comes among those that were solved. */
export function meansOf(boards: readonly BoardReport[]): FlopMeans | null {
  const first = boards[0];
  if (first === undefined) return null;
  const total = boards.reduce((sum, { chance }) => sum + chance, 0);
  if (total <= 0) return null;
  const mean = (value: (board: BoardReport) => number): number =>
    boards.reduce((sum, board) => sum + board.chance * value(board), 0) / total;
  return {
    weight: boards.reduce((sum, { weight }) => sum + weight, 0),
    ev: first.ev.map((_, at) => mean((board) => board.ev[at] ?? 0)),
    equity: first.equity.map((_, at) => mean((board) => board.equity[at] ?? 0)),
    frequencies: first.frequencies.map((_, at) => mean((board) => board.frequencies[at] ?? 0)),
  };
}

export interface FlopGroup {
  by: string;
  name: string;
  count: number;
  means: FlopMeans;
}

/** Means of the flops of each kind: by suits, pairs, high card and straights. */
export function groupFlops(boards: readonly BoardReport[]): FlopGroup[] {
  const ways: [string, (look: Texture) => string, readonly string[]][] = [
    ["suits", ({ suits }) => suits, ["rainbow", "two-tone", "monotone"]],
    ["pairs", ({ paired }) => paired, ["unpaired", "paired", "trips"]],
    ["high card", ({ high }) => high, ["ace", "broadway", "middle", "low"]],
    ["straights", ({ connected }) => (connected ? "possible" : "none"), ["possible", "none"]],
  ];
  const looks = boards.map(({ flop }) => texture(flop));
  return ways.flatMap(([by, of, names]) =>
    names.flatMap((name): FlopGroup[] => {
      const found = boards.filter((_, at) => of(looks[at]!) === name);
      const means = meansOf(found);
      return means === null ? [] : [{ by, name, count: found.length, means }];
    }),
  );
}
