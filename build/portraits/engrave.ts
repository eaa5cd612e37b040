import type { Point } from './shapes.ts';

/** Thinner than this nothing is printed. */
const MIN_WIDTH = 0.32;
/** Shorter runs look like dirt. */
const MIN_POINTS = 7;

type Swelling = { at: Point; width: number };

/** Splits a line where its tone is too dark for ink, and gives each point its width. */
function swellingRuns(line: readonly Point[], widthAt: (x: number, y: number) => number): Swelling[][] {
  const runs: Swelling[][] = [];
  let run: Swelling[] = [];
  for (const at of line) {
    const width = widthAt(...at);
    if (width >= MIN_WIDTH) run.push({ at, width });
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** Douglas and Peucker: drops the points that are nearer to the line than the tolerance. */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (points.length < 3 || !first || !last) return [...points];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy) || 1;
  let worst = 0;
  let split = 0;
  for (const [index, [x, y]] of points.entries()) {
    const distance = Math.abs((x - first[0]) * dy - (y - first[1]) * dx) / length;
    if (distance > worst) [worst, split] = [distance, index];
  }
  if (worst <= tolerance) return [first, last];
  return [...simplify(points.slice(0, split + 1), tolerance).slice(0, -1), ...simplify(points.slice(split), tolerance)];
}

/** Lines, or closed shapes, as one path in whole numbers, each point relative to the one before. */
export function pathData(shapes: readonly (readonly Point[])[], scale: number, isClosed: boolean): string {
  // Where the path is once a shape is finished: closing it returns to its first point.
  let [restX, restY] = [0, 0];
  let data = '';
  for (const shape of shapes) {
    let [px, py] = [restX, restY];
    let numbers = 0;
    for (const [index, [x, y]] of shape.entries()) {
      const [nx, ny] = [Math.round(x * scale), Math.round(y * scale)];
      const [dx, dy] = [nx - px, ny - py];
      if (index === 0) {
        data += `m${dx}${dy < 0 ? '' : ' '}${dy}`;
        [restX, restY] = [nx, ny];
      } else if (dx !== 0 || dy !== 0) {
        data += `${numbers === 0 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
        numbers += 1;
      }
      [px, py] = [nx, ny];
    }
    if (isClosed) data += 'z';
    else [restX, restY] = [px, py];
  }
  return data;
}

/** One line of the engraving as a filled shape that swells with the light. */
function outlineOf(run: readonly Swelling[], tolerance: number): Point[] {
  const edge = (sign: 1 | -1) =>
    run.map(({ at: [x, y], width }, index): Point => {
      const [ax, ay] = (run[index - 2] ?? run[index - 1] ?? run[index])?.at ?? [x, y];
      const [bx, by] = (run[index + 2] ?? run[index + 1] ?? run[index])?.at ?? [x, y];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const half = (sign * width) / 2;
      return [x - ((by - ay) / length) * half, y + ((bx - ax) / length) * half];
    });
  return [...simplify(edge(1), tolerance), ...simplify(edge(-1).reverse(), tolerance)];
}

/** The lines as filled shapes, as wide as `widthAt` has it; the shortest are left out. */
export function engrave(
  lines: readonly (readonly Point[])[],
  widthAt: (x: number, y: number) => number,
  tolerance: number,
): Point[][] {
  return lines
    .flatMap((line) => swellingRuns(line, widthAt))
    .filter((run) => run.length >= MIN_POINTS)
    .map((run) => outlineOf(run, tolerance));
}
