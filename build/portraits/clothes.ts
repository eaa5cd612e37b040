import { type Layer, lightOn } from './layer.ts';
import type { Person } from './people.ts';
import { bell, curve, mix, ramp } from './shapes.ts';

/** Outer edge of a lapel: half the width by height. */
const lapelEdge = curve([
  [1.1, 0.48],
  [1.55, 0.66],
  [1.72, 0.78],
  [1.735, 0.62],
  [2.4, 0.18],
]);

/** The edge of the jacket's opening: half the width by height. */
const suitOpening = curve([
  [1.05, 0.43],
  [1.3, 0.4],
  [1.7, 0.27],
  [2.35, 0.06],
  [2.6, 0],
]);
const blouseOpening = curve([
  [1.1, 0.42],
  [1.6, 0.34],
  [2.3, 0.12],
  [2.6, 0],
]);

type Opening = (y: number) => number;

function jacket({ clothes: { shoulders, cloth } }: Person, opening: Opening): Layer {
  /** Height of the shoulder line by distance from the middle. */
  const top = curve([
    [0, 1.02],
    [0.3, 1.1],
    [0.48, 1.2],
    [0.75, 1.33],
    [1.1 * shoulders, 1.45],
    [1.4 * shoulders, 1.62],
    [1.62 * shoulders, 1.95],
    [1.75 * shoulders, 2.5],
    [3, 9],
  ]);
  const topAt = (x: number) => top(Math.abs(x));
  const body = (x: number, y: number) =>
    0.9 * Math.sqrt(Math.max(0, 1 - (x / (1.85 * shoulders)) ** 2)) + 0.22 * ramp(y, topAt(x), topAt(x) + 0.5);
  return {
    covers: (x, y) =>
      ramp(y, topAt(x) - 0.012, topAt(x) + 0.012) * ramp(Math.abs(x), opening(y) - 0.01, opening(y) + 0.01),
    tone(x, y) {
      const side = Math.abs(x);
      const light = (0.3 + lightOn(body, x, y) ** 1.5) * cloth * 1.25;
      const shoulderLine = 0.3 * bell(y - topAt(x) - 0.03, 0.035) * ramp(x, 0.6, -0.6);
      const seam = 0.4 * bell(side - opening(y) - 0.012, 0.014);
      const belowLapel = y < 1.12 ? 0 : bell(side - lapelEdge(y), 0.018);
      return (light + shoulderLine + seam) * (1 - 0.9 * belowLapel);
    },
    field(x, y) {
      const side = Math.abs(x);
      return side < lapelEdge(y) ? 0.9 * y - 0.5 * side : 0.8 * y + 0.62 * side;
    },
    spacing: 0.07,
    tolerance: 1.7,
  };
}

function shirt({ clothes: { collar } }: Person, opening: Opening): Layer {
  const neckline = (x: number) => {
    const side = Math.abs(x);
    return { blouse: 1.62 - 0.9 * side, open: 1.55 - 1.1 * side, tie: 1.3 - 0.62 * side }[collar];
  };
  return {
    covers: (x, y) =>
      ramp(y, neckline(x) - 0.015, neckline(x) + 0.015) * ramp(Math.abs(x), opening(y) + 0.02, opening(y)),
    tone(x, y) {
      const side = Math.abs(x);
      const fold =
        collar === 'blouse'
          ? 0.2 * bell(side - 0.1 - (y - 1.5) * 0.1, 0.02)
          : 0.75 * bell(y - neckline(x) - 0.2 - 0.1 * side, 0.018);
      return (x < 0 ? 0.98 : 0.8) * (1 - fold) * (1 - 0.5 * bell(side - opening(y), 0.05));
    },
    field: (x, y) => y - 0.5 * Math.abs(x),
    spacing: 0.058,
    tolerance: 0.9,
  };
}

const KNOT_ENDS = 1.47;

const tie: Layer = {
  covers(x, y) {
    const knot = mix(0.1, 0.075, ramp(y, 1.28, KNOT_ENDS));
    const half = y < KNOT_ENDS ? knot : mix(0.075, 0.17, ramp(y, KNOT_ENDS, 2.4));
    return ramp(y, 1.27, 1.29) * ramp(Math.abs(x), half + 0.012, half - 0.004);
  },
  tone: (x, y) => (0.42 - 0.16 * ramp(x, -0.1, 0.14)) * (1 - 0.85 * bell(y - KNOT_ENDS, 0.018)),
  field: (x, y) => 0.75 * y - 0.9 * x,
  spacing: 0.06,
  tolerance: 0.8,
};

/** Jacket, shirt and tie, from back to front. */
export function clothLayers(person: Person): Layer[] {
  const { collar } = person.clothes;
  const opening = collar === 'blouse' ? blouseOpening : suitOpening;
  return [jacket(person, opening), shirt(person, opening), ...(collar === 'tie' ? [tie] : [])];
}
