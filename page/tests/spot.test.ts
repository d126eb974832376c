import { describe, expect, it } from "vitest";
import { fromFile, toFile } from "../src/lib/library";
import { writeOmaha } from "../src/lib/omaha";
import { parseRoute, printRoute } from "../src/lib/route";
import { EXAMPLE, sizeInChips, toSpec, toYaml } from "../src/lib/spot";
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
    expect(sizeInChips("50%", 200, 900)).toBe(100);
    expect(sizeInChips(" pot", 200, 900)).toBe(200);
    expect(sizeInChips("a", 200, 900)).toBe(900);
    expect(sizeInChips("700%", 200, 900)).toBe(900);
    expect(sizeInChips("30c", 200, 900)).toBe(30);
    expect(sizeInChips("2.5x", 200, 900)).toBeNull();
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
