import type { OrderStatus } from '#shared/rules/order-status.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

/** Staff tell apart what a buyer reads as one: waiting for a payment, and one under way (spec §2). */
export const STAFF_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: '대기',
  processing: '진행',
  confirmed: '완료',
  cancelled: '취소',
  error: '오류',
};

const KINDS: Record<OrderStatus, BadgeKind> = {
  pending: 'quiet',
  processing: 'info',
  confirmed: 'success',
  cancelled: 'quiet',
  error: 'danger',
};

export function StaffStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge kind={KINDS[status]}>{STAFF_STATUS_LABELS[status]}</Badge>;
}
