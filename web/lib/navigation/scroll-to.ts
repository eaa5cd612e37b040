/**
 * Scrolls to the element with this id, if the page has it; smoothly unless the visitor wants less
 * motion.
 */
export function scrollToId(id: string): void {
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' });
}
