/** Loads code; a browser keeps what has come, so it may be called again. */
type Load = () => Promise<unknown>;

const waiting = new Set<Load>();
let isBegun = false;

function loadWhenIdle(load: Load): void {
  // The part asks for it again when it is shown, and says what is wrong.
  const begin = () => void load().catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(begin);
  else setTimeout(begin, 500);
}

/** Names code that the page may need, so that it is there before the network goes. */
export function expectLateCode(load: Load): void {
  if (import.meta.env.SSR) return;
  if (isBegun) loadWhenIdle(load);
  else waiting.add(load);
}

/** Loads what was named, each when the browser is idle, and from now on what will be. */
export function beginLateCode(): void {
  isBegun = true;
  for (const load of waiting) loadWhenIdle(load);
  waiting.clear();
}
