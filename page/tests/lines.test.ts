import { describe, expect, it } from "vitest";
import { childLine, isAllIn, parentLine, potShare, readLine } from "../src/lib/line";

describe("lines", () => {
  it("reads who did what, street by street", () => {
    const { steps, levels, base, player, cards } = readLine("r:0:b50:c:8h:c:b150");
    expect(steps.map(({ kind, player }) => [kind, player])).toEqual([
      ["bet", 0],
      ["call", 1],
      ["card", null],
      ["check", 0],
      ["bet", 1],
    ]);
    expect(steps.at(-1)!.level).toBe(100);
    expect({ levels, base, player, cards }).toEqual({ levels: [0, 100], base: 50, player: 0, cards: "8h" });
  });

  it("knows where a card comes and where a hand is over", () => {
    expect(readLine("r:0:c:c")).toMatchObject({ player: null, over: false });
    expect(readLine("r:0:b50:f")).toMatchObject({ player: null, over: true });
    expect(readLine("r:0:c")).toMatchObject({ player: 1 });
  });

  it("writes what an action leads to, cumulative over the streets", () => {
    expect(childLine("r:0:b50:c:8h", { kind: "bet", amount: 100 })).toBe("r:0:b50:c:8h:b150");
    expect(childLine("r:0:b50", { kind: "call", amount: 50 })).toBe("r:0:b50:c");
    expect(childLine("r:0:b50", { kind: "fold", amount: null })).toBe("r:0:b50:f");
    expect(parentLine("r:0:b50")).toBe("r:0");
    expect(parentLine("r:0")).toBe("r:0");
  });

  it("measures bets by the pot, raises by the pot after the call", () => {
    expect(potShare("r:0", 200, 100)).toBe(0.5);
    // Pot 200 and a bet of 100: a raise to 300 puts 200 on top of a pot of 400.
    expect(potShare("r:0:b100", 300, 300)).toBe(0.5);
    expect(isAllIn("r:0:b100", 900, 900)).toBe(true);
    expect(isAllIn("r:0:b100:c:2c", 700, 900)).toBe(false);
    expect(isAllIn("r:0:b100:c:2c", 800, 900)).toBe(true);
  });
});
