/** Work that does not run beside itself in this process: asked for while it runs, it runs once more after that. */
export function oneAtATime<Options>(work: (options: Options) => Promise<void>): (options: Options) => Promise<void> {
  let isRunning = false;
  let isWanted = false;
  return async (options) => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        await work(options);
      }
    } finally {
      isRunning = false;
    }
  };
}
