import type { AdminRefundRequest } from '#shared/features/orders/refund-schemas.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

type Status = AdminRefundRequest['status'];

export const REFUND_REQUEST_LABELS: Record<Status, string> = {
  open: '결정 대기',
  granted: '승인',
  refused: '거절',
  withdrawn: '철회',
};

const KINDS: Record<Status, BadgeKind> = { open: 'info', granted: 'success', refused: 'danger', withdrawn: 'quiet' };

/** `isProposed`: granted by one administrator, and a second one has to approve. */
export function RefundRequestBadge({ status, isProposed = false }: { status: Status; isProposed?: boolean }) {
  if (isProposed) return <Badge kind="info">두 번째 확인 대기</Badge>;
  return <Badge kind={KINDS[status]}>{REFUND_REQUEST_LABELS[status]}</Badge>;
}
