import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { SocialProviders } from '#shared/contract/oauth.ts';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import { pageHead } from '../features/layout/page-head.ts';
import type { Queries } from '../lib/queries.ts';
import { RootDocument } from '../root-document.tsx';

/** What loaders and pages get from the router. The catalogue is read from memory on the server and over the API here. */
export type RouterContext = {
  queries: Queries;
  catalogue: CatalogueReader;
  siteUrl: string;
  /** On the server, which knows them; the browser asks. */
  socialProviders?: SocialProviders;
};

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootDocument,
  notFoundComponent: lazyRouteComponent(() => import('../pages/not-found.tsx'), 'NotFoundPage'),
  // For the pages that have nothing of their own to say: those that were not found.
  head: () => pageHead({ isIndexed: false }),
});
