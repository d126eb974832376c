// Points of a scatter plot: thousands of hands placed and found.

export interface ScatterPoint {
  x: number;
  y: number;
  colour: string;
  /** The place of the hand in its list. */
  at: number;
}

export interface Frame {
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}

/** The smallest frame around all points, with a little air. */
export function frameOf(points: readonly ScatterPoint[]): Frame {
  const frame = { minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity };
  for (const { x, y } of points) {
    frame.minX = Math.min(frame.minX, x);
    frame.maxX = Math.max(frame.maxX, x);
    frame.minY = Math.min(frame.minY, y);
    frame.maxY = Math.max(frame.maxY, y);
  }
  if (points.length === 0) return { minX: 0, maxX: 1, minY: 0, maxY: 1 };
  const airX = (frame.maxX - frame.minX || 1) * 0.04;
  const airY = (frame.maxY - frame.minY || 1) * 0.04;
  return {
    minX: frame.minX - airX,
    maxX: frame.maxX + airX,
    minY: frame.minY - airY,
    maxY: frame.maxY + airY,
  };
}

/** The point nearest to a place, measured in a frame. */
export function nearest(points: readonly ScatterPoint[], x: number, y: number, frame: Frame, reach: number): ScatterPoint | null {
  let best: ScatterPoint | null = null;
  let least = reach * reach;
  const [wide, high] = [frame.maxX - frame.minX, frame.maxY - frame.minY];
  for (const point of points) {
    const far = ((point.x - x) / wide) ** 2 + ((point.y - y) / high) ** 2;
    if (far < least) {
      least = far;
      best = point;
    }
  }
  return best;
}

/** Round numbers for the marks of an axis. */
export function ticks(min: number, max: number, most: number): number[] {
  const raw = (max - min) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw) ?? raw;
  const marks: number[] = [];
  for (let mark = Math.ceil(min / step) * step; mark <= max + step * 1e-9; mark += step) {
    marks.push(Math.round(mark / step) * step);
  }
  return marks;
}
