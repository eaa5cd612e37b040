import type { OrderWork } from '#shared/features/orders/schemas.ts';
import { buyerStatusLabel, type OrderStatus } from '#shared/rules/order-status.ts';
import { type WorkState, workStateLabel } from '#shared/rules/work/work-state.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

const KINDS: Record<OrderStatus, BadgeKind> = {
  pending: 'info',
  processing: 'info',
  confirmed: 'success',
  cancelled: 'quiet',
  error: 'danger',
};

const WORK_KINDS: Record<WorkState, BadgeKind> = { waiting: 'olive', in_progress: 'olive', closed: 'quiet' };

type Props = { order: { status: OrderStatus; work: Pick<OrderWork, 'state'> } };

/** An order's status, and for a paid one how far the firm's work is. */
export function OrderStatusBadges({ order: { status, work } }: Props) {
  return (
    <>
      <Badge kind={KINDS[status]}>{buyerStatusLabel(status)}</Badge>
      {status === 'confirmed' && <Badge kind={WORK_KINDS[work.state]}>{workStateLabel(work.state)}</Badge>}
    </>
  );
}
