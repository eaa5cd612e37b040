import { mayDo, type Needs, type Permission } from '#shared/features/accounts/permissions.ts';

/** The pages of the administration in the order of the menu, with the permissions of which each needs one. */
export const ADMIN_PAGES = [
  { to: '/admin', label: '대시보드', isExact: true, badge: undefined, needs: 'any' },
  { to: '/admin/services', label: '서비스 관리', isExact: false, badge: undefined, needs: 'catalogue' },
  { to: '/admin/terms', label: '약관 관리', isExact: false, badge: undefined, needs: 'catalogue' },
  { to: '/admin/users', label: '회원 관리', isExact: false, badge: undefined, needs: ['orders', 'people'] },
  { to: '/admin/orders', label: '주문 관리', isExact: false, badge: 'new_orders', needs: 'orders' },
  { to: '/admin/callbacks', label: '통화 예약', isExact: false, badge: undefined, needs: 'orders' },
  { to: '/admin/refund-requests', label: '환불 요청', isExact: false, badge: 'refund_requests', needs: 'money' },
  { to: '/admin/differences', label: '결제 대사', isExact: false, badge: undefined, needs: 'money' },
  { to: '/admin/mails', label: '메일 관리', isExact: false, badge: undefined, needs: 'money' },
  { to: '/admin/audit', label: '감사 기록', isExact: false, badge: undefined, needs: 'audit' },
  { to: '/admin/chat', label: '채팅 상담', isExact: false, badge: 'waiting_conversations', needs: 'consultations' },
] as const satisfies readonly {
  to: string;
  label: string;
  isExact: boolean;
  badge: string | undefined;
  needs: Needs;
}[];

export type AdminPath = (typeof ADMIN_PAGES)[number]['to'];

/** Whether a person with these permissions may open the page. */
export function mayOpen(permissions: readonly Permission[], pathname: string): boolean {
  const page = ADMIN_PAGES.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return page === undefined || mayDo(permissions, page.needs);
}

/** The page to show instead of one that a person with these permissions may not open. */
export function pageInsteadOf(pathname: string, permissions: readonly Permission[]) {
  if (mayOpen(permissions, pathname)) return undefined;
  return ADMIN_PAGES.find(({ to }) => mayOpen(permissions, to))?.to ?? '/profile';
}
