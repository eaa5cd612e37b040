import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import { declareHolidays } from '#shared/rules/work/declared-holidays.ts';
import type { AdminPage } from '#web/admin-kit/admin-pages.ts';
import { pageTransition } from '#web/lib/navigation/page-transition.ts';
import { scrollKey, scrollRule } from '#web/lib/navigation/scroll-rule.ts';
import { ErrorPage } from './error-boundary.tsx';
import { PendingPage } from './features/layout/pending-page.tsx';
import { dehydrateQueries, hydrateQueries } from './lib/dehydrate-queries.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { personalRoutes } from './routes/personal-routes.ts';
import { catalogueRoutes, publicRoutes } from './routes/public-routes.ts';
import { queriesRoute } from './routes/queries-route.ts';
import { type RouterContext, rootRoute } from './routes/root.ts';

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  queriesRoute.addChildren([...catalogueRoutes, ...accountRoutes, ...personalRoutes, adminRoutes]),
]);

/** The routes; one router per browser tab, and one per rendering on the server. */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    dehydrate: () => ({
      loaded: context.queries.client && dehydrateQueries(context.queries.client),
      siteUrl: context.siteUrl,
      deskHours: context.deskHours,
      holidays: context.holidays,
    }),
    async hydrate({ loaded, siteUrl, deskHours, holidays }) {
      // The configured address of the site, whatever host the request used.
      context.siteUrl = siteUrl;
      context.deskHours = deskHours;
      declareHolidays(holidays);
      if (loaded === undefined) return;
      const { queryClientOf } = await import('./lib/query-client.ts');
      hydrateQueries(queryClientOf(context.queries), loaded);
    },
    // Search values stay strings: the router's own parser makes a number of `?token=123`.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
    // All unknown addresses show the same page.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: scrollRule(),
    getScrollRestorationKey: scrollKey,
    defaultHashScrollIntoView: { behavior: 'smooth' },
    defaultViewTransition: pageTransition(),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A call of the page before was refused: the login must not lead back at once, in a circle. */
    isRefused?: boolean;
    /** The page shows what was created just now, and says that it is saved. */
    isCreated?: boolean;
    /** Title of the admin page that was left because the account may not open it. */
    refusedPage?: string;
  }
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Source file of the page: the server finds the built files to preload by it. */
    file?: string | undefined;
    /** Only for logged-in users: a 401 or 403 on this page leads to the login. */
    isGuarded?: boolean;
    /**
     * The frame of the administration, in place of the shop's header, footer and main element. A
     * user who loses the role is redirected to their own page.
     */
    isForAdmins?: boolean;
    /** Only pages of the administration: title in the menu, permissions, badge. */
    admin?: AdminPage;
  }
}
