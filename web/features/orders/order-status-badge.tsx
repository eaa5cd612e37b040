import { type OrderStatus, orderStatusLabel } from '#shared/rules/order-status.ts';

const COLOURS: Record<OrderStatus, string> = {
  pending: 'border-info text-info',
  processing: 'border-info text-info',
  confirmed: 'border-success text-success',
  cancelled: 'border-ink-500 text-ink-500',
  error: 'border-danger text-danger',
};

/** An order's status as a word; the colour only repeats it. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span
      className={`inline-flex h-7 shrink-0 items-center whitespace-nowrap rounded border bg-surface px-2.5 font-semibold text-[15px] ${COLOURS[status]}`}
    >
      {orderStatusLabel(status)}
    </span>
  );
}
