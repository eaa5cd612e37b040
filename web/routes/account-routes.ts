import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGES } from '#shared/pages.ts';
import { routeCode } from '#web/lib/navigation/route-code.ts';
import { textOf } from '#web/lib/navigation/search-values.ts';
import { publicHead } from '../features/layout/page-head.ts';
import { queriesRoute } from './queries-route.ts';
import type { RouterContext } from './root.ts';
import { onlyValid, readFrom } from './search-values.ts';

const loadSocialProviders = async (page: { context: RouterContext }) =>
  (await routeCode(import('#web/features/accounts/social/load-social-providers.ts')))?.loadSocialProviders(page);

const loginRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.login.path,
  staticData: { file: 'web/pages/login.tsx' },
  component: lazyRouteComponent(() => import('../pages/login.tsx'), 'LoginPage'),
  validateSearch: onlyValid((search) => ({
    ...readFrom(search),
    error: textOf(search.error),
    factors: textOf(search.factors),
  })),
  loader: loadSocialProviders,
  head: publicHead(PAGES.login),
});

const registerRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.register.path,
  staticData: { file: 'web/pages/register.tsx' },
  component: lazyRouteComponent(() => import('../pages/register.tsx'), 'RegisterPage'),
  validateSearch: onlyValid((search) => ({ ...readFrom(search), socialToken: textOf(search.socialToken) })),
  loader: loadSocialProviders,
  head: publicHead(PAGES.register),
});

const accountRecoveryRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.accountRecovery.path,
  staticData: { file: 'web/pages/account-recovery.tsx' },
  component: lazyRouteComponent(() => import('../pages/account-recovery.tsx'), 'AccountRecoveryPage'),
  head: publicHead(PAGES.accountRecovery),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.forgotPassword.path,
  staticData: { file: 'web/pages/forgot-password.tsx' },
  component: lazyRouteComponent(() => import('../pages/forgot-password.tsx'), 'ForgotPasswordPage'),
  head: publicHead(PAGES.forgotPassword),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.resetPassword.path,
  staticData: { file: 'web/pages/reset-password.tsx' },
  component: lazyRouteComponent(() => import('../pages/reset-password.tsx'), 'ResetPasswordPage'),
  validateSearch: onlyValid((search) => ({ token: textOf(search.token) })),
  head: publicHead(PAGES.resetPassword),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.verifyEmail.path,
  staticData: { file: 'web/pages/verify-email.tsx' },
  component: lazyRouteComponent(() => import('../pages/verify-email.tsx'), 'VerifyEmailPage'),
  validateSearch: onlyValid((search) => ({ token: textOf(search.token) })),
  head: publicHead(PAGES.verifyEmail),
});

const undoEmailRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.undoEmail.path,
  staticData: { file: 'web/pages/undo-email.tsx' },
  component: lazyRouteComponent(() => import('../pages/undo-email.tsx'), 'UndoEmailPage'),
  validateSearch: onlyValid((search) => ({ token: textOf(search.token) })),
  head: publicHead(PAGES.undoEmail),
});

const staffInvitationRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.staffInvitation.path,
  staticData: { file: 'web/pages/staff-invitation.tsx' },
  component: lazyRouteComponent(() => import('../pages/staff-invitation.tsx'), 'StaffInvitationPage'),
  validateSearch: onlyValid((search) => ({ token: textOf(search.token) })),
  head: publicHead(PAGES.staffInvitation),
});

/** Where an invitation to a case leads; title and preview name neither service nor person (contract §8). */
const joinRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.join.path,
  staticData: { file: 'web/pages/join/join.tsx' },
  component: lazyRouteComponent(() => import('../pages/join/join.tsx'), 'JoinPage'),
  validateSearch: onlyValid((search) => ({ token: textOf(search.token) })),
  head: publicHead(PAGES.join),
});

const findIdRoute = createRoute({
  getParentRoute: () => queriesRoute,
  path: PAGES.findId.path,
  staticData: { file: 'web/pages/find-id.tsx' },
  component: lazyRouteComponent(() => import('../pages/find-id.tsx'), 'FindIdPage'),
  head: publicHead(PAGES.findId),
});

/** Login, sign-up and recovery: for visitors, so rendered like the public pages. */
export const accountRoutes = [
  loginRoute,
  registerRoute,
  accountRecoveryRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  undoEmailRoute,
  staffInvitationRoute,
  joinRoute,
  findIdRoute,
] as const;
