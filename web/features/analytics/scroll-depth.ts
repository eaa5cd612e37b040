/** The reported milestones in per cent (spec §4). */
const MILESTONES = [25, 50, 75, 90];

type Position = { top: number; viewHeight: number; pageHeight: number };

/**
 * Share of the scrollable height that was scrolled; undefined for a page without a scrollbar, which
 * would count as 100 % at once.
 */
export function scrolledPercent({ top, viewHeight, pageHeight }: Position): number | undefined {
  const scrollable = pageHeight - viewHeight;
  return scrollable > 0 ? (top / scrollable) * 100 : undefined;
}

/** The milestones reached that were not reported before, in order. */
export function passedMilestones(percent: number, reported: ReadonlySet<number>): number[] {
  return MILESTONES.filter((milestone) => percent >= milestone && !reported.has(milestone));
}
