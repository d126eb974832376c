// Practice: what an answer costs, what kind of mistake it is, and the score of many.

export interface Answer {
  /** EV lost against the best action, in chips; never negative. */
  lost: number;
  /** The same in percent of the pot. */
  lostPercent: number;
  grade: Grade;
  mistake: string | null;
  best: number;
}

export type Grade = "best" | "fine" | "inaccuracy" | "mistake" | "blunder";

export const GRADES: readonly Grade[] = ["best", "fine", "inaccuracy", "mistake", "blunder"];

/** Limits in percent of the pot, up to which a loss has a grade. */
const LIMITS: readonly [Grade, number][] = [
  ["fine", 0.5],
  ["inaccuracy", 3],
  ["mistake", 10],
];

export interface Choice {
  kind: string;
  amount?: number | null;
}

/** Grades the action `chosen` of a hand by what each action is worth. */
export function grade(
  actions: readonly Choice[],
  evs: readonly (number | null)[],
  frequencies: readonly number[],
  chosen: number,
  pot: number,
): Answer {
  const best = bestAction(evs);
  const lost = Math.max(0, (evs[best] ?? 0) - (evs[chosen] ?? evs[best] ?? 0));
  const lostPercent = pot > 0 ? (lost / pot) * 100 : 0;
  // A mixed action is right, whatever the last digits say.
  const played = (frequencies[chosen] ?? 0) >= 0.1 && lostPercent <= LIMITS[0]![1];
  const reached = LIMITS.find(([, limit]) => lostPercent <= limit)?.[0] ?? "blunder";
  const found: Grade = chosen === best || played ? "best" : reached;
  const wrong = found === "inaccuracy" || found === "mistake" || found === "blunder";
  return { lost, lostPercent, grade: found, best, mistake: wrong ? mistakeOf(actions[chosen]!, actions[best]!) : null };
}

function bestAction(evs: readonly (number | null)[]): number {
  let best = 0;
  evs.forEach((ev, at) => {
    if (ev !== null && ev > (evs[best] ?? -Infinity)) best = at;
  });
  return best;
}

const isBet = ({ kind }: Choice): boolean => kind === "bet" || kind === "raise";

/** The kind of a mistake, in words that say what to work on. */
export function mistakeOf(chosen: Choice, best: Choice): string {
  if (isBet(chosen) && isBet(best)) {
    return (chosen.amount ?? 0) > (best.amount ?? 0) ? "bet too large" : "bet too small";
  }
  if (chosen.kind === "fold") return best.kind === "call" ? "folded a call" : "folded a raise";
  if (best.kind === "fold") return chosen.kind === "call" ? "called a fold" : "raised a fold";
  if (isBet(chosen)) return best.kind === "check" ? "bet a check" : "raised a call";
  return chosen.kind === "check" ? "checked a bet" : "called a raise";
}

export interface Score {
  answers: number;
  lost: number;
  lostPercent: number;
  grades: Record<Grade, number>;
  mistakes: Record<string, { count: number; lost: number }>;
}

export const newScore = (): Score => ({
  answers: 0,
  lost: 0,
  lostPercent: 0,
  grades: { best: 0, fine: 0, inaccuracy: 0, mistake: 0, blunder: 0 },
  mistakes: {},
});

export function addAnswer(score: Score, answer: Answer): Score {
  const mistakes = { ...score.mistakes };
  if (answer.mistake !== null) {
    const before = mistakes[answer.mistake] ?? { count: 0, lost: 0 };
    mistakes[answer.mistake] = { count: before.count + 1, lost: before.lost + answer.lost };
  }
  return {
    answers: score.answers + 1,
    lost: score.lost + answer.lost,
    lostPercent: score.lostPercent + answer.lostPercent,
    grades: { ...score.grades, [answer.grade]: score.grades[answer.grade] + 1 },
    mistakes,
  };
}

/** An index drawn by weight; `random` is from 0 to 1. Null if all weights are 0. */
export function draw(weights: readonly number[], random: number): number | null {
  const total = weights.reduce((sum, weight) => sum + Math.max(0, weight), 0);
  if (total <= 0) return null;
  let left = random * total;
  for (let at = 0; at < weights.length; at++) {
    left -= Math.max(0, weights[at]!);
    if (left < 0) return at;
  }
  return weights.findLastIndex((weight) => weight > 0);
}
