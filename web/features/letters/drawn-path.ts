/** The drawing's own units, whatever its size on the screen: it stays when the page is resized. */
export const WIDTH = 600;
export const HEIGHT = 200;

export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** Fewer points are a slip of the finger. */
export const MIN_POINTS = 20;
/** More would not fit into what the server takes. */
export const MAX_POINTS = 2000;

export const pointsOf = (strokes: readonly Stroke[]): number => strokes.reduce((sum, { length }) => sum + length, 0);

/** The strokes as the path of an SVG: `M10,20L30,40`. */
export function pathOf(strokes: readonly Stroke[]): string {
  return strokes.map((stroke) => stroke.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x},${y}`).join('')).join('');
}

type Box = { left: number; top: number; width: number; height: number };

/** The place of a pointer within the drawing. */
export function pointIn(
  { left, top, width, height }: Box,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const within = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max));
  return [within(((clientX - left) / width) * WIDTH, WIDTH), within(((clientY - top) / height) * HEIGHT, HEIGHT)];
}
