declare global {
  interface Window {
    /** The last click on a button before hydration, and a function that stops listening. */
    earlyTaps?: { last?: Event; stop: () => void };
  }
}

/**
 * Listens before any other script runs. It is written into the document as text, so it uses nothing
 * from outside. A form that the browser sent by itself would load the page again, with what was
 * typed in its address; the click on its button, which Enter makes too, is repeated instead.
 */
function collectEarlyTaps(): void {
  const taps: NonNullable<Window['earlyTaps']> = {
    stop() {
      removeEventListener('click', note, true);
      removeEventListener('submit', hold, true);
    },
  };
  function note(event: Event): void {
    if (event.target instanceof Element && event.target.closest('button')) taps.last = event;
  }
  function hold(event: Event): void {
    event.preventDefault();
  }
  addEventListener('click', note, true);
  addEventListener('submit', hold, true);
  window.earlyTaps = taps;
}

/** The code for the document's head. */
export const COLLECT_EARLY_TAPS = import.meta.env.SSR ? `(${collectEarlyTaps.toString()})()` : '';

/**
 * Repeats the last click on a button that came before hydration. Of several one counts: most are
 * the same tap again because nothing happened.
 */
export function repeatEarlyTap(): void {
  const { earlyTaps } = window;
  earlyTaps?.stop();
  delete window.earlyTaps;
  const last = earlyTaps?.last;
  // A click that made React hydrate the page is still on its way, and React gets it.
  if (!(last?.target instanceof Element) || last.eventPhase !== Event.NONE) return;
  const button = last.target.closest('button');
  // After what was entered before hydration, which waits for a timer as well.
  setTimeout(() => button?.click());
}
