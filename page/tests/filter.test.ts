import { describe, expect, it } from "vitest";
import type { BoardReport, SpotHandReport } from "../src/api/types";
import { betShare, filterHands, filterParts, isNarrow, readFilter, sumOf, writeStretch } from "../src/lib/filter";
import { groupFlops } from "../src/lib/flops";
import { programOf } from "../src/lib/text";

const hand = (name: string, made: string, detail: string, draw: string, equity: number, frequencies: number[], weight = 1): SpotHandReport => ({
  hand: name, weight, frequencies, ev: equity * 100, evs: [], equity, eqr: 1, made, detail, draw,
});
const ACTIONS = [{ kind: "check" }, { kind: "bet" }, { kind: "bet" }];
const HANDS = [
  hand("AhKh", "pair", "top pair", "flush draw", 0.7, [0.5, 0.25, 0.25]),
  hand("QhQs", "pair", "overpair", "no draw", 0.6, [1, 0, 0], 0.5),
  hand("JhTh", "high card", "queen high or lower", "flush draw", 0.4, [0, 1, 0]),
];
const kept = (query: Record<string, string>): string[] => filterHands(HANDS, readFilter(query), ACTIONS).map(({ hand: name }) => name);

describe("the filter of hands", () => {
  it("keeps kinds, draws, stretches and cards, and all of them together", () => {
    expect(kept({})).toEqual(["AhKh", "QhQs", "JhTh"]);
    expect(filterHands(HANDS, readFilter({}), ACTIONS)).toBe(HANDS);
    expect(kept({ made: "pair" })).toEqual(["AhKh", "QhQs"]);
    expect(kept({ made: "pair/top pair" })).toEqual(["AhKh"]);
    expect(kept({ draw: "flush draw" })).toEqual(["AhKh", "JhTh"]);
    expect(kept({ made: "pair", draw: "flush draw" })).toEqual(["AhKh"]);
    expect(kept({ equity: "50~65" })).toEqual(["QhQs"]);
    expect(kept({ ev: "-10~50" })).toEqual(["JhTh"]);
    expect(kept({ bet: "50~100" })).toEqual(["AhKh", "JhTh"]);
    expect(kept({ search: "Ah", draw: "flush draw" })).toEqual(["AhKh"]);
  });

  it("survives an address that makes no sense", () => {
    for (const equity of ["", "a~b", "1", "1~2~3", "~", "1..2~3"]) expect(readFilter({ equity }).equity, equity).toBeNull();
    expect(isNarrow(readFilter({ search: "AK" }))).toBe(false);
  });

  it("writes stretches as it reads them, and says them in words", () => {
    expect(readFilter({ equity: writeStretch("equity", [0.305, 0.7]) }).equity).toEqual([0.305, 0.7]);
    expect(readFilter({ ev: writeStretch("ev", [-12.5, 40]) }).ev).toEqual([-12.5, 40]);
    expect(filterParts(readFilter({ made: "pair/top pair", equity: "30~50", bet: "0~10" }))).toEqual([
      { words: "top pair", key: "made" },
      { words: "equity 30.0% to 50.0%", key: "equity" },
      { words: "bets 0.0% to 10.0%", key: "bet" },
    ]);
  });

  it("sums what hands do by weight", () => {
    const { combos, frequencies, ev } = sumOf(HANDS, 3);
    expect(combos).toBe(2.5);
    expect(frequencies).toEqual([1 / 2.5, 1.25 / 2.5, 0.25 / 2.5]);
    expect(ev).toBeCloseTo((70 + 30 + 40) / 2.5);
    expect(betShare(HANDS[0]!, ACTIONS)).toBe(0.5);
    expect(sumOf([], 3).ev).toBeNull();
  });
});

describe("textures", () => {
  it("average the flops of each kind by their chance", () => {
    const board = (flop: string, chance: number, check: number): BoardReport =>
      ({ flop, chance, weight: 1, ev: [check * 10, 1], equity: [0.5, 0.5], eqr: [1, 1], frequencies: [check, 1 - check], exploitability_percent: 0.1 }) as unknown as BoardReport;
    const groups = groupFlops([board("AhKsQd", 0.25, 1), board("Ac7c2c", 0.5, 0.4), board("6c6d2s", 0.25, 0)]);
    const of = (by: string, name: string) => groups.find((group) => group.by === by && group.name === name);
    expect(of("high card", "ace")!.count).toBe(2);
    expect(of("high card", "ace")!.means.frequencies[0]).toBeCloseTo((0.25 + 0.2) / 0.75);
    expect(of("pairs", "paired")!.means.ev[0]).toBe(0);
    expect(of("suits", "monotone")!.count).toBe(1);
    expect(of("straights", "possible")!.count).toBe(1);
    expect(of("pairs", "trips")).toBeUndefined();
  });
});

describe("files of other programs", () => {
  it("are recognised by their first words", () => {
    expect(programOf("#Type#NoLimit\n#Board#Td 9d 6h\n#Pot#200")).toBe("piosolver");
    expect(programOf("set_pot 50\nset_effective_stack 200\nset_board Qs,Jh,2h")).toBe("texassolver");
    expect(programOf("board: Td9d6h\npot: 200")).toBe("");
  });
});
