/** A time without a write, in seconds after the fault. */
export type Gap = { from: number; to: number };

/** Shorter ones are the pace of the load. */
const SHORTEST_SECONDS = 1;

/**
 * Finds the gaps between `writes` (sorted times in ms) that reach into the time from `fault` to
 * `until`.
 */
export function findGaps(writes: readonly number[], fault: number, until: number): Gap[] {
  const before = writes.findLast((at) => at < fault) ?? fault;
  const times = [before, ...writes.filter((at) => at >= fault && at <= until), until];
  return times
    .map((at, index) => ({ from: ((times[index - 1] ?? at) - fault) / 1000, to: (at - fault) / 1000 }))
    .filter(({ from, to }) => to - from >= SHORTEST_SECONDS);
}

/** Formats them, as in `0.0–20.6, 21.0–22.4`. */
export function formatGaps(gaps: readonly Gap[]): string {
  return gaps.map(({ from, to }) => `${Math.max(0, from).toFixed(1)}–${to.toFixed(1)}`).join(', ') || 'none';
}

export const totalOf = (gaps: readonly Gap[]): number => gaps.reduce((sum, { from, to }) => sum + to - from, 0);
