import type { Face } from './head.ts';
import { bell, curve, mix, type Point, ramp } from './shapes.ts';

export type Hair = {
  /** 1 inside the hair, 0 outside. */
  covers: (x: number, y: number) => number;
  /** Equal along a strand. */
  strand: (x: number, y: number) => number;
  tone: (x: number, y: number) => number;
};

export type Person = {
  key: string;
  face: Face;
  hair: Hair;
  clothes: { collar: 'tie' | 'blouse' | 'open'; shoulders: number; cloth: number };
  neck: number;
  hasGlasses: boolean;
  showsEar: boolean;
  lipTone: number;
};

const polar = (x: number, y: number, cx: number, cy: number) => ({
  radius: Math.hypot(x - cx, y - cy),
  angle: Math.atan2(y - cy, x - cx),
});

/**
 * Inside of a cap between an outer edge around the skull and a hairline, both by angle and place.
 */
type Cap = {
  centre: Point;
  /** Radius of the outer edge by angle, from -180 to 180 degrees; -90 is up. */
  outer: readonly Point[];
  /** Lower edge in front by x. */
  hairline: readonly Point[];
  soft?: number;
};

const DEGREES = 180 / Math.PI;

function capHair(
  cap: Cap,
  { base, shine, shineAt, waves }: { base: number; shine: number; shineAt: number; waves: number },
): Hair {
  const outer = curve(cap.outer);
  const hairline = curve(cap.hairline);
  const soft = cap.soft ?? 0.03;
  return {
    covers(x, y) {
      const { radius, angle } = polar(x, y, ...cap.centre);
      return (
        ramp(radius, outer(angle * DEGREES) + soft, outer(angle * DEGREES) - soft) *
        ramp(y, hairline(x) + soft, hairline(x) - soft)
      );
    },
    strand: (x, y) => {
      const { radius, angle } = polar(x * 1.02, y, ...cap.centre);
      return radius + 0.03 * Math.sin(angle * 3 + waves) + 0.012 * Math.sin(angle * 11 + radius * 9);
    },
    tone(x, y) {
      const { radius, angle } = polar(x, y, ...cap.centre);
      const lock = 0.5 + 0.5 * Math.sin(radius * 46 + 2.2 * Math.sin(angle * 2.2 + waves));
      const light = bell(angle * DEGREES - shineAt, 34) * bell(radius - outer(angle * DEGREES) * 0.84, 0.2);
      return (
        base * mix(0.55, 1, lock) +
        shine * light * mix(0.6, 1, lock) +
        0.1 * bell(radius - outer(angle * DEGREES), 0.05)
      );
    },
  };
}

const HONG: Person = {
  key: 'hong',
  face: {
    turn: 0.2,
    width: 1.02,
    jaw: 1.08,
    chin: 1.12,
    brow: { y: -0.2, thickness: 0.05, tilt: 0.02, ridge: 1.2 },
    eye: { apart: 0.29, open: 0.042, length: 0.125, tilt: 0.02 },
    nose: { length: 1.06, width: 1.08, bridge: 1.05 },
    mouth: { width: 1.05, full: 0.75, smile: 0.55 },
    folds: 1,
    cheeks: 0.9,
  },
  hair: capHair(
    {
      centre: [0.02, -0.28],
      outer: [
        [-180, 0.79],
        [-160, 0.83],
        [-130, 0.94],
        [-100, 0.99],
        [-70, 0.98],
        [-40, 0.9],
        [-20, 0.81],
        [0, 0.77],
        [20, 0.76],
        [180, 0.79],
      ],
      hairline: [
        [-0.8, 0.02],
        [-0.69, -0.02],
        [-0.62, -0.42],
        [-0.5, -0.72],
        [-0.3, -0.84],
        [0, -0.74],
        [0.3, -0.72],
        [0.5, -0.62],
        [0.6, -0.4],
        [0.68, -0.12],
        [0.72, 0.02],
        [0.9, 0.02],
      ],
    },
    { base: 0.42, shine: 0.5, shineAt: -125, waves: 0.5 },
  ),
  clothes: { collar: 'tie', shoulders: 1.08, cloth: 0.3 },
  neck: 1.08,
  hasGlasses: true,
  showsEar: true,
  lipTone: 0.62,
};

