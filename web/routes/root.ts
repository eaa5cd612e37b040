import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import type { SocialProviders } from '#shared/features/oauth/schemas.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { pageHead } from '../features/layout/page-head.ts';
import type { Queries } from '../lib/queries.ts';
import { RootDocument } from '../root-document.tsx';

/**
 * Describes what the router provides to loaders and pages. The catalogue is read from memory on the server and over
 * the API in the browser.
 */
export type RouterContext = {
  queries: Queries;
  catalogue: CatalogueReader;
  siteUrl: string;
  deskHours: DeskHours;
  /** Holidays that administrators have added, for the browser's business days. */
  holidays: readonly string[];
  /** Set on the server; the browser calls the API. */
  socialProviders?: SocialProviders;
};

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootDocument,
  notFoundComponent: lazyRouteComponent(() => import('../pages/not-found.tsx'), 'NotFoundPage'),
  // For pages without a head of their own: those that were not found.
  head: () => pageHead({ title: '없는 페이지', isIndexed: false }),
});
