// What the study view makes of a decision: actions with colours, classes, cells, curves.

import type { ActionReport, SpotHandReport, SpotNodeReport } from "../api/types";
import { CLASSES, CLASS_COMBOS, COMBO_CARDS, classPlace, handClass, parseCards } from "./cards";
import { actionColour, actionLetter, equityColour, mix, valueColour, type Palette, type Part } from "./colours";
import { chips, percent, percentSign } from "./format";
import { EMPTY_CELL, type Cell } from "./grid";
import { childLine, isAllIn, potShare } from "./line";

export type Mode = "strategy" | "ev" | "equity" | "eqr" | "weight";
export const MODES: readonly Mode[] = ["strategy", "ev", "equity", "eqr", "weight"];
export const MODE_WORDS: Record<Mode, string> = {
  strategy: "Strategy",
  ev: "EV, chips",
  equity: "Equity, %",
  eqr: "EQR, %",
  weight: "Weight, %",
};

export interface ActionView extends ActionReport {
  colour: string;
  letter: string;
  line: string;
  allIn: boolean;
  /** What a size is of the pot, in words. */
  size: string;
}

export function actionViews(
  node: Pick<SpotNodeReport, "actions" | "pot">,
  line: string,
  stack: number,
  palette: Palette,
): ActionView[] {
  return node.actions.map((action) => {
    const amount = action.amount ?? null;
    const share = amount === null ? null : potShare(line, node.pot, amount);
    const allIn = amount !== null && isAllIn(line, amount, stack);
    const look = { kind: action.kind, share, allIn };
    return {
      ...action,
      colour: actionColour(look, palette),
      letter: actionLetter(look),
      line: childLine(line, action),
      allIn,
      size: share === null ? "" : `${Math.round(share * 100)}% of the pot${allIn ? ", all-in" : ""}`,
    };
  });
}

/** A step on the way to a decision, with what else could be done there. */
export interface Stop {
  line: string;
  /** Who acts, or null where a card came. */
  player: "oop" | "ip" | null;
  pot: number | null;
  actions: ActionView[];
  /** The line of the step that was taken here. */
  taken: string | null;
  card: string | null;
}

export interface ClassView {
  place: number;
  /** Combos that the board leaves. */
  possible: number;
  combos: number;
  /** The mean weight of the possible combos. */
  weight: number;
  frequencies: number[];
  ev: number | null;
  equity: number | null;
  eqr: number | null;
  hands: SpotHandReport[];
}

/** A mean over hands by weight; null if nothing is known. */
function mean(hands: readonly SpotHandReport[], value: (hand: SpotHandReport) => number | null): number | null {
  let sum = 0;
  let weight = 0;
  for (const hand of hands) {
    const each = value(hand);
    if (each === null || hand.weight === 0) continue;
    sum += each * hand.weight;
    weight += hand.weight;
  }
  return weight > 0 ? sum / weight : null;
}

/**
 * The hands of a decision in the 169 cells. Values of whole classes are those of the report,
 * which counts each hand as often as it meets one of the opponent's; where hands are left out,
 * they are means by weight.
 */
export function classViews(
  node: Pick<SpotNodeReport, "actions" | "board" | "classes" | "pot"> & { hands: readonly SpotHandReport[] },
): ClassView[] {
  const dead = new Set(parseCards(node.board) ?? []);
  const lists: SpotHandReport[][] = CLASSES.map(() => []);
  for (const hand of node.hands) lists[classPlace(handClass(hand.hand))]?.push(hand);
  return lists.map((hands, place) => {
    const possible = CLASS_COMBOS[place]!.filter((combo) => COMBO_CARDS[combo]!.every((card) => !dead.has(card))).length;
    const combos = hands.reduce((sum, { weight }) => sum + weight, 0);
    const known = node.classes?.[place];
    const ev = known ? known.ev : mean(hands, ({ ev }) => ev);
    const equity = known ? known.equity : mean(hands, ({ equity }) => equity);
    return {
      place,
      possible,
      combos,
      weight: possible > 0 ? combos / possible : 0,
      frequencies: node.actions.map((_, at) => mean(hands, ({ frequencies }) => frequencies[at] ?? null) ?? 0),
      ev,
      equity,
      eqr: ev !== null && equity !== null && equity > 0 ? ev / (equity * node.pot) : null,
      hands,
    };
  });
}

export interface CellLook {
  mode: Mode;
  actions: readonly ActionView[];
  palette: Palette;
  /** Each combo of a cell as a stripe of its own. */
  single: boolean;
  /** The mean EV of the range and how far values lie from it. */
  middle: number;
  spread: number;
}

