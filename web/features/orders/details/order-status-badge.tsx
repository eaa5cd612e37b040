import type { OrderRefund } from '#shared/features/orders/refund-schemas.ts';
import type { OrderWork } from '#shared/features/orders/schemas.ts';
import { buyerStatusLabel, type OrderStatus } from '#shared/rules/order-status.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';
import { awaitsDeposit } from '../next-step.ts';

const KINDS: Record<OrderStatus, BadgeKind> = {
  pending: 'info',
  processing: 'info',
  confirmed: 'success',
  cancelled: 'quiet',
  error: 'danger',
};

type Facts = {
  status: OrderStatus;
  work: Pick<OrderWork, 'state' | 'lawyer'> | null;
  payment: { virtual_account?: unknown } | null;
  refund: (Pick<OrderRefund, 'awaits_account'> & { request: { status: string } | null }) | null;
};

/** Returns the one word for how far a case is (contract §3): what the reader has to do or to know first. */
export function caseStatus(order: Facts): { kind: BadgeKind; label: string } {
  const { status, work, refund } = order;
  if (refund !== null && refund.awaits_account > 0) return { kind: 'danger', label: '환불 계좌 필요' };
  if (awaitsDeposit(order)) return { kind: 'info', label: '입금 대기' };
  if (refund?.request?.status === 'open') return { kind: 'info', label: '환불 요청' };
  // Who may not read the progress reads that it is paid.
  if (status !== 'confirmed' || work === null) return { kind: KINDS[status], label: buyerStatusLabel(status) };
  if (work.state === 'closed') return { kind: 'quiet', label: '종결' };
  const isAssigned = work.lawyer !== null || work.state === 'in_progress';
  return { kind: 'olive', label: isAssigned ? '진행 중' : '변호사 배정 중' };
}

export function OrderStatusBadge({ order }: { order: Facts }) {
  const { kind, label } = caseStatus(order);
  return <Badge kind={kind}>{label}</Badge>;
}
