import './lib/no-eval.ts';
import './lib/translated-pages.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';
import { forgetAccount, refreshAuth } from './features/accounts/auth.ts';
import { lazyCatalogue } from './lib/lazy-catalogue.ts';
import type { Queries } from './lib/queries.ts';
import { onLogoutElsewhere } from './lib/storage/storage.ts';
import { setUnauthorizedHandler } from './lib/unauthorized.ts';
import { createAppRouter } from './router.ts';
import moreFontsAddress from './styles/fonts.css?url';
import { beginLateCode } from './ui/late/late-code.ts';

const queries: Queries = {};
const router = createAppRouter({
  queries,
  catalogue: lazyCatalogue,
  // They come with the page.
  siteUrl: window.location.origin,
  deskHours: DEFAULT_DESK_HOURS,
  holidays: [],
});

// The session or the role may end meanwhile: show it, and leave pages that need a login (spec §6).
function leaveAfter(status: number): void {
  const guarded = router.state.matches.filter((match) => match.staticData.isGuarded);
  if (guarded.length > 0) void leadOn(guarded.some((match) => match.staticData.isForAdmins));
  else if (status === 401) forgetAccount(queries);
}
setUnauthorizedHandler(leaveAfter);
onLogoutElsewhere(() => leaveAfter(401));

let isLeading = false;

/**
 * Checks again who is logged in, because the user or the role may have changed, and redirects to a
 * page that the user may see.
 */
async function leadOn(isForAdmins: boolean): Promise<void> {
  // Several calls of the same page may be refused.
  if (isLeading) return;
  isLeading = true;
  try {
    const { href } = router.state.location;
    const account = await refreshAuth();
    if (account && isForAdmins && account.role !== 'admin') await router.navigate({ to: '/profile' });
    else await router.navigate({ to: '/login', search: { from: safeReturnTo(href) }, state: { isRefused: true } });
    if (!account) forgetAccount(queries);
  } finally {
    isLeading = false;
  }
}

// Starts while the page's code still loads; the answer is shown after hydration.
const account = refreshAuth();

// A page from the back/forward cache shows old state: the login may have changed since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void refreshAuth();
});

// As a transition, React hydrates in slices of a few milliseconds, so that taps and paints are not
// blocked.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});

// The font for characters that the site font lacks. It comes first in the head, because of two
// faces with the same character the later one wins.
const moreFonts = document.createElement('link');
moreFonts.rel = 'stylesheet';
moreFonts.href = moreFontsAddress;
function loadMoreFonts(): void {
  if (moreFonts.isConnected) return;
  // The second file too, for the pages that follow (build/site-font.ts). A face of the machine's own
  // fonts fails where it lacks them.
  for (const face of document.fonts) face.load().catch(() => {});
  document.head.prepend(moreFonts);
}

// Such characters are few, and most are in what accounts hold: without one the font waits.
void account.then((known) => known && loadMoreFonts());

/** Long after the page is usable; most visitors give a sign before. */
const LATE_MS = 6000;

// Needed with the first click at the earliest, so the first page does not wait for it. What fails to
// load without a network is loaded by a later sign of the visitor.
const guard = () => {
  clearTimeout(late);
  loadMoreFonts();
  beginLateCode();
  void import('./features/layout/navigation-guard.ts').then((code) => code.guardNavigation(router), listen);
};
function listen() {
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll']) addEventListener(sign, guard, { once: true });
}
listen();
const late = setTimeout(guard, LATE_MS);
