import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { PendingTask } from '#shared/rules/pending-task.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

/**
 * Admins see two statuses where a buyer sees one: waiting for a payment, and payment in progress
 * (spec §2).
 */
export const ADMIN_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: '대기',
  processing: '진행',
  confirmed: '완료',
  cancelled: '취소',
  error: '오류',
};

/** The pending task of an order. */
export const PENDING_TASK_LABELS: Record<PendingTask, string> = {
  refund_request: '환불 요청',
  refund_approval: '두 번째 확인 대기',
  overdue_refund_request: '기한 지난 환불 요청',
  refund: '처리 중인 환불',
  refused_refund: '거절된 환불',
  unsettled: '확인되지 않은 결제',
  deposit: '입금 대기',
};

const KINDS: Record<OrderStatus, BadgeKind> = {
  pending: 'quiet',
  processing: 'info',
  confirmed: 'success',
  cancelled: 'quiet',
  error: 'danger',
};

export function AdminStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge kind={KINDS[status]}>{ADMIN_STATUS_LABELS[status]}</Badge>;
}
