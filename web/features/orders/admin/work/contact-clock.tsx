import type { ReactNode } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDeadline } from '#shared/format/contact-promise.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { nextCallAt } from '#shared/rules/work/calls.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { CallButton } from '../call-button.tsx';
import { isCallAhead, isCallOverdue } from '../next-act.ts';

/** Until when the buyer has to be called, what is booked, and the outcome of the next one. */
export function ContactClock({ order, booking }: { order: AdminOrder; booking: ReactNode }) {
  if (order.status !== 'confirmed') {
    return (
      <>
        <p>{order.status === 'cancelled' ? '취소된 주문이라 기한이 없습니다.' : '결제가 끝나면 정해집니다.'}</p>
        {booking}
      </>
    );
  }
  const nextCall = nextCallAt(order.calls);
  const isDue = order.work.contacted_at === null || order.callback !== null || nextCall !== null;
  const { id, user } = order;
  return (
    <>
      <p className="text-ink-900">
        <ClockText order={order} />
      </p>
      {nextCall && (
        <p className="text-ink-900 tabular-nums">
          <strong className="font-semibold">다음 전화</strong> {formatDateTime(nextCall)}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <CallButton
          order={{ id, name: user.fullname || user.user_id, phone: user.phone }}
          kind={isDue ? 'primary' : 'secondary'}
        />
        {booking}
      </div>
    </>
  );
}

function ClockText({ order }: { order: AdminOrder }) {
  const { contact_by: contactBy, contacted_at: contactedAt, contacted_by: contactedBy } = order.work;
  const deadline = contactBy && <span className="tabular-nums">{`${formatDeadline(contactBy)}까지`}</span>;
  if (contactedAt) {
    return (
      <>
        <span className="font-semibold text-success tabular-nums">{`${formatDateTime(contactedAt)}에 통화함`}</span>
        <span className="block text-ink-500">{contactedBy}</span>
      </>
    );
  }
  if (isCallOverdue(order, serverNow())) {
    return <strong className="text-danger">{deadline}, 기한이 지났습니다</strong>;
  }
  if (!isCallAhead(order)) return <>통화한 기록이 없습니다.</>;
  return <strong className="font-semibold">{deadline}</strong>;
}
