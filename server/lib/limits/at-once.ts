import { AppError } from '#server/lib/errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** Begins an act of a key; the function that it returns ends the act, once. */
export type BeginAct = (key: number | string) => () => void;

/**
 * Creates a limit of acts that are under way in this process at a time, of each key. The function
 * throws TOO_MANY_REQUESTS beyond it.
 */
export function createAtOnce(most: number): BeginAct {
  const acts = new Map<number | string, number>();

  function end(key: number | string): void {
    const left = (acts.get(key) ?? 1) - 1;
    if (left > 0) acts.set(key, left);
    else acts.delete(key);
  }

  return (key) => {
    const own = acts.get(key) ?? 0;
    if (own >= most) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    acts.set(key, own + 1);
    let isOpen = true;
    return () => {
      if (isOpen) end(key);
      isOpen = false;
    };
  };
}
