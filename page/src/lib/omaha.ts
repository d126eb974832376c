// A builder of Omaha syntax: choices in words become the text that the server reads.

export interface OmahaChoices {
  /** A percent of all hands, or 0 for no limit. */
  percent: number;
  /** Ranks that must be there, such as `AA` or `KQJ`. */
  ranks: string;
  suits: "any" | "double" | "single" | "rainbow";
  shape: "any" | "pair" | "rundown" | "no pair";
}

const SUITS: Record<OmahaChoices["suits"], string> = {
  any: "",
  double: "$ds",
  single: "$ss",
  rainbow: "wxyz",
};

const SHAPES: Record<OmahaChoices["shape"], (cards: number) => string> = {
  any: () => "",
  pair: () => "RR",
  rundown: (cards) => `(${HIGH.slice(0, cards)}-${HIGH.slice(13 - cards)})`,
  "no pair": () => "$np",
};

const HIGH = "AKQJT98765432";

/** The text of the choices; `*` if there are none. */
export function writeOmaha(choices: OmahaChoices, cards: number): string {
  const parts = [
    choices.percent > 0 && choices.percent < 100 ? `${choices.percent}%` : "",
    choices.ranks.trim(),
    SHAPES[choices.shape](cards),
    SUITS[choices.suits],
  ].filter((part) => part !== "");
  return parts.length === 0 ? "*" : parts.join(":");
}
