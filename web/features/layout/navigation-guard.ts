import type { AnyRouter, BlockerFn } from '@tanstack/react-router';
import { NETWORK_ERROR_MESSAGE } from '#web/lib/api-error.ts';
import { installWorker } from '#web/lib/trusted-html.ts';

const NOTICE_CLASS =
  'fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-6 border-line border-t bg-surface px-6 py-3 text-ink-900';
const RETRY_CLASS = 'min-h-11 font-semibold text-olive-700 underline underline-offset-4';

/** Made without React: its code is loaded by then, but the notice is no part of any page. */
function createNotice(handleRetry: () => void): HTMLElement {
  const notice = document.createElement('div');
  notice.className = NOTICE_CLASS;
  notice.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = NETWORK_ERROR_MESSAGE;
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.className = RETRY_CLASS;
  retry.textContent = '다시 시도';
  retry.addEventListener('click', handleRetry);
  notice.append(text, retry);
  return notice;
}

/**
 * Without a network a click keeps the page and says why: the next page's code could not be loaded,
 * and the browser would show an error page of its own. Steps back lead to pages that are loaded.
 */
function keepPageOffline({ history }: AnyRouter): void {
  let notice: HTMLElement | undefined;
  const clear = () => {
    notice?.remove();
    notice = undefined;
  };
  const blockerFn: BlockerFn = ({ currentLocation, nextLocation, action }) => {
    clear();
    const isForward = action === 'PUSH' || action === 'REPLACE';
    if (navigator.onLine || !isForward || currentLocation.pathname === nextLocation.pathname) return false;
    notice = createNotice(() => history.push(nextLocation.href));
    document.body.append(notice);
    return true;
  };
  history.block({ blockerFn, enableBeforeUnload: false });
  window.addEventListener('online', clear);
}

/** A page that is being left takes no more input: what is typed into it would be lost. */
function lockLeftPage(router: AnyRouter): void {
  const setInert = (isInert: boolean) => document.getElementById('main')?.toggleAttribute('inert', isInert);
  const unlock = () => setInert(false);
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) =>
    setInert(fromLocation !== undefined && pathChanged),
  );
  router.subscribe('onRendered', ({ pathChanged }) => {
    unlock();
    // An inert element could not take the focus when the new page was announced.
    if (pathChanged) document.getElementById('main')?.focus({ preventScroll: true });
  });
  router.subscribe('onResolved', unlock);
  // A page from the back/forward cache was left for another document.
  window.addEventListener('pageshow', unlock);
}

let isGuarded = false;

/** Does what the pages of this document do while they are left. Further calls do nothing. */
export function guardNavigation(router: AnyRouter): void {
  if (isGuarded) return;
  isGuarded = true;
  keepPageOffline(router);
  lockLeftPage(router);
  if (import.meta.env.PROD) void installWorker();
}
