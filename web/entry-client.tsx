import './lib/no-eval.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { safeReturnTo } from '#shared/rules/return-to.ts';
import { forgetAccount, refreshAuth } from './features/accounts/auth.ts';
import { setUnauthorizedHandler } from './lib/api-client.ts';
import { httpCatalogue } from './lib/catalogue-reader.ts';
import type { Queries } from './lib/queries.ts';
import { createAppRouter } from './router.ts';
import moreFontsAddress from './styles/fonts.css?url';

const queries: Queries = {};
const router = createAppRouter({ queries, catalogue: httpCatalogue, siteUrl: window.location.origin });

// A session or a right that ended meanwhile: the page shows it, and one that is not for everybody leads on (spec §6).
setUnauthorizedHandler((status) => {
  const guarded = router.state.matches.filter((match) => match.staticData.isGuarded);
  if (guarded.length > 0) void leadOn(guarded.some((match) => match.staticData.isForStaff));
  else if (status === 401) forgetAccount(queries);
});

let isLeading = false;

/** Asks anew who is here, since somebody else may have logged in or a right may be gone, and leads to where that person belongs. */
async function leadOn(isForStaff: boolean): Promise<void> {
  // A page that still stands there may be refused several times.
  if (isLeading) return;
  isLeading = true;
  try {
    const { href } = router.state.location;
    const account = await refreshAuth();
    if (account && isForStaff && account.role !== 'admin') await router.navigate({ to: '/profile' });
    else await router.navigate({ to: '/login', search: { from: safeReturnTo(href) } });
    if (!account) forgetAccount(queries);
  } finally {
    isLeading = false;
  }
}

// Asked while the page's code still loads; the answer is shown once the markup is taken over.
void refreshAuth();

// A page that the browser had put by shows the state of then: somebody may have logged in or out since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void refreshAuth();
});

// As a transition, the markup is taken over in slices of a few milliseconds, between which the browser answers taps and paints.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});

// Letters that the site's own font file lacks, of which there are few: no paint waits for them. Stands first in the head, because of
// two faces with the same letter the later one is taken.
const moreFonts = document.createElement('link');
moreFonts.rel = 'stylesheet';
moreFonts.href = moreFontsAddress;
document.head.prepend(moreFonts);
