/** How far down is worth knowing, in per cent (spec §4). */
const MILESTONES = [25, 50, 75, 90];

type Position = { top: number; viewHeight: number; pageHeight: number };

/** How much of what can be scrolled was; undefined for a page that has no scrollbar, which would be at its end at once. */
export function scrolledPercent({ top, viewHeight, pageHeight }: Position): number | undefined {
  const scrollable = pageHeight - viewHeight;
  return scrollable > 0 ? (top / scrollable) * 100 : undefined;
}

/** The milestones passed by now that were not reported before, in their order. */
export function passedMilestones(percent: number, reported: ReadonlySet<number>): number[] {
  return MILESTONES.filter((milestone) => percent >= milestone && !reported.has(milestone));
}
