import { describe, expect, it } from "vitest";
import { actionColour, actionLetter, inkOn, splitBackground, valueColour, type Palette } from "../src/lib/colours";

const light = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [x, y, z] = [r!, g!, b!].map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!;
};
const palettes: Palette[] = ["usual", "colour-blind"];

describe("colours", () => {
  it.each(palettes)("darkens bets as they grow and all-in most (%s)", (palette) => {
    const sizes = [0.25, 0.5, 0.75, 1, 1.5, 2.5].map((share) =>
      light(actionColour({ kind: "bet", share }, palette)),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(light(actionColour({ kind: "raise", share: 9, allIn: true }, palette))).toBeLessThan(sizes.at(-1)!);
  });

  it("gives bets and raises of one share of the pot one colour", () => {
    expect(actionColour({ kind: "bet", share: 0.66 }, "usual")).toBe(actionColour({ kind: "raise", share: 0.66 }, "usual"));
    expect(actionColour({ kind: "check" }, "usual")).toBe(actionColour({ kind: "call" }, "usual"));
  });

  it.each(palettes)("has ink that can be read on every action (%s)", (palette) => {
    for (const action of [{ kind: "fold" }, { kind: "call" }, ...[0.2, 0.5, 0.8, 1.1, 1.6, 3].map((share) => ({ kind: "bet", share }))]) {
      const back = actionColour(action, palette);
      const ink = inkOn(back);
      const [a, b] = [light(back), light(ink)].sort((x, y) => y - x);
      expect((a! + 0.05) / (b! + 0.05), `${ink} on ${back}`).toBeGreaterThan(4.5);
    }
  });

  it("has a letter for each action besides its hue", () => {
    const letters = ["fold", "check", "call", "bet", "raise"].map((kind) => actionLetter({ kind }));
    expect(new Set(letters).size).toBe(5);
  });

  it("is neutral at the mean and saturated far from it", () => {
    expect(valueColour(5, 5, 3, "usual")).toBe("#d8d5c8");
    expect(valueColour(9, 5, 3, "usual")).toBe(valueColour(100, 5, 3, "usual"));
    expect(valueColour(2, 5, 3, "usual")).toBe("#d9534f");
  });

  it("splits a background by shares and leaves out what is never done", () => {
    expect(splitBackground([
        { colour: "#111111", share: 0.25 },
        { colour: "#222222", share: 0 },
        { colour: "#333333", share: 0.75 },
      ])).toBe(
      "linear-gradient(to right, #111111 0.00% 25.00%, #333333 25.00% 100.00%)",
    );
    expect(splitBackground([{ colour: "#111111", share: 0 }])).toBe("none");
  });
});
