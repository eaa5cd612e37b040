import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { SERVICE_CATEGORIES } from '#shared/rules/service-category.ts';
import { STATISTICS_PERIODS } from '#shared/rules/statistics-period.ts';
import { dayOf } from '#web/features/admin-kit/search-values.ts';
import { INBOX_VIEWS, type InboxSearch } from '#web/features/consultations/admin/inbox-search.ts';
import { knownAccount, requireAdmin } from '../features/accounts/auth.ts';
import { pageHead } from '../features/layout/page-head.ts';
import { queriesRoute } from './queries-route.ts';
import { idOf, onlyValid, textOf, textsOf } from './search-values.ts';

/**
 * The frame of all admin pages. As with personal pages the server sends a shell that is the same
 * for all users.
 */
const adminRoute = createRoute({
  getParentRoute: () => queriesRoute,
  id: 'admin',
  ssr: false,
  staticData: { file: 'web/pages/admin/admin-layout.tsx', isGuarded: true, isForAdmins: true, isOwnFrame: true },
  component: lazyRouteComponent(() => import('../pages/admin/admin-layout.tsx'), 'AdminLayout'),
  beforeLoad: async (options) => {
    // The calls of the page that is opened now count as use of the session; polling does not.
    if (!options.preload) (await import('#web/lib/api-client.ts')).noteNavigation();
    await requireAdmin(options);
    // Not part of what every visitor loads.
    const { pageInsteadOf } = await import('#web/features/admin-kit/admin-pages.ts');
    const to = pageInsteadOf(options.location.pathname, knownAccount()?.permissions ?? []);
    if (to) throw redirect({ to });
  },
});

const dashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin',
  staticData: { file: 'web/pages/admin/dashboard.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/dashboard.tsx'), 'AdminDashboardPage'),
  validateSearch: onlyValid((search) => ({ days: STATISTICS_PERIODS.find((period) => period === search.days) })),
  head: () => pageHead({ title: '대시보드', isIndexed: false }),
});

/** What a list's address has besides its filters. The pages check the values: see ordersRoute. */
const SORT_VALUES = ['sort', 'order', 'cursor'] as const;
const AUDIT_VALUES = ['actor', 'action', 'subject', 'from', 'to', ...SORT_VALUES] as const;
const ORDER_VALUES = [
  ...(['status', 'work', 'contact', 'untouched', 'waiting', 'assignee', 'q', 'from', 'to'] as const),
  ...SORT_VALUES,
] as const;

const ordersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/orders',
  staticData: { file: 'web/pages/admin/orders.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/orders.tsx'), 'AdminOrdersPage'),
  // The page itself checks them: its rules are not part of what every visitor loads.
  validateSearch: onlyValid((search) => textsOf(search, ORDER_VALUES)),
  head: () => pageHead({ title: '주문 관리', isIndexed: false }),
});

const orderRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/orders/$orderId',
  staticData: { file: 'web/pages/admin/order.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/order.tsx'), 'AdminOrderPage'),
  head: () => pageHead({ title: '주문 상세', isIndexed: false }),
});

const callbacksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/callbacks',
  staticData: { file: 'web/pages/admin/callbacks.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/callbacks.tsx'), 'AdminCallbacksPage'),
  validateSearch: onlyValid((search) => ({ date: dayOf(search.date) })),
  head: () => pageHead({ title: '통화 예약', isIndexed: false }),
});

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/users',
  staticData: { file: 'web/pages/admin/users/users.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/users/users.tsx'), 'AdminUsersPage'),
  validateSearch: onlyValid((search) => textsOf(search, ['q', ...SORT_VALUES])),
  head: () => pageHead({ title: '회원 관리', isIndexed: false }),
});

const userRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/users/$userId',
  staticData: { file: 'web/pages/admin/users/user.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/users/user.tsx'), 'AdminUserPage'),
  head: () => pageHead({ title: '회원 상세', isIndexed: false }),
});

const servicesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/services',
  staticData: { file: 'web/pages/admin/services/services.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/services/services.tsx'), 'AdminServicesPage'),
  validateSearch: onlyValid((search) => ({
    category: SERVICE_CATEGORIES.find((category) => category === search.category),
    q: textOf(search.q),
  })),
  head: () => pageHead({ title: '서비스 관리', isIndexed: false }),
});

const newServiceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/services/new',
  staticData: { file: 'web/pages/admin/services/service.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/services/service.tsx'), 'AdminNewServicePage'),
  head: () => pageHead({ title: '새 서비스', isIndexed: false }),
});

const serviceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/services/$serviceId',
  staticData: { file: 'web/pages/admin/services/service.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/services/service.tsx'), 'AdminServicePage'),
  head: () => pageHead({ title: '서비스 편집', isIndexed: false }),
});

const refundRequestsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/refund-requests',
  staticData: { file: 'web/pages/admin/refund-requests.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/refund-requests.tsx'), 'AdminRefundRequestsPage'),
  validateSearch: onlyValid((search) => ({
    status: (['granted', 'refused', 'withdrawn', 'all'] as const).find((status) => status === search.status),
    due: search.due === 'overdue' ? ('overdue' as const) : undefined,
    ...textsOf(search, SORT_VALUES),
  })),
  head: () => pageHead({ title: '환불 요청', isIndexed: false }),
});

const mailsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/mails',
  staticData: { file: 'web/pages/admin/mails.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/mails.tsx'), 'AdminMailsPage'),
  validateSearch: onlyValid((search) => ({
    state: (['waiting', 'failed', 'sent'] as const).find((state) => state === search.state),
    ...textsOf(search, SORT_VALUES),
  })),
  head: () => pageHead({ title: '메일 관리', isIndexed: false }),
});

const discrepanciesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/differences',
  staticData: { file: 'web/pages/admin/discrepancies.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/discrepancies.tsx'), 'AdminDiscrepanciesPage'),
  validateSearch: onlyValid((search) => ({
    list: (['all', 'webhooks', 'all_webhooks'] as const).find((list) => list === search.list),
    ...textsOf(search, SORT_VALUES),
  })),
  head: () => pageHead({ title: '결제 대사', isIndexed: false }),
});

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/audit',
  staticData: { file: 'web/pages/admin/audit.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/audit.tsx'), 'AdminAuditPage'),
  validateSearch: onlyValid((search) => textsOf(search, AUDIT_VALUES)),
  head: () => pageHead({ title: '감사 기록', isIndexed: false }),
});

const termsListRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/terms',
  staticData: { file: 'web/pages/admin/terms-list.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/terms-list.tsx'), 'AdminTermsListPage'),
  head: () => pageHead({ title: '약관 관리', isIndexed: false }),
});

const newTermsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/terms/new',
  staticData: { file: 'web/pages/admin/terms.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/terms.tsx'), 'AdminNewTermsPage'),
  head: () => pageHead({ title: '새 약관', isIndexed: false }),
});

const termsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/terms/$filename',
  staticData: { file: 'web/pages/admin/terms.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/terms.tsx'), 'AdminTermsPage'),
  head: () => pageHead({ title: '약관 편집', isIndexed: false }),
});

const chatRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/chat',
  staticData: { file: 'web/pages/admin/chat.tsx' },
  component: lazyRouteComponent(() => import('../pages/admin/chat.tsx'), 'AdminChatPage'),
  validateSearch: onlyValid(
    (search): InboxSearch => ({
      view: INBOX_VIEWS.find((view) => view === search.view),
      q: textOf(search.q),
      id: idOf(search.id),
    }),
  ),
  head: () => pageHead({ title: '채팅 상담', isIndexed: false }),
});

/** The admin pages, whose code a visitor's browser never loads. */
export const adminRoutes = adminRoute.addChildren([
  dashboardRoute,
  ordersRoute,
  orderRoute,
  callbacksRoute,
  usersRoute,
  userRoute,
  servicesRoute,
  newServiceRoute,
  serviceRoute,
  refundRequestsRoute,
  discrepanciesRoute,
  mailsRoute,
  auditRoute,
  termsListRoute,
  newTermsRoute,
  termsRoute,
  chatRoute,
]);
