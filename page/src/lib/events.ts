// The events of a solve as points of its curve.

import type { Event as JobEvent } from "../api/types";

export interface Point {
  iteration: number;
  seconds: number;
  exploitability: number;
}

/** Adds the measurement of an event; events may come twice after a lost connection. */
export function addPoint(points: readonly Point[], event: JobEvent): readonly Point[] {
  const { iteration, seconds, exploitability } = event;
  if (iteration == null || exploitability == null || exploitability <= 0) return points;
  const last = points.at(-1);
  if (last !== undefined && last.iteration >= iteration) return points;
  return [...points, { iteration, seconds, exploitability }];
}

/** Columns for a plot: x, measured, target. */
export function curveData(
  points: readonly Point[],
  by: "iteration" | "seconds",
  pot: number,
  target: number | null,
): (number | null)[][] {
  const xs = points.map((point) => point[by]);
  const measured = points.map(({ exploitability }) => (exploitability / pot) * 100);
  return [xs, measured, points.map(() => target)];
}
