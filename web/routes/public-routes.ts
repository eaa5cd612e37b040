import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGES } from '#shared/pages.ts';
import { routeCode } from '#web/lib/navigation/route-code.ts';
import { idOf } from '#web/lib/navigation/search-values.ts';
import { pageHead, publicHead } from '../features/layout/page-head.ts';
import { queriesRoute } from './queries-route.ts';
import { rootRoute } from './root.ts';
import { onlyValid, readChoice, readListSearch } from './search-values.ts';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.home.path,
  staticData: { file: 'web/pages/home.tsx' },
  component: lazyRouteComponent(() => import('../pages/home.tsx'), 'HomePage'),
  loader: async (page) => (await routeCode(import('../pages/load-home.ts')))?.loadHome(page),
  head: publicHead(PAGES.home),
});

const loaders = () => routeCode(import('../pages/services/load-services.ts'));

const servicesRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.services.path,
  staticData: { file: 'web/pages/services/services.tsx' },
  component: lazyRouteComponent(() => import('../pages/services/services.tsx'), 'ServicesPage'),
  validateSearch: readListSearch,
  loader: async (page) => (await loaders())?.loadServices(page),
  head: ({ match, loaderData }) => {
    const { path, title, description } = { ...PAGES.services, ...loaderData };
    return pageHead({ place: { siteUrl: match.context.siteUrl, path }, title, description });
  },
});

const serviceRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/services/$serviceId',
  staticData: { file: 'web/pages/services/service.tsx' },
  component: lazyRouteComponent(() => import('../pages/services/service.tsx'), 'ServicePage'),
  validateSearch: readChoice,
  loader: async (page) => (await loaders())?.loadService(page),
  head: (page) =>
    pageHead({
      place: { siteUrl: page.match.context.siteUrl, path: page.match.pathname },
      title: page.loaderData?.title,
      description: page.loaderData?.tagline,
      image: `/og${page.match.pathname}.png`,
    }),
});

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.about.path,
  staticData: { file: 'web/pages/about.tsx' },
  component: lazyRouteComponent(() => import('../pages/about.tsx'), 'AboutPage'),
  head: publicHead(PAGES.about),
});

/** Open without a login, which is asked for on sending (contract §5). */
const consultationsRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.consult.path,
  staticData: { file: 'web/pages/consult/consultations.tsx' },
  component: lazyRouteComponent(() => import('../pages/consult/consultations.tsx'), 'ConsultationsPage'),
  validateSearch: onlyValid((search) => ({ serviceId: idOf(search.serviceId), previousId: idOf(search.previousId) })),
  head: publicHead(PAGES.consult),
});

const infoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.info.path,
  staticData: { file: 'web/pages/info.tsx' },
  component: lazyRouteComponent(() => import('../pages/info.tsx'), 'InfoPage'),
  head: publicHead(PAGES.info),
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.terms.path,
  staticData: { file: 'web/pages/terms.tsx' },
  component: lazyRouteComponent(() => import('../pages/terms.tsx'), 'TermsPage'),
  head: publicHead(PAGES.terms),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.privacy.path,
  staticData: { file: 'web/pages/privacy.tsx' },
  component: lazyRouteComponent(() => import('../pages/privacy.tsx'), 'PrivacyPage'),
  head: publicHead(PAGES.privacy),
});

/** Pages that are the same for all users. */
export const publicRoutes = [homeRoute, aboutRoute, infoRoute, termsRoute, privacyRoute] as const;

/** The pages of the catalogue and of questions about it, which use the query cache. */
export const catalogueRoutes = [servicesRoute, serviceRoute, consultationsRoute] as const;
