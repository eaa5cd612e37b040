import { createPainter } from './draw-card.ts';
import type { DrawAnswer, DrawRequest } from './drawing-process.ts';

/** The process that draws: takes cards, answers with images, and ends with the one that started it. */
const painter = createPainter();
// One after the other: two at once would only take each other's processor.
let last: Promise<void> = Promise.resolve();

async function answer({ id, card }: DrawRequest): Promise<DrawAnswer> {
  try {
    const paint = await painter;
    return { id, png: await paint(card) };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (request: DrawRequest) => {
  last = last.then(async () => {
    process.send?.(await answer(request));
  });
});
