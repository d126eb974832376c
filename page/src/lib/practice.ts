// Deals a hand of a solved spot: a line that both players may take, a card where one comes,
// and a hand of the player who acts.

import type { NodeAnswer, NodeQuery } from "../api/questions";
import type { RunoutsReportJson, SpotHandReport, SpotNodeReport } from "../api/types";
import { cardText, parseCards } from "./cards";
import type { JobSpot } from "./job";
import { ROOT, childLine, isRiver, readLine } from "./line";
import { draw } from "./score";

export interface Source {
  node(line: string, query?: NodeQuery): Promise<NodeAnswer>;
  runouts(line: string): Promise<RunoutsReportJson>;
}

export interface Dealt {
  line: string;
  node: SpotNodeReport;
  hand: SpotHandReport;
  /** What happened, in a sentence. */
  story: string;
}

/** Steps after which a deal stops at the latest. */
const LONGEST = 6;
/** How often a walk stops at a decision that it reaches. */
const STOPS = 0.4;
const TRIES = 20;

export async function dealHand(source: Source, spot: JobSpot, random: () => number): Promise<Dealt> {
  for (let tries = 0; tries < TRIES; tries++) {
    const line = await walk(source, spot.board, random);
    const dealt = await pick(source, spot, line, random);
    if (dealt !== null) return dealt;
  }
  throw new Error("No hand could be dealt from this solve.");
}

async function walk(source: Source, board: string, random: () => number): Promise<string> {
  let line = ROOT;
  for (let step = 0; step < LONGEST; step++) {
    const { player } = readLine(line);
    if (player === null) {
      const { runouts } = await source.runouts(line);
      const at = draw(runouts.map(({ frequency }) => frequency ?? 0), random());
      if (at === null) return ROOT;
      line = runouts[at]!.line;
      continue;
    }
    if (random() < STOPS) return line;
    const { node } = await source.node(line, { hands: 0 });
    // Folds end hands, and calls of an all-in do, too: the walk takes what goes on.
    const weights = node.actions.map(({ kind, frequency }) => (kind === "fold" ? 0 : (frequency ?? 0)));
    const at = draw(weights, random());
    if (at === null) return line;
    const next = childLine(line, node.actions[at]!);
    if (!(await goesOn(source, board, next))) return line;
    line = next;
  }
  return readLine(line).player === null ? ROOT : line;
}

/** Whether a decision follows a line. */
async function goesOn(source: Source, board: string, line: string): Promise<boolean> {
  const { player, cards } = readLine(line);
  if (player === null && isRiver(board + cards)) return false;
  try {
    if (player === null) return (await source.runouts(line)).runouts.length > 0;
    await source.node(line, { hands: 0 });
    return true;
  } catch {
    return false;
  }
}

async function pick(source: Source, spot: JobSpot, line: string, random: () => number): Promise<Dealt | null> {
  const query: NodeQuery = spot.game === "holdem" ? {} : { filter: twoCards(spot.board, random), hands: 2_000 };
  const { node } = await source.node(line, query);
  const at = draw(node.hands.map(({ weight }) => weight), random());
  if (at === null || node.actions.length < 2) return null;
  return { line, node, hand: node.hands[at]!, story: story(line) };
}

/** Two live cards: Omaha hands that hold them stand for all, and are few enough to send. */
function twoCards(board: string, random: () => number): string {
  const dead = new Set(parseCards(board) ?? []);
  const live = Array.from({ length: 52 }, (_, card) => card).filter((card) => !dead.has(card));
  const first = live.splice(Math.floor(random() * live.length), 1)[0]!;
  const second = live[Math.floor(random() * live.length)]!;
  return cardText(Math.max(first, second)) + cardText(Math.min(first, second));
}

/** A line in words. */
export function story(line: string): string {
  const steps = readLine(line).steps.map(({ kind, player, level, text }) => {
    const who = player === 0 ? "oop" : "ip";
    if (kind === "card") return `the ${text} comes`;
    if (kind === "bet") return `${who} bets ${level}`;
    if (kind === "raise") return `${who} raises to ${level}`;
    return `${who} ${kind}s`;
  });
  if (steps.length === 0) return "You open the action.";
  const text = steps.join(", ");
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
