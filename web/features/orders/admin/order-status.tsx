import { ADMIN_STATUS_LABELS, type OrderStatus } from '#shared/rules/order-status.ts';
import type { PendingTask } from '#shared/rules/pending-task.ts';
import { type WorkState, workStateLabel } from '#shared/rules/work/work-state.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

/** The pending task of an order. */
export const PENDING_TASK_LABELS: Record<PendingTask, string> = {
  near_deadline: '기한 임박',
  case_work: '우리 차례',
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
  confirmed: 'quiet',
  cancelled: 'quiet',
  error: 'danger',
};

const WORK_KINDS: Record<WorkState, BadgeKind> = { waiting: 'info', in_progress: 'olive', closed: 'success' };

export function AdminStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge kind={KINDS[status]}>{ADMIN_STATUS_LABELS[status]}</Badge>;
}

/** How far the work of a paid order is: its main state, before that of the payment. */
export function WorkBadge({ state }: { state: WorkState }) {
  return <Badge kind={WORK_KINDS[state]}>{workStateLabel(state)}</Badge>;
}
