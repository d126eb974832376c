import { describe, expect, it } from "vitest";
import type { BoardReport, SpotHandReport } from "../src/api/types";
import { classPlace } from "../src/lib/cards";
import { byClass, percentiles, streetBoards } from "../src/lib/equity";
import { addPoint, curveData } from "../src/lib/events";
import { filterFlops, meansOf, NO_FILTER, sortFlops, texture } from "../src/lib/flops";
import { gridSvg } from "../src/lib/grid";
import { lockedSpec, shareOut } from "../src/lib/locks";
import { actionViews, cardRemoval, cellOf, classViews, handsLike, mainColours } from "../src/lib/node";
import { frameOf, nearest, ticks } from "../src/lib/scatter";
import { searchHands, sortHands, visibleRows } from "../src/lib/table";

const hand = (name: string, weight: number, frequencies: number[], ev: number | null = 0, equity = 0.5): SpotHandReport => ({
  hand: name,
  weight,
  frequencies,
  ev,
  evs: frequencies.map((_, at) => at),
  equity,
  eqr: 1,
  made: "pair",
  detail: "top pair",
});

const action = (kind: "check" | "bet", amount: number | null) => ({
  action: amount === null ? kind : `${kind} ${amount}`,
  kind,
  amount,
  frequency: 0.5,
  combos: 1,
  ev: 1,
});

