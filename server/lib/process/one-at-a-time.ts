/**
 * Limits how often `work` runs at the same time in this process. A call beyond the limit returns at
 * once, and the first run that ends runs once more for all such calls, so that no wake-up is lost.
 */
export function atMost<Options>(
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

/** Work that does not run beside itself in this process: asked for while it runs, it runs once more after that. */
export function oneAtATime<Options>(work: (options: Options) => Promise<void>): (options: Options) => Promise<void> {
  return atMost(1, work);
}
