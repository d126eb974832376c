// The colours of actions, values and suits, in two palettes. A bet of one share of the pot has
// one colour on every view.

export type Palette = "usual" | "colour-blind";

type Rgb = readonly [number, number, number];

interface Actions {
  fold: string;
  passive: string;
  allIn: string;
  /** Colours of bets by share of the pot, rising. */
  bets: readonly (readonly [number, string])[];
}

const ACTIONS: Record<Palette, Actions> = {
  usual: {
    fold: "#5b93d3",
    passive: "#62b37a",
    allIn: "#5a1f73",
    bets: [
      [0.2, "#f4c344"],
      [0.5, "#f09537"],
      [0.8, "#e3623a"],
      [1.1, "#cc3a45"],
      [1.6, "#a83279"],
      [2.5, "#8040a0"],
    ],
  },
  // After Okabe and Ito; lightness falls with size, so that order survives without hue.
  "colour-blind": {
    fold: "#56b4e9",
    passive: "#009e73",
    allIn: "#33203d",
    bets: [
      [0.2, "#f0e442"],
      [0.5, "#e69f00"],
      [1.0, "#d55e00"],
      [1.6, "#b0457e"],
      [2.5, "#7a2f63"],
    ],
  },
};

const parse = (hex: string): Rgb => [
  parseInt(hex.slice(1, 3), 16),
  parseInt(hex.slice(3, 5), 16),
  parseInt(hex.slice(5, 7), 16),
];

const two = (value: number): string => Math.round(value).toString(16).padStart(2, "0");

/** A colour between two, `share` of the way. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from), parse(to)];
  return "#" + [0, 1, 2].map((at) => two(a[at]! + (b[at]! - a[at]!) * share)).join("");
}

export interface Coloured {
  kind: string;
  /** The share of the pot of a bet or raise. */
  share?: number | null;
  allIn?: boolean;
}

export function actionColour(action: Coloured, palette: Palette): string {
  const colours = ACTIONS[palette];
  if (action.kind === "fold") return colours.fold;
  if (action.kind === "check" || action.kind === "call") return colours.passive;
  if (action.allIn) return colours.allIn;
  return along(colours.bets, action.share ?? 0.5);
}

/** The letter of an action, for those who do not go by hue. */
export function actionLetter(action: Coloured): string {
  if (action.kind === "fold") return "F";
  if (action.kind === "check") return "X";
  if (action.kind === "call") return "C";
  return action.allIn ? "A" : action.kind === "raise" ? "R" : "B";
}

function along(stops: readonly (readonly [number, string])[], at: number): string {
  const first = stops[0]!;
  if (at <= first[0]) return first[1];
  for (let next = 1; next < stops.length; next++) {
    const [low, from] = stops[next - 1]!;
    const [high, to] = stops[next]!;
    if (at <= high) return mix(from, to, (at - low) / (high - low));
  }
  return stops.at(-1)![1];
}

const VALUES: Record<Palette, readonly [string, string, string]> = {
  usual: ["#d9534f", "#d8d5c8", "#4fa66a"],
  "colour-blind": ["#d55e00", "#dcdcdc", "#0072b2"],
};

/** Red through neutral to green around `middle`; `spread` away is the full colour. */
export function valueColour(
  value: number,
  middle: number,
  spread: number,
  palette: Palette,
): string {
  const [low, neutral, high] = VALUES[palette];
  const share = spread > 0 ? Math.max(-1, Math.min(1, (value - middle) / spread)) : 0;
  return share < 0 ? mix(neutral, low, -share) : mix(neutral, high, share);
}

/** One hue, light to dark. */
export const equityColour = (equity: number): string =>
  along(
    [
      [0, "#f1f5fb"],
      [0.35, "#a9c6ea"],
      [0.65, "#4f8fd0"],
      [1, "#174a8c"],
    ],
    equity,
  );

/** Black or white, whichever is easier to read on a colour (WCAG contrast). */
export function inkOn(colour: string): string {
  const [r, g, b] = parse(colour).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.06 ? "#ffffff" : "#101418";
}

export interface Part {
  colour: string;
  share: number;
}

/** A CSS background of colours from left to right, each with its share of the width. */
export function splitBackground(parts: readonly Part[]): string {
  let from = 0;
  const stops: string[] = [];
  for (const { colour, share } of parts) {
    if (share <= 0.0005) continue;
    const to = from + share;
    stops.push(`${colour} ${(from * 100).toFixed(2)}% ${(to * 100).toFixed(2)}%`);
    from = to;
  }
  return stops.length === 0 ? "none" : `linear-gradient(to right, ${stops.join(", ")})`;
}

/** Colours of hand categories in plots, strongest first. */
export const CATEGORY_COLOURS = [
  "#7b3fa0",
  "#c03a63",
  "#e0683a",
  "#e0a33a",
  "#8fae3c",
  "#3f9e78",
  "#3f8fc0",
  "#6f7fd0",
  "#8a8f98",
] as const;