export function cellOf(view: ClassView, look: CellLook): Cell {
  if (view.combos <= 0) return EMPTY_CELL;
  const { mode, actions, palette } = look;
  const value = valueText(view, mode);
  const parts = (hand: { frequencies: number[]; ev: number | null; equity: number | null; eqr: number | null }): Part[] => {
    const one = (colour: string): Part[] => [{ colour, share: 1 }];
    switch (mode) {
      case "strategy":
        return actions.map(({ colour }, at) => ({ colour, share: hand.frequencies[at] ?? 0 }));
      case "ev":
        return hand.ev === null ? [] : one(valueColour(hand.ev, look.middle, look.spread, palette));
      case "equity":
        return hand.equity === null ? [] : one(equityColour(hand.equity));
      case "eqr":
        return hand.eqr === null ? [] : one(valueColour(hand.eqr, 1, 0.5, palette));
      case "weight":
        return one("#f0b84a");
    }
  };
  const hands = view.hands.filter(({ weight }) => weight > 0);
  const single = look.single && hands.length > 1;
  const cell: Cell = {
    parts: single
      ? hands.flatMap((hand) => parts(hand).map((part) => ({ ...part, share: part.share / hands.length })))
      : parts(view),
    height: Math.min(1, view.weight),
    value,
    words: words(view, look, value),
  };
  if (mode === "strategy" && palette === "colour-blind") {
    const most = view.frequencies.indexOf(Math.max(...view.frequencies));
    cell.letter = actions[most]?.letter ?? "";
  }
  return cell;
}

function valueText(view: ClassView, mode: Mode): string {
  switch (mode) {
    case "strategy":
      return "";
    case "ev":
      return view.ev === null ? "" : chips(view.ev);
    case "equity":
      return percent(view.equity);
    case "eqr":
      return percent(view.eqr);
    case "weight":
      return percent(view.weight);
  }
}

function words(view: ClassView, look: CellLook, value: string): string {
  if (look.mode !== "strategy") return `${MODE_WORDS[look.mode]} ${value}`;
  return look.actions
    .map(({ action }, at) => `${action} ${percentSign(view.frequencies[at] ?? 0)}`)
    .join(", ");
}

/** How far EVs lie from their mean: the largest distance of the middle nine tenths. */
export function evSpread(views: readonly ClassView[], middle: number): number {
  const far = views
    .flatMap(({ ev }) => (ev === null ? [] : [Math.abs(ev - middle)]))
    .sort((a, b) => a - b);
  return far[Math.floor(far.length * 0.9)] ?? 1;
}

export interface Removal {
  card: number;
  /** How often the action is taken with the card, and without. */
  held: number;
  not: number;
}

/** Cards that change how often a set of actions is taken, the largest change first. */
export function cardRemoval(
  hands: readonly SpotHandReport[],
  counts: (frequencies: readonly number[]) => number,
  most: number,
): Removal[] {
  const weight = new Float64Array(52);
  const taken = new Float64Array(52);
  let all = 0;
  let allTaken = 0;
  for (const hand of hands) {
    if (hand.weight <= 0) continue;
    const share = counts(hand.frequencies) * hand.weight;
    all += hand.weight;
    allTaken += share;
    for (const card of parseCards(hand.hand) ?? []) {
      weight[card]! += hand.weight;
      taken[card]! += share;
    }
  }
  const found: Removal[] = [];
  for (let card = 0; card < 52; card++) {
    // A card of very few hands says little.
    if (weight[card]! < all * 0.01 || weight[card]! > all * 0.99) continue;
    found.push({
      card,
      held: taken[card]! / weight[card]!,
      not: (allTaken - taken[card]!) / (all - weight[card]!),
    });
  }
  return found.sort((a, b) => Math.abs(b.held - b.not) - Math.abs(a.held - a.not)).slice(0, most);
}

/** Hands that are played most like one: near in frequencies, equity and EV. */
export function handsLike(hands: readonly SpotHandReport[], like: SpotHandReport, pot: number, most: number): SpotHandReport[] {
  const distance = (hand: SpotHandReport): number => {
    let sum = 0;
    hand.frequencies.forEach((share, at) => (sum += (share - (like.frequencies[at] ?? 0)) ** 2));
    sum += (4 * ((hand.equity ?? 0) - (like.equity ?? 0))) ** 2;
    sum += (((hand.ev ?? 0) - (like.ev ?? 0)) / pot) ** 2;
    return sum;
  };
  return hands
    .filter((hand) => hand.hand !== like.hand && hand.weight > 0)
    .map((hand) => ({ hand, far: distance(hand) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ hand }) => hand);
}

/** How many shades of an action there are between mixed and pure. */
const SHADES = 20;

/** The colours of rows of frequencies: that of the most frequent action, paler if mixed. */
export function mainColours(actions: readonly ActionView[]): (frequencies: readonly number[]) => string {
  const shades = actions.map(({ colour }) => Array.from({ length: SHADES + 1 }, (_, shade) => mix("#9aa3ad", colour, shade / SHADES)));
  return (frequencies) => {
    let most = 0;
    for (let at = 1; at < frequencies.length; at++) if (frequencies[at]! > frequencies[most]!) most = at;
    const pure = Math.max(0, ((frequencies[most] ?? 0) - 0.3) / 0.7);
    return shades[most]?.[Math.round(pure * SHADES)] ?? "#9aa3ad";
  };
}
