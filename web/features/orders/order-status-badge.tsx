import { type OrderStatus, orderStatusLabel } from '#shared/rules/order-status.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

const KINDS: Record<OrderStatus, BadgeKind> = {
  pending: 'info',
  processing: 'info',
  confirmed: 'success',
  cancelled: 'quiet',
  error: 'danger',
};

/** An order's status as a badge. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge kind={KINDS[status]}>{orderStatusLabel(status)}</Badge>;
}
