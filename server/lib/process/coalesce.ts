/**
 * Limits the concurrent runs of `work` in this process. A call beyond the limit returns at once;
 * the first run that ends repeats once for all such calls, so that no wake-up is lost.
 */
export function coalesceUpTo<Options>(
  limit: number,
  work: (options: Options) => Promise<void>,
): (options: Options) => Promise<void> {
  let running = 0;
  let isWanted = false;
  return async (options) => {
    if (running >= limit) {
      isWanted = true;
      return;
    }
    running += 1;
    try {
      do {
        isWanted = false;
        await work(options);
      } while (isWanted);
    } finally {
      running -= 1;
    }
  };
}

/** Coalesces concurrent calls: a call during a run causes one more run after it. */
export function coalesce<Options>(work: (options: Options) => Promise<void>): (options: Options) => Promise<void> {
  return coalesceUpTo(1, work);
}
