import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Card } from './card.ts';

/** Previews are asked for in bursts, when an address is passed on; after that the thread's memory is given back. */
const IDLE_MS = 20 * SECOND_MS;

export type DrawRequest = { id: number; card: Card };
export type DrawAnswer = { id: number; png: Uint8Array } | { id: number; failure: string };

type Waiting = { resolve: (png: Buffer) => void; reject: (error: Error) => void };

/** Draws in a thread of its own, one image after the other, so that requests for pages never wait for one. */
export type Drawing = { draw: (card: Card) => Promise<Buffer>; close: () => Promise<void> };

export function createDrawing(): Drawing {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  async function stop(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  function fail(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void stop();
  }

  function take(answer: DrawAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('png' in answer) asked?.resolve(Buffer.from(answer.png));
    else asked?.reject(new Error(answer.failure));
    if (waiting.size > 0) return;
    idleTimer = setTimeout(() => void stop(), IDLE_MS);
    idleTimer.unref();
  }

  function start(): Worker {
    const started = new Worker(new URL('./draw-worker.ts', import.meta.url), { execArgv: [] });
    // It never keeps a process alive that wants to end.
    started.unref();
    started.on('message', take);
    started.on(
      'error',
      (error) => started === worker && fail(error instanceof Error ? error : new Error(String(error))),
    );
    return started;
  }

  return {
    draw(card) {
      clearTimeout(idleTimer);
      worker ??= start();
      lastId += 1;
      const request: DrawRequest = { id: lastId, card };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        worker?.postMessage(request);
      });
    },
    async close() {
      fail(new Error('Drawing has been stopped.'));
      await stop();
    },
  };
}
