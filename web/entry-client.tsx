import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { authQuery, forgetAccount, refreshAuth } from './features/accounts/auth.ts';
import { setUnauthorizedHandler } from './lib/api-client.ts';
import { httpCatalogue } from './lib/catalogue-reader.ts';
import { createQueryClient } from './lib/query-client.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.ts';

const queryClient = createQueryClient();
const router = createAppRouter({ queryClient, catalogue: httpCatalogue, siteUrl: window.location.origin });

// A session that ended meanwhile: the page shows it, and one that is only for the logged-in leads to the login (spec §6).
setUnauthorizedHandler((status) => {
  if (status === 401) forgetAccount(queryClient);
  const { matches, location } = router.state;
  const isGuarded = matches.some((match) => match.staticData.isGuarded);
  if (isGuarded) void router.navigate({ to: '/login', search: { from: location.href } });
});

// Asked while the page's code still loads; the answer is shown once the markup is taken over.
void queryClient.prefetchQuery(authQuery);

// A page that the browser had put by shows the state of then: somebody may have logged in or out since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void refreshAuth(queryClient);
});

hydrateRoot(
  document,
  <Providers queryClient={queryClient}>
    <RouterClient router={router} />
  </Providers>,
);
