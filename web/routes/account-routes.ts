import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '../features/layout/page-head.ts';
import { optional } from '../lib/optional.ts';
import { rootRoute } from './root.ts';
import { fromSearch, textOf } from './search-values.ts';

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { file: 'web/pages/login.tsx' },
  component: lazyRouteComponent(() => import('../pages/login.tsx'), 'LoginPage'),
  validateSearch: (search) => ({ ...fromSearch(search), ...optional('error', textOf(search.error)) }),
  head: () => pageHead({ title: '로그인', isIndexed: false }),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  staticData: { file: 'web/pages/register.tsx' },
  component: lazyRouteComponent(() => import('../pages/register.tsx'), 'RegisterPage'),
  validateSearch: (search) => ({ ...fromSearch(search), ...optional('socialToken', textOf(search.socialToken)) }),
  head: () => pageHead({ title: '회원가입', isIndexed: false }),
});

const accountRecoveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account-recovery',
  staticData: { file: 'web/pages/account-recovery.tsx' },
  component: lazyRouteComponent(() => import('../pages/account-recovery.tsx'), 'AccountRecoveryPage'),
  head: () => pageHead({ title: '계정 찾기', isIndexed: false }),
});

/** The ways to an account: for visitors, so rendered like the public pages. */
export const accountRoutes = [loginRoute, registerRoute, accountRecoveryRoute] as const;
