import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { authQuery } from './features/accounts/auth.ts';
import { httpCatalogue } from './lib/catalogue-reader.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createAppRouter } from './router.tsx';

const queryClient = createQueryClient();
const router = createAppRouter({ queryClient, catalogue: httpCatalogue, siteUrl: window.location.origin });

// Asked while the page's code still loads; the answer is shown once the markup is taken over.
void queryClient.prefetchQuery(authQuery);

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
);