const SEONG: Person = {
  key: 'seong',
  face: {
    turn: -0.22,
    width: 0.95,
    jaw: 0.9,
    chin: 0.88,
    brow: { y: -0.2, thickness: 0.034, tilt: 0.015, ridge: 0.4 },
    eye: { apart: 0.285, open: 0.058, length: 0.128, tilt: 0.03 },
    nose: { length: 0.94, width: 0.84, bridge: 0.75 },
    mouth: { width: 0.92, full: 1.05, smile: 0.8 },
    folds: 0.1,
    cheeks: 1,
  },
  hair: capHair(
    {
      centre: [0, -0.18],
      outer: [
        [-180, 0.9],
        [-160, 0.94],
        [-130, 1.02],
        [-100, 1.06],
        [-70, 1.05],
        [-40, 0.98],
        [-15, 0.92],
        [0, 0.92],
        [30, 1.0],
        [50, 1.1],
        [65, 1.18],
        [80, 1.2],
        [100, 1.2],
        [115, 1.18],
        [130, 1.1],
        [150, 1.0],
        [180, 0.9],
      ],
      hairline: [
        [-1, 0.95],
        [-0.8, 0.92],
        [-0.66, 0.6],
        [-0.63, 0.2],
        [-0.6, -0.3],
        [-0.5, -0.58],
        [-0.3, -0.76],
        [-0.16, -0.86],
        [0.1, -0.72],
        [0.35, -0.52],
        [0.52, -0.22],
        [0.6, 0.15],
        [0.66, 0.6],
        [0.8, 0.92],
        [1, 0.95],
      ],
    },
    { base: 0.2, shine: 0.62, shineAt: -128, waves: 2 },
  ),
  clothes: { collar: 'blouse', shoulders: 0.9, cloth: 0.36 },
  neck: 0.82,
  hasGlasses: false,
  showsEar: false,
  lipTone: 0.5,
};

const LEE: Person = {
  key: 'lee',
  face: {
    turn: 0.16,
    width: 0.96,
    jaw: 0.98,
    chin: 0.98,
    brow: { y: -0.2, thickness: 0.048, tilt: 0.01, ridge: 0.9 },
    eye: { apart: 0.285, open: 0.046, length: 0.125, tilt: 0.025 },
    nose: { length: 1, width: 0.95, bridge: 0.95 },
    mouth: { width: 1, full: 0.9, smile: 0.65 },
    folds: 0.25,
    cheeks: 0.7,
  },
  hair: capHair(
    {
      centre: [0.02, -0.3],
      outer: [
        [-180, 0.76],
        [-160, 0.84],
        [-130, 1.0],
        [-105, 1.08],
        [-80, 1.08],
        [-50, 1.0],
        [-25, 0.84],
        [0, 0.75],
        [20, 0.74],
        [180, 0.76],
      ],
      hairline: [
        [-0.8, 0.05],
        [-0.68, 0.02],
        [-0.62, -0.36],
        [-0.54, -0.6],
        [-0.3, -0.62],
        [0, -0.56],
        [0.2, -0.6],
        [0.42, -0.58],
        [0.54, -0.5],
        [0.61, -0.3],
        [0.67, 0.04],
        [0.9, 0.05],
      ],
    },
    { base: 0.2, shine: 0.55, shineAt: -120, waves: 4 },
  ),
  clothes: { collar: 'open', shoulders: 1, cloth: 0.24 },
  neck: 0.98,
  hasGlasses: false,
  showsEar: true,
  lipTone: 0.62,
};

export const PEOPLE: readonly Person[] = [HONG, SEONG, LEE];
