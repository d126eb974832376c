// Line ids, such as `r:0:b50:c:8h:b150`: what was done, street by street, and what an action
// leads to. The number after `b` is what the player has put in since the root.

import { parseCards } from "./cards";

export const ROOT = "r:0";

export interface Step {
  /** The text of the step in the line. */
  text: string;
  /** The line that ends with it. */
  line: string;
  kind: "fold" | "check" | "call" | "bet" | "raise" | "card";
  player: 0 | 1 | null;
  /** For bets and raises, the chips of the player on this street. */
  level: number | null;
}

export interface LineState {
  steps: Step[];
  /** What each player has put in on this street. */
  levels: [number, number];
  /** What each put in on earlier streets. */
  base: number;
  /** Who acts next; null where a card comes or the hand is over. */
  player: 0 | 1 | null;
  /** Cards dealt in the line. */
  cards: string;
  over: boolean;
}

/** Reads a line of a tree that starts after the flop. */
export function readLine(line: string): LineState {
  const parts = line.split(":").slice(2).filter((part) => part !== "");
  const state: LineState = {
    steps: [],
    levels: [0, 0],
    base: 0,
    player: 0,
    cards: "",
    over: false,
  };
  let acted = 0;
  let at = ROOT;
  for (const text of parts) {
    at += `:${text}`;
    const cards = parseCards(text);
    if (cards !== null && cards.length > 0) {
      state.steps.push({ text, line: at, kind: "card", player: null, level: null });
      state.cards += text;
      state.base += state.levels[0];
      state.levels = [0, 0];
      state.player = 0;
      acted = 0;
      continue;
    }
    const player = state.player ?? 0;
    const other = player === 0 ? 1 : 0;
    const facing = state.levels[other] > state.levels[player];
    let kind: Step["kind"] = "fold";
    let level: number | null = null;
    if (text === "c") {
      kind = facing ? "call" : "check";
      state.levels[player] = state.levels[other];
      acted++;
      state.player = facing || acted === 2 ? null : other;
    } else if (text.startsWith("b")) {
      kind = facing ? "raise" : "bet";
      level = Number(text.slice(1)) - state.base;
      state.levels[player] = level;
      acted++;
      state.player = other;
    } else {
      state.player = null;
      state.over = true;
    }
    state.steps.push({ text, line: at, kind, player, level });
  }
  return state;
}

export interface ActionLike {
  kind: string;
  amount?: number | null;
}

/** The line after an action at the end of `line`. */
export function childLine(line: string, action: ActionLike): string {
  const { base } = readLine(line);
  if (action.kind === "fold") return `${line}:f`;
  if (action.kind === "check" || action.kind === "call") return `${line}:c`;
  return `${line}:b${base + (action.amount ?? 0)}`;
}

/** The line one step back; the root stays. */
export function parentLine(line: string): string {
  const parts = line.split(":");
  return parts.length <= 2 ? line : parts.slice(0, -1).join(":");
}

/** A bet or raise as a share of the pot: of the pot now, or of the pot after a call. */
export function potShare(line: string, pot: number, amount: number): number {
  const { levels, player } = readLine(line);
  const mine = levels[player ?? 0];
  const theirs = levels[player === 1 ? 0 : 1];
  const after = pot + (theirs - mine);
  return after > 0 ? (amount - theirs) / after : 0;
}

/** Whether a level of this street is the whole stack. */
export const isAllIn = (line: string, amount: number, stack: number): boolean =>
  readLine(line).base + amount >= stack;

/** Whether all board cards are there. */
export const isRiver = (board: string): boolean => (parseCards(board)?.length ?? 0) >= 5;
