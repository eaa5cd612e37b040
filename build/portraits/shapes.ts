/** Smooth shapes that height fields are made of. Lengths are in heights of half a face. */

export type Point = readonly [x: number, y: number];

/** A bell around 0. */
export const bell = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2));

/** 0 below `from`, 1 above `to`, smooth between. `from` may be the larger one. */
export function ramp(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

export const mix = (from: number, to: number, t: number): number => from + (to - from) * t;

/** A smooth curve through the points, which are ordered by x; constant outside of them. */
export function curve(points: readonly Point[]): (x: number) => number {
  return (x) => {
    const next = points.findIndex(([px]) => px > x);
    const last = points.at(-1);
    if (next === 0 || last === undefined) return points[0]?.[1] ?? 0;
    if (next === -1) return last[1];
    const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? last;
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [at(next - 2), at(next - 1), at(next), at(next + 1)];
    const t = (x - x1) / (x2 - x1);
    // Cubic Hermite with the slopes of the neighbours.
    const m1 = ((y2 - y0) / (x2 - x0 || 1)) * (x2 - x1);
    const m2 = ((y3 - y1) / (x3 - x1 || 1)) * (x2 - x1);
    const t2 = t * t;
    const t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * y1 + (t3 - 2 * t2 + t) * m1 + (-2 * t3 + 3 * t2) * y2 + (t3 - t2) * m2;
  };
}
