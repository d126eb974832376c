import { describe, expect, it } from "vitest";
import { CLASSES, COMBOS, CLASS_COMBOS, classPlace, comboIndex, comboText, handClass } from "../src/lib/cards";
import { classWeight, countCombos, invert, isMistake, parseRange, printRange, printTagged, type Weights } from "../src/lib/range";

const read = (text: string): Weights => {
  const weights = parseRange(text);
  if (isMistake(weights)) throw new Error(`${text}: ${weights.message}`);
  return weights;
};

describe("combos and classes", () => {
  it("has 169 classes of 6, 4 or 12 combos that cover the deck once", () => {
    expect(new Set(CLASSES).size).toBe(169);
    const seen = new Set(CLASS_COMBOS.flat());
    expect(seen.size).toBe(COMBOS);
    expect(CLASS_COMBOS.map((list) => list.length).sort((a, b) => a - b)).toEqual([
      ...Array(78).fill(4),
      ...Array(13).fill(6),
      ...Array(78).fill(12),
    ]);
  });

  it("puts suited hands above the diagonal and offsuit ones below", () => {
    expect(CLASSES.slice(0, 3)).toEqual(["AA", "AKs", "AQs"]);
    expect(CLASSES.slice(13, 16)).toEqual(["AKo", "KK", "KQs"]);
    expect(handClass("KhAh")).toBe("AKs");
    expect(handClass("2c2d")).toBe("22");
  });

  it("numbers combos in colexicographic order", () => {
    expect(comboIndex(0, 1)).toBe(0);
    expect(comboIndex(51, 50)).toBe(1325);
    expect(comboText(comboIndex(50, 51))).toBe("AsAh");
  });
});

describe("range text", () => {
  // Counted by hand: 6 a pair, 4 suited, 12 offsuit.
  it.each([
    ["QQ+", 18],
    ["AK", 16],
    ["ATs+", 16],
    ["A5s-A2s", 16],
    ["JTs-76s", 20],
    ["87s+", 28],
    ["TT-77,AhKh", 25],
    ["A2s-A5s", 16],
    ["AKs:0.5", 2],
    ["AK,AKs:0.5", 14],
    ["22+,AK:0", 78],
  ])("%s is %d combos", (text, combos) => {
    expect(countCombos(read(text))).toBeCloseTo(combos, 5);
  });

  it.each([
    ["QQ+,AK?", 4, 7],
    ["AKs:2", 0, 5],
    ["A5s-A2o", 0, 7],
    ["QQ+ 77o", 4, 7],
  ])("%s is refused at %d to %d", (text, start, end) => {
    expect(parseRange(text)).toMatchObject({ start, end });
  });

  it("writes runs, single combos and weights", () => {
    expect(printRange(read("AA,KK,QQ,A5s,A4s,A3s,KQs"))).toBe("QQ+,A5s-A3s,KQs");
    expect(printRange(read("AKs,AQs,T9s:0.25,AhKd"))).toBe("AQs+,AhKd,T9s:0.25");
    expect(printRange(read("AsKs,AhKh:0.5"))).toBe("AsKs,AhKh:0.5");
  });

  it("reads what it writes, for ranges of every density", () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let round = 0; round < 60; round++) {
      const density = random();
      const weights = new Float32Array(COMBOS);
      for (const combos of CLASS_COMBOS) {
        const weight = random() < density ? Math.round(random() * 20) / 20 : 0;
        const single = random() < 0.1;
        for (const combo of combos) weights[combo] = single ? Math.round(random() * 4) / 4 : weight;
      }
      const again = read(printRange(weights));
      expect(weights.every((weight, combo) => weight === again[combo])).toBe(true);
    }
  });

  it("writes weights as tags for GTO+", () => {
    expect(printTagged(read("AA,KK:0.5,QQ:0.5,AKs:0.255"))).toBe("AA,[50]KK-QQ[/50],[25.5]AKs[/25.5]");
  });

  it("inverts weights", () => {
    const range = invert(read("AA,KK:0.25"));
    expect(classWeight(range, classPlace("AA"))).toBe(0);
    expect(classWeight(range, classPlace("KK"))).toBe(0.75);
    expect(countCombos(range)).toBeCloseTo(1326 - 7.5, 3);
  });
});
