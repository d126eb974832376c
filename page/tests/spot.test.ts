import { describe, expect, it } from "vitest";
import { fromFile, toFile } from "../src/lib/library";
import { writeOmaha } from "../src/lib/omaha";
import { parseRoute, printRoute } from "../src/lib/route";
import { fromSpec } from "../src/lib/form";
import { readStrategy, writeStrategy } from "../src/lib/locks";
import { betInChips, raiseInChips, splitSizes } from "../src/lib/sizes";
import { EXAMPLE, toSpec, toYaml, type Spot } from "../src/lib/spot";
import { fieldIndex, splitBytes } from "../src/lib/text";

describe("the spot form", () => {
  it("sends only the streets that are left and the sizes that are filled", () => {
    const spec = toSpec(EXAMPLE) as Record<string, Record<string, unknown>>;
    expect(Object.keys(spec["oop"]!)).toEqual(["range", "river"]);
    expect(spec["oop"]!["river"]).toEqual({ bet: "50%, 100%", raise: "3x" });
    expect(spec["pot"]).toBe(200);
    expect(spec["rake"]).toBeUndefined();
    const turn = toSpec({ ...EXAMPLE, board: "Td9d6hQc", rakeRate: "5%", rakeCap: "30" }) as typeof spec;
    expect(Object.keys(turn["ip"]!)).toEqual(["range", "turn", "river"]);
    expect(turn["rake"]).toEqual({ rate: "5%", cap: "30" });
  });

  it("says what sizes are in chips", () => {
    expect(splitSizes("50%, pot  2.5x")).toEqual(["50%", "pot", "2.5x"]);
    // The examples of docs/BETTING.md.
    expect(betInChips("52", 180, 910)).toBe(94);
    expect(["45", "2.5x", "100c"].map((size) => raiseInChips(size, 180, 910, 94))).toEqual([260, 235, 194]);
    expect(betInChips("3e", 100, 1300, 3)).toBe(100);
    expect(betInChips("e", 100, 1300, 3)).toBe(100);
    expect(betInChips("e50%", 100, 1300, 3)).toBe(50);
    expect([" pot", "0.5p", "a", "700%", "30c"].map((size) => betInChips(size, 200, 900))).toEqual([200, 100, 900, 900, 30]);
    expect(raiseInChips("a", 200, 900, 100)).toBe(900);
    expect([betInChips("2.5x", 200, 900), betInChips("min", 200, 900), betInChips("?", 200, 900)]).toEqual([null, null, null]);
  });

  it("reads back what it sends", () => {
    const spot: Spot = {
      ...EXAMPLE,
      board: "Td9d6h",
      rakeRate: "5%",
      rakeCap: "30",
      raiseCap: "3",
      addLines: "r:0:b50 r:0:b60",
      locks: [{ line: "r:0", frequencies: { check: 1 } }],
    };
    expect(fromSpec(toSpec(spot))).toEqual(spot);
    // Sizes for all, as files write them.
    const plain = fromSpec({ board: "Td9d6h", pot: 10, stack: 20, oop: "AA", ip: { range: "KK", turn: { bet: "75%" } }, bet: "50%", river: { raise: "2x" } });
    expect([plain.oop, plain.ip, plain.sizes.oop.flop.bet, plain.sizes.ip.turn.bet, plain.sizes.oop.river.raise]).toEqual(["AA", "KK", "50%", "75%", "2x"]);
  });

  it("reads locks as people write them", () => {
    expect(readStrategy("check 70%, Bet 100 30%")).toEqual({ check: 0.7, "bet 100": 0.3 });
    expect(readStrategy("raise to 300 12.5 %")).toEqual({ "raise to 300": 0.125 });
    expect(readStrategy("check")).toBeNull();
    expect(readStrategy("")).toBeNull();
    expect(writeStrategy({ frequencies: { check: 0.705, bet: "half" }, hands: {} })).toBe("check 70.5%, bet half, some hands on their own");
  });

  it("writes YAML with nested fields and locks", () => {
    const text = toYaml({ pot: 200, oop: { range: "QQ+", river: { bet: "50%" } }, locks: [{ line: "r:0", frequencies: { check: 1 } }] });
    expect(text).toBe(
      'pot: 200\noop:\n  range: "QQ+"\n  river:\n    bet: "50%"\nlocks:\n  - {"line":"r:0","frequencies":{"check":1}}\n',
    );
  });
});

describe("addresses", () => {
  it("reads what it writes", () => {
    const route = { view: "study", id: "a1b2", query: { line: "r:0:b50:c:8h", mode: "ev", filter: "AA,KK" } };
    const hash = printRoute(route);
    expect(hash).toBe("#/study/a1b2?line=r:0:b50:c:8h&mode=ev&filter=AA,KK");
    expect(parseRoute(hash)).toEqual(route);
  });

  it("opens equity first and survives odd characters", () => {
    expect(parseRoute("")).toEqual({ view: "equity", id: "", query: {} });
    const route = { view: "equity", id: "", query: { players: "AA$ds|15%&?#", board: "Td9d6h" } };
    expect(parseRoute(printRoute(route))).toEqual(route);
  });
});

describe("libraries", () => {
  it("reads its own files", () => {
    const items = [{ id: "1", name: "opens", folder: "btn/100", game: "holdem", text: "QQ+" }];
    expect(fromFile(toFile(items))).toEqual([{ name: "opens", folder: "btn/100", game: "holdem", text: "QQ+" }]);
  });

  it("reads nested files of b-inary's programs", () => {
    const file = JSON.stringify([
      { name: "SRP", isGroup: true, children: [{ name: "BTN", isGroup: false, value: "22+,A2s+" }] },
      { name: "top", isGroup: false, value: "QQ+" },
    ]);
    expect(fromFile(file)).toEqual([
      { name: "BTN", folder: "SRP", game: "holdem", text: "22+,A2s+" },
      { name: "top", folder: "", game: "holdem", text: "QQ+" },
    ]);
  });

  it("says in a sentence why a file is no library", () => {
    expect(() => fromFile("hello")).toThrow("The file is not JSON.");
    expect(() => fromFile("[]")).toThrow("The file has no ranges.");
  });
});

describe("texts", () => {
  it("writes Omaha syntax from choices", () => {
    expect(writeOmaha({ percent: 0, ranks: "", suits: "any", shape: "any" }, 4)).toBe("*");
    expect(writeOmaha({ percent: 15, ranks: "AA", suits: "double", shape: "any" }, 4)).toBe("15%:AA:$ds");
    expect(writeOmaha({ percent: 0, ranks: "", suits: "single", shape: "rundown" }, 4)).toBe("(AKQJ-5432):$ss");
    expect(writeOmaha({ percent: 0, ranks: "", suits: "any", shape: "rundown" }, 5)).toBe("(AKQJT-65432)");
  });

  it("splits at bytes, not at characters", () => {
    expect(splitBytes("QQ+,AK?", 6, 7)).toEqual(["QQ+,AK", "?", ""]);
    expect(splitBytes("é?x", 2, 3)).toEqual(["é", "?", "x"]);
  });

  it("knows which player a field is of", () => {
    expect(fieldIndex("players[1]", "players")).toBe(1);
    expect(fieldIndex("players[1].range", "players")).toBe(1);
    expect(fieldIndex("board", "players")).toBeNull();
  });
});