describe("a decision", () => {
  const node = {
    actions: [action("check", null), action("bet", 100), action("bet", 900)],
    pot: 200,
    board: "Td9d6hQc2s",
    classes: [],
    hands: [hand("AhKh", 1, [1, 0, 0], 10), hand("AsKs", 0.5, [0, 1, 0], 40), hand("QhQs", 1, [0, 0.5, 0.5], 100)],
  };

  it("averages the combos of a class by weight", () => {
    const views = classViews(node);
    const suited = views[classPlace("AKs")]!;
    expect(suited.combos).toBe(1.5);
    expect(suited.possible).toBe(4);
    expect(suited.weight).toBeCloseTo(1.5 / 4);
    expect(suited.frequencies[0]).toBeCloseTo(2 / 3);
    expect(suited.ev).toBeCloseTo((10 + 20) / 1.5);
    // The queen of clubs is on the board: three combos are left.
    expect(views[classPlace("QQ")]!.possible).toBe(3);
    expect(views[classPlace("AA")]!.ev).toBeNull();
  });

  it("names sizes by the pot and marks all-in", () => {
    const views = actionViews(node, "r:0", 900, "usual");
    expect(views.map(({ size }) => size)).toEqual(["", "50% of the pot", "450% of the pot, all-in"]);
    expect(views.map(({ letter }) => letter)).toEqual(["X", "B", "A"]);
    expect(views[2]!.line).toBe("r:0:b900");
  });

  it("colours hands by their main action, paler if they mix", () => {
    const views = actionViews(node, "r:0", 900, "usual");
    const colourOf = mainColours(views);
    expect(colourOf([1, 0, 0])).toBe(views[0]!.colour);
    expect(colourOf([0, 1, 0])).toBe(views[1]!.colour);
    // At three tenths nothing is left of the action but grey.
    expect(colourOf([0.3, 0.3, 0.3])).toBe("#9aa3ad");
    expect(colourOf([0.35, 0.65, 0])).not.toBe(views[1]!.colour);
  });

  it("shows the split, the height and the number of a cell", () => {
    const actions = actionViews(node, "r:0", 900, "colour-blind");
    const view = classViews(node)[classPlace("QQ")]!;
    const look = { actions, palette: "colour-blind" as const, single: false, middle: 50, spread: 50 };
    const cell = cellOf(view, { ...look, mode: "strategy" });
    expect(cell.parts.map(({ share }) => share)).toEqual([0, 0.5, 0.5]);
    expect(cell.height).toBeCloseTo(1 / 3);
    expect(cell.letter).toBe("B");
    expect(cellOf(view, { ...look, mode: "ev" }).value).toBe("100.00");
    expect(cellOf(view, { ...look, mode: "equity" }).value).toBe("50.0");
    const both = cellOf(classViews(node)[classPlace("AKs")]!, { ...look, mode: "strategy", single: true });
    expect(both.parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it("finds the card that changes the strategy most", () => {
    const hands = [hand("AsKd", 1, [0, 1]), hand("AsQd", 1, [0, 1]), hand("AhKd", 1, [1, 0]), hand("AhQd", 1, [1, 0])];
    const [first] = cardRemoval(hands, (frequencies) => frequencies[1]!, 1);
    expect([51, 50]).toContain(first!.card);
    expect(Math.abs(first!.held - first!.not)).toBe(1);
  });

  it("finds hands that are played alike", () => {
    const hands = [hand("AA", 1, [1, 0], 10, 0.9), hand("KK", 1, [0.9, 0.1], 11, 0.88), hand("22", 1, [0, 1], 1, 0.2)];
    expect(handsLike(hands, hands[0]!, 100, 1).map((each) => each.hand)).toEqual(["KK"]);
  });

  it("writes the grid as a picture", () => {
    const actions = actionViews(node, "r:0", 900, "usual");
    const look = { mode: "ev" as const, actions, palette: "usual" as const, single: false, middle: 50, spread: 50 };
    const svg = gridSvg(classViews(node).map((view) => cellOf(view, look)), 'pot "200" & more');
    expect(svg.match(/font-weight="600"/g)).toHaveLength(169);
    expect(svg).toContain("&#34;200&#34; &#38; more");
    expect(svg).toContain(">100.00<");
  });
});

describe("the hand table", () => {
  const hands = [hand("AhKh", 1, [0.2], 5), hand("2c2d", 0.5, [0.9], null), hand("AsAh", 0.7, [0.4], 9)];
  const names = (list: readonly SpotHandReport[]): string[] => list.map((each) => each.hand);

  it("sorts by any column and leaves unknown values last", () => {
    expect(names(sortHands(hands, { column: "hand", down: false }))).toEqual(["AsAh", "AhKh", "2c2d"]);
    expect(names(sortHands(hands, { column: "ev", down: true }))).toEqual(["AsAh", "AhKh", "2c2d"]);
    expect(names(sortHands(hands, { column: "ev", down: false }))).toEqual(["AhKh", "AsAh", "2c2d"]);
    expect(names(sortHands(hands, { column: "f0", down: true }))).toEqual(["2c2d", "AsAh", "AhKh"]);
  });

  it("searches by cards, ranks and classes", () => {
    expect(names(searchHands(hands, "Ah"))).toEqual(["AhKh", "AsAh"]);
    expect(names(searchHands(hands, "AKs"))).toEqual(["AhKh"]);
    expect(names(searchHands(hands, "AA"))).toEqual(["AsAh"]);
    expect(names(searchHands(hands, "A"))).toEqual(["AhKh", "AsAh"]);
    const omaha = [hand("AsKsQdJd", 1, [1]), hand("AsAh9d8d", 1, [1])];
    expect(names(searchHands(omaha, "AKQ"))).toEqual(["AsKsQdJd"]);
    expect(names(searchHands(omaha, "AA"))).toEqual(["AsAh9d8d"]);
    expect(names(searchHands(omaha, "AsAh"))).toEqual(["AsAh9d8d"]);
  });

  it("draws only rows near the window", () => {
    expect(visibleRows(100_000, 0, 500, 28)).toEqual([0, 24]);
    expect(visibleRows(100_000, 28_000, 500, 28)).toEqual([994, 1024]);
    expect(visibleRows(3, 0, 500, 28)).toEqual([0, 3]);
    expect(visibleRows(0, 900, 500, 28)).toEqual([0, 0]);
  });
});

describe("equity", () => {
  it("averages classes by weight", () => {
    const views = byClass([
      { hand: "AhKh", weight: 1, equity: 0.4, win: 0, tie: 0 },
      { hand: "AsKs", weight: 0.5, equity: 0.7, win: 0, tie: 0 },
    ]);
    expect(views[classPlace("AKs")]!.equity).toBeCloseTo(0.5);
    expect(views[classPlace("AKs")]!.weight).toBeCloseTo(0.75);
  });

  it("gives values at percentiles, by weight", () => {
    const hands = [{ value: 10, weight: 1 }, { value: 0, weight: 1 }, { value: 5, weight: 2 }, { value: null, weight: 9 }];
    expect(percentiles(hands, 4)).toEqual([0, 0, 5, 5, 10]);
    expect(percentiles([], 2)).toEqual([null, null, null]);
  });

  it("lists the boards of the streets", () => {
    expect(streetBoards([1, 2, 3, 4]).map(({ street, cards }) => [street, cards.length])).toEqual([["preflop", 0], ["flop", 3], ["turn", 4]]);
  });
});

describe("curves of a solve", () => {
  it("takes each measurement once, in percent of the pot", () => {
    const event = (iteration: number, exploitability: number | null) => ({ number: 1, phase: "solving" as const, seconds: iteration / 10, iteration, exploitability, schema_version: 2 as const });
    let points = addPoint([], event(10, 4));
    points = addPoint(points, event(10, 4));
    points = addPoint(points, event(15, null));
    points = addPoint(points, event(20, 2));
    expect(curveData(points, "iteration", 200, 0.5)).toEqual([[10, 20], [2, 1], [0.5, 0.5]]);
    expect(curveData(points, "seconds", 200, 0.5)[0]).toEqual([1, 2]);
  });
});

describe("locks", () => {
  it("keeps shares at 100 percent", () => {
    expect(shareOut([0.333, 0.333, 0.334])).toEqual([33, 33, 34]);
    expect(shareOut([50, 50, 0], 0, 80)).toEqual([80, 20, 0]);
    expect(shareOut([100, 0, 0], 0, 40)).toEqual([40, 30, 30]);
    expect(shareOut([10, 90], 1, 100)).toEqual([0, 100]);
    expect(shareOut([1])).toEqual([100]);
  });

  it("replaces the lock of a line", () => {
    const spec = lockedSpec({ pot: 1, locks: [{ line: "r:0" }, { line: "r:0:c" }] }, "r:0", "", { check: 1 });
    expect(spec["locks"]).toEqual([{ line: "r:0:c" }, { line: "r:0", frequencies: { check: 1 } }]);
    expect(lockedSpec({}, "r:0", "AA,KK", { check: 1 })["locks"]).toEqual([{ line: "r:0", hands: { "AA,KK": { check: 1 } } }]);
  });
});

describe("many flops", () => {
  const board = (flop: string, chance: number, ev: number): BoardReport => ({
    flop, chance, weight: 1, ev: [ev, -ev], equity: [0.5, 0.5], eqr: [1, null], exploitability: 0, exploitability_percent: 0.1, frequencies: [ev / 10, 1 - ev / 10], iterations: 1, seconds: 1,
  });
  const boards = [board("AhKsQd", 0.25, 4), board("7c7d2s", 0.5, 8), board("9h8h7h", 0.25, 0)];

  it("knows textures", () => {
    expect(texture("AhKsQd")).toEqual({ paired: "unpaired", suits: "rainbow", high: "ace", connected: true });
    expect(texture("7c7d2s")).toEqual({ paired: "paired", suits: "rainbow", high: "low", connected: false });
    expect(texture("9h8h7h")).toMatchObject({ suits: "monotone", high: "middle" });
    expect(texture("Ah3s2d")).toMatchObject({ connected: true });
    expect(texture("Ah9s2d")).toMatchObject({ connected: false });
  });

  it("filters, sorts and averages by how often flops come", () => {
    expect(filterFlops(boards, { ...NO_FILTER, suits: "rainbow" })).toHaveLength(2);
    expect(sortFlops(boards, "ev0", true).map(({ flop }) => flop)).toEqual(["7c7d2s", "AhKsQd", "9h8h7h"]);
    expect(sortFlops(boards, "flop", true)[0]!.flop).toBe("AhKsQd");
    const means = meansOf(boards)!;
    expect(means.ev[0]).toBeCloseTo(5);
    expect(means.frequencies[0]).toBeCloseTo(0.5);
    expect(meansOf([])).toBeNull();
  });
});

describe("the scatter", () => {
  const points = [{ x: 0, y: 0, colour: "", at: 0 }, { x: 10, y: 5, colour: "", at: 1 }, { x: 5, y: 1, colour: "", at: 2 }];

  it("finds what a box holds and what is near", () => {
    const frame = frameOf(points);
    expect(nearest(points, 5.1, 1.1, frame, 0.1)!.at).toBe(2);
    expect(nearest(points, 3, 4, frame, 0.05)).toBeNull();
  });

  it("marks axes with round numbers", () => {
    expect(ticks(0, 100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks(-3, 3, 6)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  });
});
