import { describe, expect, it } from "vitest";
import { bytes, chips, combos, duration, percent, percentSign } from "../src/lib/format";
import { dealHand, story, type Source } from "../src/lib/practice";
import { parseEvent } from "../src/lib/stream";
import { addAnswer, draw, grade, mistakeOf, newScore } from "../src/lib/score";

const actions = [{ kind: "fold" }, { kind: "call" }, { kind: "raise", amount: 300 }];

describe("grades", () => {
  it("takes the EV of the best action as the measure", () => {
    const best = grade(actions, [0, 12, 5], [0, 1, 0], 1, 200);
    expect(best).toMatchObject({ lost: 0, grade: "best", mistake: null, best: 1 });
    const fold = grade(actions, [0, 12, 5], [0, 1, 0], 0, 200);
    expect(fold).toMatchObject({ lost: 12, lostPercent: 6, grade: "mistake", mistake: "folded a call" });
    expect(grade(actions, [0, 12, 5], [0, 1, 0], 2, 200)).toMatchObject({ lost: 7, grade: "mistake", mistake: "raised a call" });
    expect(grade(actions, [0, 120, 5], [0, 1, 0], 0, 200).grade).toBe("blunder");
  });

  it("forgives actions that the solution mixes", () => {
    expect(grade(actions, [0, 12, 11.5], [0, 0.6, 0.4], 2, 200).grade).toBe("best");
    expect(grade(actions, [0, 12, 11.5], [0, 1, 0], 2, 200).grade).toBe("fine");
  });

  it("names mistakes", () => {
    expect(mistakeOf({ kind: "bet", amount: 200 }, { kind: "bet", amount: 100 })).toBe("bet too large");
    expect(mistakeOf({ kind: "call" }, { kind: "fold" })).toBe("called a fold");
    expect(mistakeOf({ kind: "check" }, { kind: "bet", amount: 1 })).toBe("checked a bet");
    expect(mistakeOf({ kind: "bet", amount: 1 }, { kind: "check" })).toBe("bet a check");
  });

  it("adds up by kind of mistake", () => {
    let score = newScore();
    score = addAnswer(score, grade(actions, [0, 12, 5], [0, 1, 0], 0, 200));
    score = addAnswer(score, grade(actions, [0, 12, 5], [0, 1, 0], 0, 200));
    score = addAnswer(score, grade(actions, [0, 12, 5], [0, 1, 0], 1, 200));
    expect(score.answers).toBe(3);
    expect(score.lost).toBe(24);
    expect(score.grades).toMatchObject({ best: 1, mistake: 2 });
    expect(score.mistakes).toEqual({ "folded a call": { count: 2, lost: 24 } });
  });
});

describe("deals", () => {
  it("draws by weight", () => {
    expect(draw([1, 0, 3], 0.2)).toBe(0);
    expect(draw([1, 0, 3], 0.26)).toBe(2);
    expect(draw([1, 0, 3], 0.999999)).toBe(2);
    expect(draw([0, 0], 0.5)).toBeNull();
  });

  it("tells a line as a sentence", () => {
    expect(story("r:0")).toBe("You open the action.");
    expect(story("r:0:c:b100:b300")).toBe("Oop checks, ip bets 100, oop raises to 300.");
    expect(story("r:0:b50:c:8h:c")).toBe("Oop bets 50, ip calls, the 8h comes, oop checks.");
  });

  it("deals a hand that the player can hold, by weight, at a decision", async () => {
    const hands = [
      { hand: "AhAs", weight: 0, frequencies: [1, 0], ev: 0, evs: [0, 0], equity: 0, eqr: 0, made: "pair", detail: "overpair" },
      { hand: "KhKs", weight: 1, frequencies: [1, 0], ev: 0, evs: [0, 0], equity: 0, eqr: 0, made: "pair", detail: "overpair" },
    ];
    const node = { line: "r:0", board: "Td9d6hQc2s", solved_as: null, player: "oop" as const, pot: 200, ev: 0, ranges: [], hands,
      actions: [{ action: "check", kind: "check" as const, amount: null, frequency: 1, combos: 1, ev: 0 }, { action: "bet 100", kind: "bet" as const, amount: 100, frequency: 0, combos: 0, ev: 0 }] };
    const source: Source = { node: async () => ({ iteration: 1, node }), runouts: async () => ({ runouts: [], schema_version: 2 }) };
    const spot = { game: "holdem" as const, board: node.board, pot: 200, stack: 900, oop: "KK", ip: "QQ", spec: {} };
    for (const seed of [0.1, 0.5, 0.9]) {
      const dealt = await dealHand(source, spot, () => seed);
      expect(dealt.hand.hand).toBe("KhKs");
      expect(["r:0", "r:0:c"]).toContain(dealt.line);
    }
  });
});

describe("numbers", () => {
  it("have one decimal for percent, two for chips, and separated thousands", () => {
    expect(percent(0.33399)).toBe("33.4");
    expect(percentSign(1)).toBe("100.0%");
    expect(chips(12345.678)).toBe("12,345.68");
    expect(chips(-0.001)).toBe("0.00");
    expect(chips(null)).toBe("–");
    expect(chips(NaN)).toBe("–");
    expect(combos(-0)).toBe("0");
    expect(combos(1326)).toBe("1,326");
    expect(bytes(254_000)).toBe("254 KB");
    expect(bytes(1_500_000_000)).toBe("1.5 GB");
    expect(duration(0.35)).toBe("350 ms");
    expect(duration(200)).toBe("3 min 20 s");
  });
});

describe("server-sent events", () => {
  it("are read field by field", () => {
    expect(parseEvent('event: progress\ndata: {"a":1}\nid: 1-2')).toEqual({ name: "progress", data: '{"a":1}', id: "1-2" });
    expect(parseEvent(": comment\ndata: a\ndata: b")).toEqual({ name: "message", data: "a\nb", id: "" });
  });
});
