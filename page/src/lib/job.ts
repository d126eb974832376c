// What a job is of: the parts of its spec that views need.

import type { Game, Job } from "../api/questions";

export interface JobSpot {
  game: Game;
  board: string;
  pot: number;
  stack: number;
  oop: string;
  ip: string;
  /** The spec as it can be sent again. */
  spec: Record<string, unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A player of a spec is a range, or an object with one. */
const rangeOf = (player: unknown): string => String((isObject(player) ? player["range"] : player) ?? "");

/** The spot of a job; null if the job is of another kind. */
export function spotOf(job: Job | null): JobSpot | null {
  if (job === null || !isObject(job.spec)) return null;
  const spec = isObject(job.spec["spot"]) ? job.spec["spot"] : job.spec;
  if (spec["pot"] === undefined) return null;
  return {
    game: (spec["game"] as Game | undefined) ?? "holdem",
    board: String(spec["board"] ?? ""),
    pot: Number(spec["pot"]),
    stack: Number(spec["stack"]),
    oop: rangeOf(spec["oop"]),
    ip: rangeOf(spec["ip"]),
    spec,
  };
}

/** The target of a spec in percent of the pot. */
export function targetOf(spec: Record<string, unknown>): number | null {
  const target = Number(spec["target"]);
  return Number.isFinite(target) && target > 0 ? target : null;
}
