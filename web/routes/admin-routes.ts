import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { SERVICE_CATEGORIES } from '#shared/rules/service-category.ts';
import { STATISTICS_PERIODS } from '#shared/rules/statistics-period.ts';
import type { AdminPage } from '#web/admin-kit/admin-pages.ts';
import { INBOX_VIEWS, type InboxSearch } from '#web/features/consultations/admin/inbox-search.ts';
import { dayOf, idOf, monthOf, oneOf, textOf } from '#web/lib/navigation/search-values.ts';
import { knownAccount, requireAdmin } from '../features/accounts/auth.ts';
import { unlistedHead } from '../features/layout/page-head.ts';
import { queriesRoute } from './queries-route.ts';
import { onlyValid, textsOf } from './search-values.ts';

/**
 * The frame of all admin pages. As with personal pages the server sends a shell that is the same
 * for all users.
 */
const adminRoute = createRoute({
  getParentRoute: () => queriesRoute,
  id: 'admin',
  ssr: false,
  staticData: { file: 'web/pages/admin/admin-layout.tsx', isGuarded: true, isForAdmins: true },
  component: lazyRouteComponent(() => import('../pages/admin/admin-layout.tsx'), 'AdminLayout'),
  beforeLoad: async (options) => {
    // The calls of the page that is opened now count as use of the session; polling does not.
    if (!options.preload) (await import('#web/lib/api-client.ts')).noteNavigation();
    await requireAdmin(options);
    // Not part of what every visitor loads.
    const { pageInsteadOf } = await import('#web/admin-kit/admin-pages.ts');
    const page = options.matches.at(-1)?.staticData.admin;
    const to = pageInsteadOf(page, knownAccount()?.permissions);
    if (page && to) throw redirect({ to, state: { refusedPage: page.title } });
  },
});

/**
 * Returns what all pages of the administration have in common. `file` stands first: the browser's build leaves it
 * out.
 */
function adminPage({ file, ...page }: { file?: string } & AdminPage) {
  return {
    getParentRoute: () => adminRoute,
    staticData: { file, admin: page },
    head: unlistedHead(page.title),
  };
}

/** Holds what a list's address has besides its filters. The pages check the values: see orders. */
const SORT_VALUES = ['sort', 'order', 'cursor'] as const;
const NOTICE_VALUES = ['state', 'channel', 'kind', ...SORT_VALUES] as const;
const AUDIT_VALUES = ['actor', 'action', 'subject', 'from', 'to', ...SORT_VALUES] as const;
const ORDER_VALUES = [
  'status',
  'work',
  'contact',
  'untouched',
  'waiting',
  'assignee',
  'due',
  'proof',
  'q',
  'from',
  'to',
  ...SORT_VALUES,
] as const;

