/** A time limit of one call. `signal` aborts at its end, unless the call ended before. */
export type Deadline = { signal: AbortSignal; end: () => void };

/**
 * Unlike AbortSignal.timeout it ends with the call, instead of building an error ten seconds after
 * it.
 */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('the provider did not answer in time')), ms);
  timer.unref();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
