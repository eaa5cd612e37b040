/** Messages between a worker process and its parent. */
export type WorkRequest<Work> = { id: number; work: Work };
export type WorkAnswer<Result> = { id: number; result: Result } | { id: number; failure: string };
/** Sent once, when the code of the process has loaded. */
export type WorkerReady = { isReady: true };

/**
 * Makes this process a worker of its parent (`worker-process.ts`): receives work, sends results,
 * and exits with the parent.
 */
export function workForParent<Work, Result>(work: (given: Work) => Promise<Result>): void {
  // Sequential: concurrent work would only compete for processor and memory.
  let last: Promise<void> = Promise.resolve();

  async function answer(request: WorkRequest<Work>): Promise<WorkAnswer<Result>> {
    try {
      return { id: request.id, result: await work(request.work) };
    } catch (error) {
      return { id: request.id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: WorkRequest<Work>) => {
    last = last.then(async () => {
      process.send?.(await answer(request));
    });
  });
  process.send?.({ isReady: true } satisfies WorkerReady);
}
