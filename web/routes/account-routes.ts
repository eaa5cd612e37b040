import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '../features/layout/page-head.ts';
import { routeCode } from '../lib/route-code.ts';
import { queriesRoute } from './queries-route.ts';
import type { RouterContext } from './root.ts';
import { onlyValid, readFrom, textOf } from './search-values.ts';

const loadSocialProviders = async (page: { context: RouterContext }) =>
  (await routeCode(import('../features/accounts/load-social-providers.ts')))?.loadSocialProviders(page);

const loginRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/login',
  staticData: { file: 'web/pages/login.tsx' },
  component: lazyRouteComponent(() => import('../pages/login.tsx'), 'LoginPage'),
  validateSearch: onlyValid((search) => ({ ...readFrom(search), error: textOf(search.error) })),
  loader: loadSocialProviders,
  head: () => pageHead({ title: '로그인', isIndexed: false }),
});

const registerRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/register',
  staticData: { file: 'web/pages/register.tsx' },
  component: lazyRouteComponent(() => import('../pages/register.tsx'), 'RegisterPage'),
  validateSearch: onlyValid((search) => ({ ...readFrom(search), socialToken: textOf(search.socialToken) })),
  loader: loadSocialProviders,
  head: () => pageHead({ title: '회원가입', isIndexed: false }),
});

const accountRecoveryRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/account-recovery',
  staticData: { file: 'web/pages/account-recovery.tsx' },
  component: lazyRouteComponent(() => import('../pages/account-recovery.tsx'), 'AccountRecoveryPage'),
  head: () => pageHead({ title: '계정 찾기', isIndexed: false }),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/forgot-password',
  staticData: { file: 'web/pages/forgot-password.tsx' },
  component: lazyRouteComponent(() => import('../pages/forgot-password.tsx'), 'ForgotPasswordPage'),
  head: () => pageHead({ title: '비밀번호 재설정', isIndexed: false }),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/reset-password',
  staticData: { file: 'web/pages/reset-password.tsx' },
  component: lazyRouteComponent(() => import('../pages/reset-password.tsx'), 'ResetPasswordPage'),
  validateSearch: onlyValid((search) => ({ token: textOf(search.token) })),
  head: () => pageHead({ title: '새 비밀번호 정하기', isIndexed: false }),
});

const findIdRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: '/find-id',
  staticData: { file: 'web/pages/find-id.tsx' },
  component: lazyRouteComponent(() => import('../pages/find-id.tsx'), 'FindIdPage'),
  head: () => pageHead({ title: '아이디 찾기', isIndexed: false }),
});

/** The ways to an account: for visitors, so rendered like the public pages. */
export const accountRoutes = [
  loginRoute,
  registerRoute,
  accountRecoveryRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  findIdRoute,
] as const;
