import type { Point } from './shapes.ts';

/** Marching squares: for the four corners above the level, the pairs of edges that a line joins. */
const JOINS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[3, 2]],
  [[2, 1]],
  [[3, 1]],
  [[1, 0]],
  [
    [3, 0],
    [1, 2],
  ],
  [[2, 0]],
  [[3, 0]],
  [[0, 3]],
  [[0, 2]],
  [
    [0, 1],
    [2, 3],
  ],
  [[0, 1]],
  [[1, 3]],
  [[1, 2]],
  [[2, 3]],
  [],
];

type Field = (x: number, y: number) => number;
type Options = {
  size: number;
  step: number;
  /** Distance of the levels. */
  spacing: number;
  /** Where lines are wanted at all. */
  isWanted: (x: number, y: number) => boolean;
};

/** The lines of equal value of a field in a square, each as connected points. */
export function isolines(field: Field, { size, step, spacing, isWanted }: Options): Point[][] {
  const count = Math.floor(size / step) + 1;
  const at = (index: number): Point => [(index % count) * step, Math.floor(index / count) * step];
  const values = Array.from({ length: count * count }, (_, index) => field(...at(index)) / spacing);
  const wanted = Array.from({ length: count * count }, (_, index) => isWanted(...at(index)));
  const byLevel = new Map<number, Segment[]>();
  for (let row = 0; row < count - 1; row += 1) {
    for (let col = 0; col < count - 1; col += 1) {
      const first = row * count + col;
      const corners = [first, first + 1, first + count + 1, first + count];
      if (!corners.some((index) => wanted[index])) continue;
      const heights = corners.map((index) => values[index] ?? 0);
      for (let level = Math.ceil(Math.min(...heights)); level < Math.max(...heights); level += 1) {
        const found = byLevel.get(level) ?? [];
        found.push(...cellSegments(heights, level, col, row, step));
        byLevel.set(level, found);
      }
    }
  }
  return [...byLevel.values()].flatMap(joinSegments);
}

type Segment = { from: string; to: string; points: readonly [Point, Point] };

function cellSegments(heights: readonly number[], level: number, col: number, row: number, step: number): Segment[] {
  const [a = 0, b = 0, c = 0, d = 0] = heights;
  const cell = (a > level ? 8 : 0) | (b > level ? 4 : 0) | (c > level ? 2 : 0) | (d > level ? 1 : 0);
  const cut = (from: number, to: number) => (level - from) / (to - from);
  const edges: readonly { key: string; point: () => Point }[] = [
    { key: `${col},${row},h`, point: () => [(col + cut(a, b)) * step, row * step] },
    { key: `${col + 1},${row},v`, point: () => [(col + 1) * step, (row + cut(b, c)) * step] },
    { key: `${col},${row + 1},h`, point: () => [(col + cut(d, c)) * step, (row + 1) * step] },
    { key: `${col},${row},v`, point: () => [col * step, (row + cut(a, d)) * step] },
  ];
  return (JOINS[cell] ?? []).flatMap(([first, second]) => {
    const [from, to] = [edges[first], edges[second]];
    return from && to ? [{ from: from.key, to: to.key, points: [from.point(), to.point()] as const }] : [];
  });
}

function joinSegments(segments: readonly Segment[]): Point[][] {
  const byEdge = new Map<string, Segment[]>();
  for (const segment of segments) {
    for (const key of [segment.from, segment.to]) byEdge.set(key, [...(byEdge.get(key) ?? []), segment]);
  }
  const used = new Set<Segment>();
  const follow = (start: string): Point[] => {
    const points: Point[] = [];
    let key: string | undefined = start;
    while (key !== undefined) {
      const next: Segment | undefined = byEdge.get(key)?.find((segment) => !used.has(segment));
      if (!next) break;
      used.add(next);
      const isForward: boolean = next.from === key;
      points.push(next.points[isForward ? 1 : 0]);
      key = isForward ? next.to : next.from;
    }
    return points;
  };
  const lines: Point[][] = [];
  for (const segment of segments) {
    if (used.has(segment)) continue;
    used.add(segment);
    const back = follow(segment.from).reverse();
    lines.push([...back, segment.points[0], segment.points[1], ...follow(segment.to)]);
  }
  return lines;
}
