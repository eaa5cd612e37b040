import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { formatWon } from '#shared/rules/price.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { isInProgress } from './next-step.ts';
import { OrderDetailDialog } from './order-detail-dialog.tsx';
import { OrderNextStep } from './order-next-step.tsx';
import { OrderStatusBadges } from './order-status-badge.tsx';

/** The lawyer of an order that is over; one in progress names them with what comes next. */
function closedBy(order: Order): string | undefined {
  return order.work.lawyer && !isInProgress(order) ? lawyerName(order.work.lawyer) : undefined;
}

/** The orders of a user, those in progress first; a click opens the details. */
export function OrderHistory({ orders }: { orders: readonly Order[] }) {
  const [shownId, setShownId] = useState<number>();
  const [isOpen, setIsOpen] = useState(false);
  const sorted = [...orders.filter(isInProgress), ...orders.filter((order) => !isInProgress(order))];
  const show = (id: number) => {
    setShownId(id);
    setIsOpen(true);
  };
  return (
    <>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {sorted.map((order) => (
          <li key={order.id} className="border-line border-b last:border-b-0">
            <button
              type="button"
              onClick={() => show(order.id)}
              aria-haspopup="dialog"
              className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 text-left transition-colors duration-150 hover:bg-paper focus-visible:-outline-offset-2 md:flex-nowrap"
            >
              <span className="min-w-0 grow basis-full md:basis-0">
                <span className="block font-semibold text-ink-900">{order.service_title}</span>
                <span className="block text-small text-ink-500">
                  {[order.selected_plan, order.soldier?.fullname, closedBy(order)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="text-small text-ink-500 tabular-nums">{formatDate(order.created_at)}</span>
              <span className="ml-auto font-semibold text-ink-900 tabular-nums md:ml-0 md:w-28 md:text-right">
                {formatWon(order.price)}
              </span>
              <span className="flex flex-wrap justify-end gap-2">
                {order.refund.awaits_account > 0 && <Badge kind="danger">환불 계좌 필요</Badge>}
                {order.refund.request?.status === 'open' && <Badge kind="info">환불 요청</Badge>}
                <OrderStatusBadges order={order} />
              </span>
            </button>
            {isInProgress(order) && (
              <div className="px-5 pb-3">
                <OrderNextStep order={order} />
                <Link to="/orders/$orderId" params={{ orderId: String(order.id) }} className={`${TEXT_LINK} mt-2`}>
                  진행 상황·상담 보기<span className="sr-only">: {order.service_title}</span>
                </Link>
              </div>
            )}
          </li>
        ))}
      </ul>
      <OrderDetailDialog
        order={orders.find((order) => order.id === shownId)}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
