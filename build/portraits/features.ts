import type { Head } from './head.ts';
import type { Person } from './people.ts';
import type { Point } from './shapes.ts';

/** What lines alone cannot say at this size: eyes, the line of the mouth, nostrils, glasses. */
export type Mark = { points: readonly Point[]; ink: 'ground' | 'line'; fill?: true; width?: number; opacity?: number };

const STEPS = 6;
const along = (from: number, to: number, at: (t: number) => Point): Point[] =>
  Array.from({ length: STEPS + 1 }, (_, i) => at(from + ((to - from) * i) / STEPS));

function eyeMarks({ face }: Person, { place }: Head, side: 1 | -1): Mark[] {
  const { apart, open, length, tilt } = face.eye;
  const y0 = -0.03;
  const lid = (height: number, grow = 0) =>
    along(-1 - grow, 1 + grow, (t) => {
      const bend = Math.max(0, 1 - t * t) ** 0.75;
      return place(side * (apart + t * length), y0 - height * bend - tilt * t);
    });
  const upper = lid(open);
  const lower = lid(-0.62 * open);
  const iris = (radius: number, dx = 0, dy = 0): Point[] => {
    const [cx, cy] = place(side * apart, y0 - 0.2 * open);
    return Array.from({ length: 9 }, (_, i) => {
      const angle = (i / 9) * 2 * Math.PI;
      const y = Math.min(y0 + 0.6 * open, Math.max(y0 - open, cy + dy + radius * Math.sin(angle)));
      return [cx + dx + radius * 0.92 * Math.cos(angle), y];
    });
  };
  const lashes = [...lid(open + 0.006), place(side * (apart + 1.16 * length), y0 - 0.01 - tilt)];
  return [
    { points: [...lid(open + 0.016), ...lid(-0.62 * open - 0.014).reverse()], ink: 'ground', fill: true },
    { points: [...upper, ...lower.reverse()], ink: 'line', fill: true, opacity: 0.6 },
    { points: iris(0.06), ink: 'ground', fill: true },
    { points: iris(0.016, -0.016, -0.014), ink: 'line', fill: true },
    { points: lashes, ink: 'ground', width: 4.2 },
    { points: lid(open + 0.052).slice(1, -1), ink: 'ground', width: 1.8 },
  ];
}

function browMarks({ face }: Person, { place }: Head, side: 1 | -1): Mark[] {
  const { brow, eye } = face;
  const edge = (lift: number) =>
    along(0, 1, (t) => {
      const u = 0.12 + t * (eye.apart + eye.length + 0.06 - 0.12);
      const arch = 0.035 * Math.sin(t * 2.6) - 0.006 * (1 - t);
      return place(side * u, brow.y + 0.02 - arch - brow.tilt * t - lift * (t < 0.05 ? 0.7 : 1 - 0.85 * t ** 2.5));
    });
  return [{ points: [...edge(brow.thickness), ...edge(-0.25 * brow.thickness).reverse()], ink: 'ground', fill: true }];
}

function earMarks({ face }: Person, { halfWidth }: Head): Mark[] {
  const side = face.turn > 0 ? -1 : 1;
  const x = side * (halfWidth(0.05) - 0.02);
  const rim = (size: number) =>
    along(-1, 1, (t) => [
      x + side * size * 0.11 * Math.cos(t * 1.5) ** 0.6,
      0.06 + 0.2 * size * Math.sin(t * 1.5) - 0.02 * t,
    ]);
  return [
    { points: rim(1), ink: 'ground', fill: true },
    { points: rim(1), ink: 'line', width: 2.4 },
    { points: rim(0.62), ink: 'line', width: 1.6 },
  ];
}

function mouthMarks(person: Person, { place }: Head): Mark[] {
  const { face } = person;
  const half = 0.27 * face.mouth.width;
  const line = along(-1, 1, (t) => place(t * half, 0.592 - face.mouth.smile * 0.075 * t * t + 0.012 * Math.cos(t * 6)));
  const lip = (depth: number, dip: number) =>
    along(-1, 1, (t) =>
      place(
        t * half * 0.94,
        0.592 - face.mouth.smile * 0.075 * t * t - depth * (1 - t * t) ** 0.7 + dip * Math.exp(-((t / 0.2) ** 2)),
      ),
    );
  const [upper, lower] = [lip(0.062 * face.mouth.full, 0.016), lip(-0.07 * face.mouth.full, 0)];
  return [
    { points: [...upper, ...[...line].reverse()], ink: 'ground', fill: true },
    { points: [...lower, ...[...line].reverse()], ink: 'ground', fill: true },
    { points: [...upper, ...[...line].reverse()], ink: 'line', fill: true, opacity: person.lipTone - 0.14 },
    { points: [...lower, ...[...line].reverse()], ink: 'line', fill: true, opacity: person.lipTone + 0.1 },
    { points: line, ink: 'ground', width: 3 },
  ];
}

function noseMarks({ face }: Person, { place }: Head): Mark[] {
  const y = 0.3 * face.nose.length + 0.085;
  return [1, -1].map((side) => ({
    points: [
      place(side * 0.045 * face.nose.width, y + 0.008),
      place(side * 0.085 * face.nose.width, y - 0.012),
      place(side * 0.115 * face.nose.width, y + 0.004),
    ],
    ink: 'ground',
    width: 3.6,
  }));
}

function glassesMarks({ face }: Person, head: Head): Mark[] {
  const { apart } = face.eye;
  const lens = (side: 1 | -1) =>
    Array.from({ length: 17 }, (_, i): Point => {
      const angle = (i / 16) * 2 * Math.PI;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      // A rounded rectangle.
      return head.place(
        side * (apart + 0.012) + 0.195 * Math.sign(c) * Math.abs(c) ** 0.6,
        -0.005 + 0.135 * Math.sign(s) * Math.abs(s) ** 0.6,
      );
    });
  const bridge = along(-1, 1, (t) => head.place(t * (apart - 0.185), -0.05 - 0.02 * (1 - t * t)));
  const near = face.turn > 0 ? -1 : 1;
  const arm = [head.place(near * (apart + 0.205), -0.05), [near * (head.halfWidth(0) + 0.03), -0.045] as const];
  const rims = [lens(1), lens(-1), bridge, arm];
  return rims
    .flatMap((points): Mark[] => [{ points, ink: 'ground', width: 6 }])
    .concat(rims.map((points) => ({ points, ink: 'line', width: 2.6 })));
}

export function featureMarks(person: Person, head: Head): Mark[] {
  return [
    ...(person.showsEar ? earMarks(person, head) : []),
    ...browMarks(person, head, 1),
    ...browMarks(person, head, -1),
    ...eyeMarks(person, head, 1),
    ...eyeMarks(person, head, -1),
    ...mouthMarks(person, head),
    ...noseMarks(person, head),
    ...(person.hasGlasses ? glassesMarks(person, head) : []),
  ];
}
