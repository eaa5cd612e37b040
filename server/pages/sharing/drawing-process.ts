import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Card } from './card.ts';

/** Previews are asked for in bursts, when an address is passed on; after that the process and its memory go. */
const IDLE_MS = 20 * SECOND_MS;
const SCRIPT = fileURLToPath(new URL('./draw-cards.ts', import.meta.url));

export type DrawRequest = { id: number; card: Card };
export type DrawAnswer = { id: number; png: Uint8Array } | { id: number; failure: string };

type Waiting = { resolve: (png: Buffer) => void; reject: (error: Error) => void };

/** Draws in a process of its own, one image after the other, so that requests for pages never wait for one. */
export type Drawing = { draw: (card: Card) => Promise<Buffer>; close: () => void };

/** Starts the process: without our environment, which holds secrets, and after everything else that wants to compute. */
function startProcess(): ChildProcess {
  const child = fork(SCRIPT, { execArgv: [], env: {}, serialization: 'advanced' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // It never keeps this process alive; it ends by itself when this one does.
  child.unref();
  child.channel?.unref();
  return child;
}

export function createDrawing(): Drawing {
  const waiting = new Map<number, Waiting>();
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  /** Ends the process; whoever still waits for it is told why. */
  function stop(reason: string): void {
    clearTimeout(idleTimer);
    running?.kill();
    running = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function take(answer: DrawAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('png' in answer) asked?.resolve(Buffer.from(answer.png));
    else asked?.reject(new Error(answer.failure));
    if (waiting.size > 0) return;
    idleTimer = setTimeout(() => stop('idle'), IDLE_MS);
    idleTimer.unref();
  }

  function start(): ChildProcess {
    const child = startProcess();
    child.on('message', take);
    const handleEnd = (reason: string) => {
      if (child === running) stop(reason);
    };
    child.on('error', (error) => handleEnd(error.message));
    child.on('exit', (code, signal) => handleEnd(`The process that draws has ended (${code ?? signal}).`));
    return child;
  }

  return {
    draw(card) {
      clearTimeout(idleTimer);
      running ??= start();
      const child = running;
      lastId += 1;
      const request: DrawRequest = { id: lastId, card };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        child.send(request);
      });
    },
    close: () => stop('The shop is closing.'),
  };
}
