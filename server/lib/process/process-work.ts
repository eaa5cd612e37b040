/** What the two ends of a working process say to each other. */
export type WorkRequest<Work> = { id: number; work: Work };
export type WorkAnswer<Result> = { id: number; result: Result } | { id: number; failure: string };

/**
 * Makes this process one that works for the process that started it (`working-process.ts`): takes
 * work, answers with results, and ends with the other one.
 */
export function workForParent<Work, Result>(work: (given: Work) => Promise<Result>): void {
  // One after the other: two at once would only take each other's processor and memory.
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
}
