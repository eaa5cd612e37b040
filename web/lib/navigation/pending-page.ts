/** Marks the placeholder that is shown while a page loads. */
export const PENDING_PAGE = 'data-pending-page';

let resolveMounted = () => {};
const mounted = new Promise<void>((resolve) => {
  resolveMounted = resolve;
});

/** The placeholder is hydrated, or was rendered in the browser. */
export function notePendingPage(): void {
  resolveMounted();
}

/** Returns whether the placeholder is in the document. */
export function isPagePending(): boolean {
  return typeof document !== 'undefined' && document.querySelector(`[${PENDING_PAGE}]`) !== null;
}

/**
 * Waits until a placeholder that the server sent is hydrated. A redirect before that would hydrate
 * its markup as another page's, and React would render the whole document again.
 */
export async function untilHydrated(): Promise<void> {
  if (isPagePending()) await mounted;
}