/** One entry per page. The menu has those directly below /admin, in this order and their groups. */
const pages = [
  createRoute({
    ...adminPage({ file: 'web/pages/admin/dashboard.tsx', title: '대시보드', group: 'work', needs: 'any' }),
    path: '/admin',
    component: lazyRouteComponent(() => import('../pages/admin/dashboard.tsx'), 'AdminDashboardPage'),
    validateSearch: onlyValid((search) => ({ whose: search.whose === 'all' ? ('all' as const) : undefined })),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/callbacks.tsx', title: '통화', group: 'work', needs: 'orders' }),
    path: '/admin/callbacks',
    component: lazyRouteComponent(() => import('../pages/admin/callbacks.tsx'), 'AdminCallbacksPage'),
    validateSearch: onlyValid((search) => ({ date: dayOf(search.date) })),
  }),
  createRoute({
    ...adminPage({
      file: 'web/pages/admin/chat.tsx',
      title: '채팅 상담',
      group: 'work',
      needs: 'consultations',
      badge: 'waiting_conversations',
    }),
    path: '/admin/chat',
    component: lazyRouteComponent(() => import('../pages/admin/chat.tsx'), 'AdminChatPage'),
    validateSearch: onlyValid(
      (search): InboxSearch => ({
        view: oneOf(INBOX_VIEWS, search.view),
        q: textOf(search.q),
        id: idOf(search.id),
      }),
    ),
  }),
  createRoute({
    ...adminPage({
      file: 'web/pages/admin/orders.tsx',
      title: '주문 관리',
      group: 'work',
      needs: 'orders',
      badge: 'new_orders',
    }),
    path: '/admin/orders',
    component: lazyRouteComponent(() => import('../pages/admin/orders.tsx'), 'AdminOrdersPage'),
    // The page itself checks them: its rules are not part of what every visitor loads.
    validateSearch: onlyValid((search) => textsOf(search, ORDER_VALUES)),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/order.tsx', title: '주문 상세', needs: 'orders' }),
    path: '/admin/orders/$orderId',
    component: lazyRouteComponent(() => import('../pages/admin/order.tsx'), 'AdminOrderPage'),
  }),
  createRoute({
    ...adminPage({
      file: 'web/pages/admin/users/users.tsx',
      title: '회원 관리',
      group: 'work',
      needs: ['orders', 'people'],
    }),
    path: '/admin/users',
    component: lazyRouteComponent(() => import('../pages/admin/users/users.tsx'), 'AdminUsersPage'),
    validateSearch: onlyValid((search) => textsOf(search, ['q', ...SORT_VALUES])),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/users/user.tsx', title: '회원 상세', needs: ['orders', 'people'] }),
    path: '/admin/users/$userId',
    component: lazyRouteComponent(() => import('../pages/admin/users/user.tsx'), 'AdminUserPage'),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/money.tsx', title: '돈', group: 'money', needs: 'money' }),
    path: '/admin/money',
    component: lazyRouteComponent(() => import('../pages/admin/money.tsx'), 'AdminMoneyPage'),
    validateSearch: onlyValid((search) => ({ date: dayOf(search.date) })),
  }),
  createRoute({
    ...adminPage({
      file: 'web/pages/admin/refund-requests.tsx',
      title: '환불 요청',
      group: 'money',
      needs: 'money',
      badge: 'refund_requests',
    }),
    path: '/admin/refund-requests',
    component: lazyRouteComponent(() => import('../pages/admin/refund-requests.tsx'), 'AdminRefundRequestsPage'),
    validateSearch: onlyValid((search) => ({
      status: oneOf(['granted', 'refused', 'withdrawn', 'all'], search.status),
      due: search.due === 'overdue' ? ('overdue' as const) : undefined,
      ...textsOf(search, SORT_VALUES),
    })),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/discrepancies.tsx', title: '결제 대사', group: 'money', needs: 'money' }),
    path: '/admin/differences',
    component: lazyRouteComponent(() => import('../pages/admin/discrepancies.tsx'), 'AdminDiscrepanciesPage'),
    validateSearch: onlyValid((search) => ({
      list: oneOf(['all', 'webhooks', 'all_webhooks'], search.list),
      ...textsOf(search, SORT_VALUES),
    })),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/reports.tsx', title: '보고서', group: 'money', needs: 'any' }),
    path: '/admin/reports',
    component: lazyRouteComponent(() => import('../pages/admin/reports.tsx'), 'AdminReportsPage'),
    validateSearch: onlyValid((search) => ({
      month: monthOf(search.month),
      days: oneOf(STATISTICS_PERIODS, search.days),
    })),
  }),
  createRoute({
    ...adminPage({
      file: 'web/pages/admin/services/services.tsx',
      title: '서비스 관리',
      group: 'shop',
      needs: 'catalogue',
    }),
    path: '/admin/services',
    component: lazyRouteComponent(() => import('../pages/admin/services/services.tsx'), 'AdminServicesPage'),
    validateSearch: onlyValid((search) => ({
      category: oneOf(SERVICE_CATEGORIES, search.category),
      q: textOf(search.q),
    })),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/services/service.tsx', title: '새 서비스', needs: 'catalogue' }),
    path: '/admin/services/new',
    component: lazyRouteComponent(() => import('../pages/admin/services/service.tsx'), 'AdminNewServicePage'),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/services/service.tsx', title: '서비스 편집', needs: 'catalogue' }),
    path: '/admin/services/$serviceId',
    component: lazyRouteComponent(() => import('../pages/admin/services/service.tsx'), 'AdminServicePage'),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/terms-list.tsx', title: '약관 관리', group: 'shop', needs: 'catalogue' }),
    path: '/admin/terms',
    component: lazyRouteComponent(() => import('../pages/admin/terms-list.tsx'), 'AdminTermsListPage'),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/terms.tsx', title: '새 약관', needs: 'catalogue' }),
    path: '/admin/terms/new',
    component: lazyRouteComponent(() => import('../pages/admin/terms.tsx'), 'AdminNewTermsPage'),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/terms.tsx', title: '약관 편집', needs: 'catalogue' }),
    path: '/admin/terms/$filename',
    component: lazyRouteComponent(() => import('../pages/admin/terms.tsx'), 'AdminTermsPage'),
  }),
  createRoute({
    ...adminPage({
      file: 'web/pages/admin/users/marketing-consents.tsx',
      title: '광고 수신 동의',
      group: 'shop',
      needs: 'people',
    }),
    path: '/admin/marketing-consents',
    component: lazyRouteComponent(
      () => import('../pages/admin/users/marketing-consents.tsx'),
      'AdminMarketingConsentsPage',
    ),
    validateSearch: onlyValid((search) => textsOf(search, ['view', 'channel', ...SORT_VALUES])),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/users/staff.tsx', title: '직원', group: 'system', needs: 'people' }),
    path: '/admin/staff',
    component: lazyRouteComponent(() => import('../pages/admin/users/staff.tsx'), 'AdminStaffPage'),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/operations.tsx', title: '운영', group: 'system', needs: 'owner' }),
    path: '/admin/operations',
    component: lazyRouteComponent(() => import('../pages/admin/operations.tsx'), 'AdminOperationsPage'),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/mails.tsx', title: '메일 관리', group: 'system', needs: 'money' }),
    path: '/admin/mails',
    component: lazyRouteComponent(() => import('../pages/admin/mails.tsx'), 'AdminMailsPage'),
    validateSearch: onlyValid((search) => ({
      state: oneOf(['waiting', 'failed', 'sent'], search.state),
      ...textsOf(search, SORT_VALUES),
    })),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/notices.tsx', title: '알림 관리', group: 'system', needs: 'orders' }),
    path: '/admin/notices',
    component: lazyRouteComponent(() => import('../pages/admin/notices.tsx'), 'AdminNoticesPage'),
    validateSearch: onlyValid((search) => textsOf(search, NOTICE_VALUES)),
  }),
  createRoute({
    ...adminPage({ file: 'web/pages/admin/audit.tsx', title: '감사 기록', group: 'system', needs: 'audit' }),
    path: '/admin/audit',
    component: lazyRouteComponent(() => import('../pages/admin/audit.tsx'), 'AdminAuditPage'),
    validateSearch: onlyValid((search) => textsOf(search, AUDIT_VALUES)),
  }),
];

/** The admin pages, whose code a visitor's browser never loads. */
export const adminRoutes = adminRoute.addChildren(pages);
