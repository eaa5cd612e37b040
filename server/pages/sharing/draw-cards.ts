import { workForParent } from '#server/lib/process/work-for-parent.ts';
import type { Card } from './card.ts';
import { createPainter } from './draw-card.ts';

/** Worker process that draws sharing images. */
const painter = createPainter();
workForParent(async (card: Card) => {
  const paint = await painter;
  return paint(card);
});
