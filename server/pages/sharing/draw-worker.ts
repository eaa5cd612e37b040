import { parentPort } from 'node:worker_threads';
import { createPainter } from './draw-card.ts';
import type { DrawAnswer, DrawRequest } from './drawing-thread.ts';

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

parentPort?.on('message', (request: DrawRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)));
});
