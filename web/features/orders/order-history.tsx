import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { buyerStatusLabel } from '#shared/rules/order-status.ts';
import { isUnpaidTry } from '#shared/rules/payments/unpaid-try.ts';
import { formatWon } from '#shared/rules/price.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { OrderStatusBadge } from './details/order-status-badge.tsx';
import { isInProgress, isOwnTurn } from './next-step.ts';
import { OrderDetailDialog } from './order-detail-dialog.tsx';

function NewAnswers({ orderId, count }: { orderId: number; count: number }) {
  if (count === 0) return null;
  return (
    <Link to="/orders/$orderId" params={{ orderId: String(orderId) }} hash="consult" className={TEXT_LINK}>
      {`새 답변 ${count}`}
    </Link>
  );
}

/** The lawyer of an order that is over; one in progress names them with what comes next. */
function closedBy(order: Order): string | undefined {
  return order.work?.lawyer && !isInProgress(order) ? lawyerName(order.work.lawyer) : undefined;
}

type HistoryProps = {
  orders: readonly Order[];
  /** Unread answers by order. */
  unread: ReadonlyMap<number, number>;
  /** How many tasks wait for the reader, by order. */
  tasks: ReadonlyMap<number, number>;
  /** Shows what waits for the reader in an order, and what happens next. */
  nextOf: (order: Order) => ReactNode;
};

/**
 * Shows the orders of a user: first those in which the user has something to do, then the others in
 * progress. A click opens the details. Tries without money are no purchases: one line at the end opens them.
 */
export function OrderHistory({ orders, unread, tasks, nextOf }: HistoryProps) {
  const [shownId, setShownId] = useState<number>();
  const [isOpen, setIsOpen] = useState(false);
  const tries = orders.filter(isUnpaidTry);
  const bought = orders.filter((order) => !isUnpaidTry(order));
  const rank = (order: Order) => {
    if (isOwnTurn(order, { tasks: tasks.get(order.id) ?? 0, answers: unread.get(order.id) ?? 0 })) return 0;
    return isInProgress(order) ? 1 : 2;
  };
  const sorted = bought.toSorted((one, other) => rank(one) - rank(other));
  const show = (id: number) => {
    setShownId(id);
    setIsOpen(true);
  };
  return (
    <>
      {sorted.length > 0 && <OrderList orders={sorted} unread={unread} nextOf={nextOf} onShow={show} />}
      {tries.length > 0 && (
        <details open={sorted.length === 0} className="mt-3">
          <summary className={`${TEXT_LINK} cursor-pointer`}>{`결제하지 않은 신청 ${tries.length}건 보기`}</summary>
          <OrderList orders={tries} unread={unread} nextOf={nextOf} onShow={show} />
        </details>
      )}
      <OrderDetailDialog
        order={orders.find((order) => order.id === shownId)}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

type ListProps = Omit<HistoryProps, 'tasks'> & { onShow: (id: number) => void };

function OrderList({ orders, unread, nextOf, onShow }: ListProps) {
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {orders.map((order) => (
        <li key={order.id} className="border-line border-b last:border-b-0">
          <button
            type="button"
            onClick={() => onShow(order.id)}
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
            <span className="ml-auto text-right md:ml-0 md:w-28">
              {order.price !== null && (
                <span className="block font-semibold text-ink-900 tabular-nums">{formatWon(order.price)}</span>
              )}
              {order.price !== null && order.status === 'confirmed' && (
                <span className="block text-caption text-ink-500">{buyerStatusLabel(order.status)}</span>
              )}
            </span>
            <span className="flex md:w-28 md:justify-end">
              <OrderStatusBadge order={order} />
            </span>
          </button>
          {(isInProgress(order) || unread.has(order.id)) && (
            <div className="px-5 pb-3">
              {nextOf(order)}
              <p className="mt-2 flex flex-wrap gap-x-5">
                <Link to="/orders/$orderId" params={{ orderId: String(order.id) }} className={TEXT_LINK}>
                  내 사건 보기<span className="sr-only">: {order.service_title}</span>
                </Link>
                <NewAnswers orderId={order.id} count={unread.get(order.id) ?? 0} />
              </p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
