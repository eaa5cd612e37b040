/** One material of a figure. All functions take a place in face units. */
export type Layer = {
  /** 1 where it is, 0 where it is not, smooth at its edge. */
  covers: (x: number, y: number) => number;
  /** Brightness from 0 to about 1. */
  tone: (x: number, y: number) => number;
  /** Equal along a line of the engraving. */
  field: (x: number, y: number) => number;
  /** Distance of two lines. */
  spacing: number;
  /** How far a line may lie beside its true place, in units of the page. */
  tolerance: number;
};

/** Light from the upper left and from the front. */
const LIGHT = [-0.5, -0.52, 0.69] as const;
const EPSILON = 0.012;

/** Slope of a field across and down. */
export function slopeOf(field: (x: number, y: number) => number, x: number, y: number) {
  const across = (field(x + EPSILON, y) - field(x - EPSILON, y)) / (2 * EPSILON);
  const down = (field(x, y + EPSILON) - field(x, y - EPSILON)) / (2 * EPSILON);
  return { across, down };
}

/** How much light a height field reflects (Lambert). */
export function lightOn(height: (x: number, y: number) => number, x: number, y: number): number {
  const { across, down } = slopeOf(height, x, y);
  const length = Math.hypot(across, down, 1);
  return Math.max(0, (-across * LIGHT[0] - down * LIGHT[1] + LIGHT[2]) / length);
}
