import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireFullPageLoad } from '#web/lib/navigation/require-full-page-load.ts';
import { idOf, textOf } from '#web/lib/navigation/search-values.ts';
import { requireDuePassword, requireLogin } from '../features/accounts/auth.ts';
import { unlistedHead } from '../features/layout/page-head.ts';
import { queriesRoute } from './queries-route.ts';
import { onlyValid, readFrom } from './search-values.ts';

/** The server sends a shell that is the same for every address and user. */
const SHELL = { getParentRoute: () => queriesRoute, ssr: false } as const;

const profileRoute = createRoute({
  ...SHELL,
  path: '/profile',
  staticData: { file: 'web/pages/profile.tsx' },
  component: lazyRouteComponent(() => import('../pages/profile.tsx'), 'ProfilePage'),
  head: unlistedHead('마이페이지'),
});

const profileEditRoute = createRoute({
  ...SHELL,
  path: '/profile/edit',
  staticData: { file: 'web/pages/profile-edit.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/profile-edit.tsx'), 'ProfileEditPage'),
  validateSearch: onlyValid(readFrom),
  beforeLoad: requireLogin,
  head: unlistedHead('회원 정보 수정'),
});

const secondFactorRoute = createRoute({
  ...SHELL,
  path: '/profile/second-factor',
  staticData: { file: 'web/pages/second-factor.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/second-factor.tsx'), 'SecondFactorPage'),
  validateSearch: onlyValid(readFrom),
  beforeLoad: requireLogin,
  head: unlistedHead('2단계 인증'),
});

/** Opens the provider's window, as the purchase does. */
const identityRoute = createRoute({
  ...SHELL,
  path: '/profile/identity',
  staticData: { file: 'web/pages/identity/identity.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/identity/identity.tsx'), 'IdentityPage'),
  beforeLoad: async (options) => {
    await requireLogin(options);
    requireFullPageLoad(options);
  },
  head: unlistedHead('본인인증'),
});

/** Where the window of the identity check returns to; its id is in the path. */
const identityReturnRoute = createRoute({
  ...SHELL,
  path: '/profile/identity/$authenticationId',
  staticData: { file: 'web/pages/identity/return.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/identity/return.tsx'), 'IdentityReturnPage'),
  validateSearch: onlyValid(({ event, receipt_id, error_code }) => ({
    event: textOf(event),
    receipt_id: textOf(receipt_id),
    error_code: textOf(error_code),
  })),
  beforeLoad: requireLogin,
  head: unlistedHead('본인인증'),
});

/** The identity check of a person who was invited to a case. */
const joinIdentityRoute = createRoute({
  ...SHELL,
  path: '/join/identity',
  staticData: { file: 'web/pages/join/identity.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/join/identity.tsx'), 'JoinIdentityPage'),
  beforeLoad: async (options) => {
    await requireLogin(options);
    requireFullPageLoad(options);
  },
  head: unlistedHead('본인인증'),
});

const joinReturnRoute = createRoute({
  ...SHELL,
  path: '/join/identity/$authenticationId',
  staticData: { file: 'web/pages/join/return.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/join/return.tsx'), 'JoinReturnPage'),
  validateSearch: onlyValid(({ event, receipt_id, error_code }) => ({
    event: textOf(event),
    receipt_id: textOf(receipt_id),
    error_code: textOf(error_code),
  })),
  beforeLoad: requireLogin,
  head: unlistedHead('참여 확인'),
});

const changePasswordRoute = createRoute({
  ...SHELL,
  path: '/change-password',
  staticData: { file: 'web/pages/change-password.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/change-password.tsx'), 'ChangePasswordPage'),
  validateSearch: onlyValid(readFrom),
  beforeLoad: requireDuePassword,
  head: unlistedHead('비밀번호 변경'),
});

const purchaseSearch = onlyValid((search) => ({
  serviceId: idOf(search.serviceId),
  selectedPlan: textOf(search.selectedPlan),
  soldierId: idOf(search.soldierId),
  newSoldier: textOf(search.newSoldier),
}));

const purchaseRoute = createRoute({
  ...SHELL,
  path: '/purchase',
  staticData: { file: 'web/pages/purchase/purchase.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/purchase/purchase.tsx'), 'PurchasePage'),
  validateSearch: purchaseSearch,
  beforeLoad: async (options) => {
    await requireLogin(options);
    requireFullPageLoad(options);
  },
  head: unlistedHead('결제'),
});

const purchaseResultRoute = createRoute({
  ...SHELL,
  path: '/purchase/result',
  staticData: { file: 'web/pages/purchase/result.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/purchase/result.tsx'), 'PurchaseResultPage'),
  validateSearch: onlyValid((search) => ({ orderId: idOf(search.orderId) })),
  beforeLoad: requireLogin,
  head: unlistedHead('주문 결과'),
});

/**
 * Where the payment window returns to, by a popup or the provider's redirect: the result is in the
 * query.
 */
