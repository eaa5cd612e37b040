import { bell, curve, mix, type Point, ramp } from './shapes.ts';

/**
 * What makes one face differ from another. Lengths in heights of half a face, angles in radians.
 */
export type Face = {
  /** To which side the head is turned. */
  turn: number;
  width: number;
  jaw: number;
  chin: number;
  brow: { y: number; thickness: number; tilt: number; ridge: number };
  eye: { apart: number; open: number; length: number; tilt: number };
  nose: { length: number; width: number; bridge: number };
  mouth: { width: number; full: number; smile: number };
  /** Folds of age beside nose and mouth, 0 to 1. */
  folds: number;
  cheeks: number;
};

export type Head = {
  /** Half the width of the head at a height. */
  halfWidth: (y: number) => number;
  /** Position on the face, as if it were seen from the front. */
  across: (x: number, y: number) => number;
  height: (x: number, y: number) => number;
  /**
   * 0 at the corner of an eye and at the end of a mouth; used to place what is drawn on the skin.
   */
  place: (across: number, y: number) => Point;
};

const SPREAD = 0.72;

/** The height field of a head without hair: skull, brow, eye sockets, nose, lips, chin, cheeks. */
export function headOf(face: Face): Head {
  const { width, jaw, chin } = face;
  const outline = curve([
    [-1.14, 0],
    [-1.08, 0.3 * width],
    [-0.95, 0.5 * width],
    [-0.7, 0.66 * width],
    [-0.35, 0.73 * width],
    [0, 0.725 * width],
    [0.25, 0.69 * width],
    [0.5, 0.61 * jaw],
    [0.7, 0.5 * jaw],
    [0.86, 0.36 * chin],
    [0.96, 0.21 * chin],
    [1.01, 0.1 * chin],
    [1.03, 0],
  ]);
  const halfWidth = (y: number) => (y <= -1.14 || y >= 1.03 ? 0 : Math.max(0, outline(y)));
  const across = (x: number, y: number) => {
    const half = halfWidth(y) || 0.01;
    const longitude = Math.asin(Math.min(1, Math.max(-1, x / half)));
    return Math.sin(longitude - face.turn) * SPREAD;
  };
  const place = (u: number, y: number): Point => [
    Math.sin(Math.asin(Math.min(1, Math.max(-1, u / SPREAD))) + face.turn) * halfWidth(y),
    y,
  ];
  const noseTip = 0.3 * face.nose.length;
  const ridge = curve([
    [-0.28, 0],
    [-0.12, 0.07 * face.nose.bridge],
    [0.1, 0.15 * face.nose.bridge],
    [noseTip - 0.04, 0.26],
    [noseTip + 0.05, 0.21],
    [noseTip + 0.13, 0.05],
    [noseTip + 0.22, 0],
  ]);
  const height = (x: number, y: number) => {
    const half = halfWidth(y);
    if (half === 0 || Math.abs(x) >= half) return 0;
    const skull = Math.sqrt(1 - (x / half) ** 2) * (0.3 + 0.72 * half) * mix(1, 0.92, ramp(y, -0.4, -1.1));
    const u = across(x, y);
    const side = Math.abs(u);
    const { eye, nose, mouth, brow } = face;
    const noseWidth = mix(0.07, 0.115, ramp(y, -0.1, noseTip)) * nose.width;
    return (
      skull +
      brow.ridge * 0.06 * bell(side - 0.26, 0.22) * bell(y - brow.y - 0.02, 0.09) -
      0.11 * bell(side - eye.apart, 0.17) * bell(y + 0.05, 0.12) +
      0.05 * bell(side - eye.apart, 0.1) * bell(y + 0.03, 0.055) +
      ridge(y) * bell(u, noseWidth) +
      0.08 * bell(side - 0.125 * nose.width, 0.06) * bell(y - noseTip - 0.02, 0.065) +
      face.cheeks * 0.06 * bell(side - 0.42, 0.17) * bell(y - 0.17, 0.17) +
      0.07 * bell(u, 0.27) * bell(y - 0.58, 0.17) +
      mouth.full * 0.04 * bell(u, 0.2 * mouth.width) * bell(y - 0.53, 0.035) +
      mouth.full * 0.06 * bell(u, 0.17 * mouth.width) * bell(y - 0.645, 0.045) -
      0.05 * bell(u, 0.22 * mouth.width) * bell(y - 0.585 + face.mouth.smile * u * u, 0.028) -
      0.045 * bell(u, 0.2) * bell(y - 0.75, 0.05) +
      0.07 * bell(u, 0.2) * bell(y - 0.89, 0.1) -
      face.folds *
        0.045 *
        bell(side - mix(0.19, 0.33, ramp(y, 0.34, 0.66)), 0.05) *
        ramp(y, 0.3, 0.4) *
        ramp(y, 0.76, 0.6) -
      face.folds * 0.03 * bell(side - 0.22, 0.1) * bell(y - 0.13, 0.035)
    );
  };
  return { halfWidth, across, height, place };
}
