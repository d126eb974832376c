// The spot form: what people type, and the spec that the server reads.

import type { Game, Spec } from "../api/questions";

export const STREETS = ["flop", "turn", "river"] as const;
export type Street = (typeof STREETS)[number];

export interface Sizes {
  bet: string;
  raise: string;
  donk: string;
}

/** A locked decision as the server reads it; `hands` are those that differ from the rest. */
export interface Lock {
  line: string;
  frequencies?: Record<string, number | string>;
  hands?: unknown;
}

export interface Spot {
  game: Game;
  board: string;
  oop: string;
  ip: string;
  pot: string;
  stack: string;
  rakeRate: string;
  rakeCap: string;
  /** Sizes of each player on each street; what is empty takes the sizes of the engine. */
  sizes: { oop: Record<Street, Sizes>; ip: Record<Street, Sizes> };
  addAllIn: string;
  forceAllIn: string;
  merge: string;
  raiseCap: string;
  target: string;
  /** Lines to add to the tree and to take out of it, separated by spaces. */
  addLines: string;
  removeLines: string;
  locks: Lock[];
}

const sizes = (bet: string, raise: string, donk = ""): Record<Street, Sizes> => ({
  flop: { bet, raise, donk },
  turn: { bet, raise, donk },
  river: { bet, raise, donk },
});

/** A river that is solved in a moment: the example of the first visit. */
export const EXAMPLE: Spot = {
  game: "holdem",
  board: "Td9d6hQc2s",
  oop: "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
  ip: "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
  pot: "200",
  stack: "900",
  rakeRate: "",
  rakeCap: "",
  sizes: { oop: sizes("50%, 100%", "3x"), ip: sizes("50%, 100%", "3x") },
  addAllIn: "1.5",
  forceAllIn: "0.15",
  merge: "0.1",
  raiseCap: "",
  target: "0.5",
  addLines: "",
  removeLines: "",
  locks: [],
};

export interface Preset {
  name: string;
  words: string;
  change: Partial<Spot>;
}

const raiser = "22+,A2s+,A9o+,K7s+,KTo+,Q8s+,QTo+,J8s+,JTo,T8s+,97s+,86s+,76s,65s,54s";
const caller = "TT-22,AJs-A2s,KTs+,QTs+,JTs,T9s,98s,87s,76s,65s,54s,AQo-ATo,KJo+,QJo";

/** Heads-up pots after common play before the flop, in chips of a hundredth of a big blind. */
export const PRESETS: readonly Preset[] = [
  {
    name: "Single-raised",
    words: "big blind v button, 100 bb",
    change: { oop: caller, ip: raiser, pot: "550", stack: "9750" },
  },
  {
    name: "3-bet",
    words: "big blind 3-bets, button calls",
    change: {
      oop: "TT+,AJs+,A5s-A2s,KTs+,QJs,JTs,AQo+,KQo:0.5",
      ip: "JJ-55,AQs-ATs,KTs+,QTs+,JTs,T9s,98s,AQo,KQo:0.5",
      pot: "2250",
      stack: "8900",
    },
  },
  {
    name: "4-bet",
    words: "button 4-bets, big blind calls",
    change: {
      oop: "QQ-99,AQs-AJs,KQs,AKo:0.5",
      ip: "KK+,AKs,A5s-A4s,AKo,QQ:0.5",
      pot: "4850",
      stack: "7600",
    },
  },
];

/** Streets that are still to be played on a board. */
export const streetsOf = (board: string): readonly Street[] => {
  const cards = board.replace(/[\s,]/g, "").length / 2;
  return cards >= 5 ? ["river"] : cards === 4 ? ["turn", "river"] : STREETS;
};

const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));

const number = (text: string): number | string => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);

/** The spec of a form. Nothing is checked here: the server says what is wrong and where. */
export function toSpec(spot: Spot): Spec {
  const player = (range: string, own: Record<Street, Sizes>): Record<string, unknown> => {
    const streets = streetsOf(spot.board).map((street): [string, Record<string, string>] => [
      street,
      filled({ bet: own[street].bet, raise: own[street].raise, donk: own[street].donk }),
    ]);
    return {
      range,
      ...Object.fromEntries(streets.filter(([, fields]) => Object.keys(fields).length > 0)),
    };
  };
  const spec: Spec = {
    game: spot.game,
    board: spot.board,
    pot: number(spot.pot),
    stack: number(spot.stack),
    oop: player(spot.oop, spot.sizes.oop),
    ip: player(spot.ip, withoutDonks(spot.sizes.ip)),
    target: number(spot.target),
  };
  const thresholds = filled({ add_all_in: spot.addAllIn, force_all_in: spot.forceAllIn, merge: spot.merge });
  if (Object.keys(thresholds).length > 0) spec["thresholds"] = thresholds;
  const rake = filled({ rate: spot.rakeRate, cap: spot.rakeCap });
  if (Object.keys(rake).length > 0) spec["rake"] = rake;
  if (spot.raiseCap.trim() !== "") spec["raise_cap"] = number(spot.raiseCap);
  const [added, removed] = [splitLines(spot.addLines), splitLines(spot.removeLines)];
  if (added.length > 0) spec["add_lines"] = added;
  if (removed.length > 0) spec["remove_lines"] = removed;
  if (spot.locks.length > 0) spec["locks"] = spot.locks;
  return spec;
}

const splitLines = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== "");

function withoutDonks(own: Record<Street, Sizes>): Record<Street, Sizes> {
  const clear = (sizes: Sizes): Sizes => ({ ...sizes, donk: "" });
  return { flop: clear(own.flop), turn: clear(own.turn), river: clear(own.river) };
}

/** YAML of a spec: plain fields, nested maps and lists of maps, which is all a spec has. */
export function toYaml(value: unknown, indent = ""): string {
  if (Array.isArray(value)) {
    return value.map((item) => `${indent}- ${JSON.stringify(item)}\n`).join("");
  }
  return Object.entries(value as Record<string, unknown>)
    .map(([key, item]) => {
      if (typeof item !== "object" || item === null) return `${indent}${key}: ${scalar(item)}\n`;
      return `${indent}${key}:\n${toYaml(item, `${indent}  `)}`;
    })
    .join("");
}

const scalar = (value: unknown): string =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : JSON.stringify(value);