const purchaseReturnRoute = createRoute({
  ...SHELL,
  path: '/purchase/return/$orderId',
  staticData: { file: 'web/pages/purchase/return.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/purchase/return.tsx'), 'PurchaseReturnPage'),
  validateSearch: onlyValid(({ event, receipt_id, error_code, message }) => ({
    event: textOf(event),
    receipt_id: textOf(receipt_id),
    error_code: textOf(error_code),
    message: textOf(message),
  })),
  beforeLoad: requireLogin,
  head: unlistedHead('결제'),
});

/** The case room of an order (contract §5). */
const orderRoute = createRoute({
  ...SHELL,
  path: '/orders/$orderId',
  staticData: { file: 'web/pages/orders/order.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/orders/order.tsx'), 'OrderPage'),
  beforeLoad: requireLogin,
  head: unlistedHead('주문 진행'),
});

const questionsRoute = createRoute({
  ...SHELL,
  path: '/orders/$orderId/questions/$set',
  staticData: { file: 'web/pages/orders/questions.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/orders/questions.tsx'), 'QuestionsPage'),
  validateSearch: onlyValid((search) => ({ part: idOf(search.part) })),
  beforeLoad: requireLogin,
  head: unlistedHead('질문지'),
});

const paperFormRoute = createRoute({
  ...SHELL,
  path: '/orders/$orderId/papers/$paperId/form',
  staticData: { file: 'web/pages/orders/work/paper-form.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/orders/work/paper-form.tsx'), 'PaperFormPage'),
  beforeLoad: requireLogin,
  head: unlistedHead('인쇄할 양식'),
});

const letterRoute = createRoute({
  ...SHELL,
  path: '/orders/$orderId/letter',
  staticData: { file: 'web/pages/orders/letter/letter.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/orders/letter/letter.tsx'), 'LetterPage'),
  beforeLoad: requireLogin,
  head: unlistedHead('수임계약서'),
});

const letterCheckRoute = createRoute({
  ...SHELL,
  path: '/orders/$orderId/letter/check',
  staticData: { file: 'web/pages/orders/letter/check.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/orders/letter/check.tsx'), 'LetterCheckPage'),
  beforeLoad: requireLogin,
  head: unlistedHead('문서 확인'),
});

const letterSignRoute = createRoute({
  ...SHELL,
  path: '/orders/$orderId/letter/sign',
  staticData: { file: 'web/pages/orders/letter/sign.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/orders/letter/sign.tsx'), 'SignPage'),
  beforeLoad: async (options) => {
    await requireLogin(options);
    requireFullPageLoad(options);
  },
  head: unlistedHead('서명'),
});

const letterSigningRoute = createRoute({
  ...SHELL,
  path: '/orders/$orderId/letter/sign/$authenticationId',
  staticData: { file: 'web/pages/orders/letter/signing.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/orders/letter/signing.tsx'), 'SigningPage'),
  validateSearch: onlyValid(({ event, receipt_id, error_code }) => ({
    event: textOf(event),
    receipt_id: textOf(receipt_id),
    error_code: textOf(error_code),
  })),
  beforeLoad: requireLogin,
  head: unlistedHead('서명'),
});

const conversationRoute = createRoute({
  ...SHELL,
  path: '/consult/$conversationId',
  staticData: { file: 'web/pages/consult/conversation.tsx', isGuarded: true },
  component: lazyRouteComponent(() => import('../pages/consult/conversation.tsx'), 'ConversationPage'),
  beforeLoad: requireLogin,
  head: unlistedHead('상담 내용'),
});

const soldierRegisterRoute = createRoute({
  ...SHELL,
  path: '/soldier/register',
  staticData: { file: 'web/pages/soldier/register.tsx' },
  component: lazyRouteComponent(() => import('../pages/soldier/register.tsx'), 'SoldierRegisterPage'),
  validateSearch: onlyValid(readFrom),
  head: unlistedHead('군인 등록'),
});

/** The address of the registration with an id is that of a soldier to edit (spec §2). */
const soldierRegisterWithIdRoute = createRoute({
  ...SHELL,
  path: '/soldier/register/$soldierId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/soldier/$soldierId/edit', params, search: true });
  },
});

const soldierEditRoute = createRoute({
  ...SHELL,
  path: '/soldier/$soldierId/edit',
  staticData: { file: 'web/pages/soldier/edit.tsx' },
  component: lazyRouteComponent(() => import('../pages/soldier/edit.tsx'), 'SoldierEditPage'),
  validateSearch: onlyValid(readFrom),
  head: unlistedHead('군인 정보 수정'),
});

/** Pages with the user's own data. */
export const personalRoutes = [
  profileRoute,
  profileEditRoute,
  secondFactorRoute,
  identityRoute,
  identityReturnRoute,
  joinIdentityRoute,
  joinReturnRoute,
  changePasswordRoute,
  purchaseRoute,
  purchaseResultRoute,
  purchaseReturnRoute,
  orderRoute,
  questionsRoute,
  paperFormRoute,
  letterRoute,
  letterCheckRoute,
  letterSignRoute,
  letterSigningRoute,
  conversationRoute,
  soldierRegisterRoute,
  soldierRegisterWithIdRoute,
  soldierEditRoute,
] as const;
