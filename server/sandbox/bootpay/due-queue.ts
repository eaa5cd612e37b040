import type { Clock } from '#server/lib/clock.ts';

/**
 * How soon work is looked at again that failed, or whose timer fired before the clock was there.
 */
const AGAIN_MS = 20;

type Work = { dueAtMs: number; run: () => Promise<void>; running: Promise<void> | undefined };

/** Work that is done once its time has come. */
export type DueQueue = {
  /** Runs `run` when the clock has moved by `ms`; again and again while it throws. */
  after: (ms: number, run: () => Promise<void>) => void;
  /** Runs what is due by now and waits for it. Not to be called from work of the queue itself. */
  catchUp: () => Promise<void>;
  stop: () => void;
};

/**
 * Creates a queue that follows `clock`, so that a test which moves its clock decides when things
 * happen. Timers only make sure that nothing is late by a clock that runs.
 */
export function createDueQueue(clock: Clock): DueQueue {
  const waiting = new Set<Work>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function execute(work: Work): Promise<void> {
    try {
      await work.run();
      waiting.delete(work);
    } catch {
      arm(AGAIN_MS);
    } finally {
      work.running = undefined;
    }
  }

  async function catchUp(): Promise<void> {
    const nowMs = clock.now().getTime();
    const due = [...waiting].filter(({ dueAtMs }) => dueAtMs <= nowMs);
    await Promise.all(
      due.map((work) => {
        work.running ??= execute(work);
        return work.running;
      }),
    );
  }

  /** One timer, for what is due first. */
  function arm(leastMs: number): void {
    clearTimeout(timer);
    if (isStopped || waiting.size === 0) return;
    const firstMs = Math.min(...[...waiting].map(({ dueAtMs }) => dueAtMs)) - clock.now().getTime();
    timer = setTimeout(() => void catchUp().then(() => arm(AGAIN_MS)), Math.max(firstMs, leastMs));
    timer.unref();
  }

  return {
    after(ms, run) {
      waiting.add({ dueAtMs: clock.now().getTime() + ms, run, running: undefined });
      arm(0);
    },
    catchUp,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
