import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import { safeReturnPath } from '#shared/rules/return-path.ts';
import { ErrorPage } from './error-boundary.tsx';
import { requireLogin } from './features/accounts/auth.ts';
import { pageHead } from './features/layout/page-head.ts';
import { childServicesQuery, serviceQuery, servicesQuery } from './features/services/api.ts';
import { optional } from './lib/optional.ts';
import { pageTransition } from './lib/page-transition.ts';
import { readLoadedData, writeLoadedData } from './lib/query-handover.ts';
import { NotFoundPage } from './pages/not-found.tsx';
import { RootDocument } from './root-document.tsx';
import { PageSpinner } from './ui/spinner.tsx';

/** What loaders and pages get from the router: on the server from memory, in the browser over the API. */
export type RouterContext = { queryClient: QueryClient; catalogue: CatalogueReader; siteUrl: string };

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootDocument,
  notFoundComponent: NotFoundPage,
});

/** Pages that only the logged-in see: the server sends the shell alone, the same for every address and person. */
const PERSONAL = { ssr: false } as const;

function fromSearch(search: Record<string, unknown>): { from?: string } {
  const from = safeReturnPath(search.from);
  return from === undefined ? {} : { from };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function idOf(value: unknown): number | undefined {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : undefined;
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { file: 'web/pages/home.tsx' },
  component: lazyRouteComponent(() => import('./pages/home.tsx'), 'HomePage'),
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/' }),
});

const servicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/services',
  staticData: { file: 'web/pages/services/services.tsx' },
  component: lazyRouteComponent(() => import('./pages/services/services.tsx'), 'ServicesPage'),
  // The page shows its own loading and error states, so the browser does not wait here.
  loader: ({ context }) => {
    const loading = context.queryClient.prefetchQuery(servicesQuery(context.catalogue));
    return import.meta.env.SSR ? loading : undefined;
  },
  head: ({ match }) =>
    pageHead(match.context.siteUrl, {
      path: '/services',
      title: '서비스',
      description: '입대 전부터 전역 후까지 필요한 법률 서비스를 비용과 함께 확인하고 바로 신청합니다.',
    }),
});

const serviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/services/$serviceId',
  staticData: { file: 'web/pages/services/service.tsx' },
  component: lazyRouteComponent(() => import('./pages/services/service.tsx'), 'ServicePage'),
  loader: async ({ context, params }) => {
    const id = idOf(params.serviceId);
    const service =
      id === undefined ? null : await context.queryClient.ensureQueryData(serviceQuery(context.catalogue, id));
    if (!service) throw notFound({ routeId: rootRoute.id, data: { message: '서비스를 찾을 수 없습니다.' } });
    if (import.meta.env.SSR) {
      const idLists = service.description.sections.flatMap(({ serviceIds }) =>
        serviceIds?.length ? [serviceIds] : [],
      );
      await Promise.all(
        idLists.map((ids) => context.queryClient.prefetchQuery(childServicesQuery(context.catalogue, ids))),
      );
    }
    return { title: service.title, tagline: service.tagline };
  },
  head: ({ match, loaderData }) =>
    pageHead(match.context.siteUrl, {
      path: match.pathname,
      title: loaderData?.title,
      description: loaderData?.tagline,
    }),
});

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  staticData: { file: 'web/pages/about.tsx' },
  component: lazyRouteComponent(() => import('./pages/about.tsx'), 'AboutPage'),
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/about', title: '센터 소개' }),
});

const infoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/info',
  staticData: { file: 'web/pages/info.tsx' },
  component: lazyRouteComponent(() => import('./pages/info.tsx'), 'InfoPage'),
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/info', title: '군 복무 정보' }),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { file: 'web/pages/login.tsx' },
  component: lazyRouteComponent(() => import('./pages/login.tsx'), 'LoginPage'),
  validateSearch: (search) => ({ ...fromSearch(search), ...optional('error', textOf(search.error)) }),
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/login', title: '로그인' }),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  staticData: { file: 'web/pages/register.tsx' },
  component: lazyRouteComponent(() => import('./pages/register.tsx'), 'RegisterPage'),
  validateSearch: (search) => ({ ...fromSearch(search), ...optional('socialToken', textOf(search.socialToken)) }),
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/register', title: '회원가입' }),
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  ...PERSONAL,
  staticData: { file: 'web/pages/profile.tsx' },
  component: lazyRouteComponent(() => import('./pages/profile.tsx'), 'ProfilePage'),
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/profile', title: '마이페이지', isPersonal: true }),
});

const purchaseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/purchase',
  ...PERSONAL,
  staticData: { file: 'web/pages/purchase/purchase.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('./pages/purchase/purchase.tsx'), 'PurchasePage'),
  validateSearch: (search) => ({
    ...optional('serviceId', idOf(search.serviceId)),
    ...optional('selectedPlan', textOf(search.selectedPlan)),
    ...optional('soldierId', idOf(search.soldierId)),
  }),
  beforeLoad: requireLogin,
  head: ({ match }) => pageHead(match.context.siteUrl, { path: '/purchase', title: '결제', isPersonal: true }),
});

const purchaseResultRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/purchase/result',
  ...PERSONAL,
  staticData: { file: 'web/pages/purchase/result.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('./pages/purchase/result.tsx'), 'PurchaseResultPage'),
  validateSearch: (search) => optional('orderId', idOf(search.orderId)),
  beforeLoad: requireLogin,
  head: ({ match }) =>
    pageHead(match.context.siteUrl, { path: '/purchase/result', title: '주문 결과', isPersonal: true }),
});

const soldierRegisterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/soldier/register',
  ...PERSONAL,
  staticData: { file: 'web/pages/soldier/register.tsx' },
  component: lazyRouteComponent(() => import('./pages/soldier/register.tsx'), 'SoldierRegisterPage'),
  validateSearch: fromSearch,
  head: ({ match }) =>
    pageHead(match.context.siteUrl, { path: '/soldier/register', title: '군인 등록', isPersonal: true }),
});

const soldierEditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/soldier/$soldierId/edit',
  ...PERSONAL,
  staticData: { file: 'web/pages/soldier/edit.tsx' },
  component: lazyRouteComponent(() => import('./pages/soldier/edit.tsx'), 'SoldierEditPage'),
  validateSearch: fromSearch,
  head: ({ match }) =>
    pageHead(match.context.siteUrl, { path: match.pathname, title: '군인 정보 수정', isPersonal: true }),
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  servicesRoute,
  serviceRoute,
  aboutRoute,
  infoRoute,
  loginRoute,
  registerRoute,
  profileRoute,
  purchaseRoute,
  purchaseResultRoute,
  soldierRegisterRoute,
  soldierEditRoute,
]);

/** The routes with their page files; one router per browser tab, and one per rendering on the server. */
export function createAppRouter(context: RouterContext) {
  const { queryClient } = context;
  return createRouter({
    routeTree,
    context,
    dehydrate: () => ({ loaded: writeLoadedData(queryClient) }),
    hydrate: ({ loaded }) => readLoadedData(queryClient, loaded),
    // Search values stay the texts they are: `?token=123` is no number.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    defaultHashScrollIntoView: { behavior: 'smooth' },
    defaultViewTransition: pageTransition(),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Source file of the page, by which the server finds the built files to preload. */
    file?: string;
    /** Only for the logged-in: a 401 on this page leads to the login. */
    isGuarded?: boolean;
  }
}
