import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '../features/layout/page-head.ts';
import { routeCode } from '../lib/route-code.ts';
import { queriesRoute } from './queries-route.ts';
import { rootRoute } from './root.ts';

type Placed = { match: { context: { siteUrl: string }; pathname: string } };

/** Where a page is, under the one address that search engines should know it by. */
const placeOf = ({ match }: Placed) => ({ siteUrl: match.context.siteUrl, path: match.pathname });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { file: 'web/pages/home.tsx' },
  component: lazyRouteComponent(() => import('../pages/home.tsx'), 'HomePage'),
  head: (page) => pageHead({ place: placeOf(page) }),
});

const loaders = () => routeCode(import('../pages/services/load-services.ts'));

const servicesRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/services',
  staticData: { file: 'web/pages/services/services.tsx' },
  component: lazyRouteComponent(() => import('../pages/services/services.tsx'), 'ServicesPage'),
  loader: async (page) => (await loaders())?.loadServices(page),
  head: (page) =>
    pageHead({
      place: placeOf(page),
      title: '서비스',
      description: '입대 전부터 전역 후까지 필요한 법률 서비스를 비용과 함께 확인하고 바로 신청합니다.',
    }),
});

const serviceRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/services/$serviceId',
  staticData: { file: 'web/pages/services/service.tsx' },
  component: lazyRouteComponent(() => import('../pages/services/service.tsx'), 'ServicePage'),
  loader: async (page) => (await loaders())?.loadService(page),
  head: (page) =>
    pageHead({
      place: placeOf(page),
      title: page.loaderData?.title,
      description: page.loaderData?.tagline,
      image: `/og${page.match.pathname}.png`,
    }),
});

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  staticData: { file: 'web/pages/about.tsx' },
  component: lazyRouteComponent(() => import('../pages/about.tsx'), 'AboutPage'),
  head: (page) =>
    pageHead({
      place: placeOf(page),
      title: '센터 소개',
      description: '군 복무와 관련한 법률 문제만 다루는 변호사와 위원을 소개합니다.',
    }),
});

const infoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/info',
  staticData: { file: 'web/pages/info.tsx' },
  component: lazyRouteComponent(() => import('../pages/info.tsx'), 'InfoPage'),
  head: (page) => pageHead({ place: placeOf(page), title: '군 복무 정보' }),
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  staticData: { file: 'web/pages/terms.tsx' },
  component: lazyRouteComponent(() => import('../pages/terms.tsx'), 'TermsPage'),
  head: (page) =>
    pageHead({
      place: placeOf(page),
      title: '이용약관',
      description: '군 복무 법률지원센터를 이용하는 조건과 절차, 신청과 환불, 서로의 책임을 정한 약관입니다.',
    }),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: { file: 'web/pages/privacy.tsx' },
  component: lazyRouteComponent(() => import('../pages/privacy.tsx'), 'PrivacyPage'),
  head: (page) =>
    pageHead({
      place: placeOf(page),
      title: '개인정보 처리방침',
      description: '어떤 개인정보를 왜 처리하고 언제 지우는지, 어떤 권리가 있는지 알려드립니다.',
    }),
});

/** Pages that are the same for everybody, with everything on them. */
export const publicRoutes = [homeRoute, aboutRoute, infoRoute, termsRoute, privacyRoute] as const;

/** The same of what is sold, which the query cache keeps. */
export const catalogueRoutes = [servicesRoute, serviceRoute] as const;
