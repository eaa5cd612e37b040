import { useRef, useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatSlot } from '#shared/format/callback-slot.ts';
import { formatDeadline } from '#shared/format/contact-promise.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { nextCallAt } from '#shared/rules/work/calls.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShowOrder } from '../use-show-order.ts';
import { recordContact } from '../work-api.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { isCallAhead, isCallOverdue } from './next-act.ts';
import { OrderCalls } from './order-calls.tsx';

/** Until when the buyer has to be called, and one click that records the call. */
export function ContactClock({ order }: { order: AdminOrder }) {
  const show = useShowOrder();
  const { isBusy, problem, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  if (order.status === 'cancelled') return <p>취소된 주문이라 기한이 없습니다.</p>;
  if (order.status !== 'confirmed') return <p>결제가 끝나면 정해집니다.</p>;
  const nextCall = nextCallAt(order.calls);
  const handleClick = async () => {
    const isDone = await run(async () => show(await recordContact(order.id, {})));
    // The button is gone, so move the focus to the result.
    if (isDone) result.current?.focus();
  };
  return (
    <>
      <p ref={result} tabIndex={-1} className="text-ink-900">
        <ClockText order={order} />
      </p>
      {order.callback && (
        <p className="text-ink-900 tabular-nums">
          <strong className="font-semibold">통화 예약</strong> {formatSlot(order.callback)}
        </p>
      )}
      {nextCall && (
        <p className="text-ink-900 tabular-nums">
          <strong className="font-semibold">다음 전화</strong> {formatDateTime(nextCall)}
        </p>
      )}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4">
        {(order.work.contacted_at === null || order.callback) && (
          <Button isBusy={isBusy} onClick={() => void handleClick()}>
            연락함
          </Button>
        )}
        <button type="button" onClick={() => setOpen(true)} className={ADMIN_LINK}>
          시각과 메모 남기기
        </button>
      </div>
      <OrderCalls calls={order.calls} />
      {isOpen && <ContactDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function ClockText({ order }: { order: AdminOrder }) {
  const { contact_by: contactBy, contacted_at: contactedAt, contacted_by: contactedBy } = order.work;
  const deadline = contactBy && <span className="tabular-nums">{`${formatDeadline(contactBy)}까지`}</span>;
  if (contactedAt) {
    return (
      <>
        <span className="font-semibold text-success tabular-nums">{`${formatDateTime(contactedAt)}에 연락함`}</span>
        <span className="block text-ink-500">{contactedBy}</span>
      </>
    );
  }
  if (isCallOverdue(order, serverNow())) {
    return <strong className="text-danger">{deadline}, 기한이 지났습니다</strong>;
  }
  if (!isCallAhead(order)) return <>연락한 기록이 없습니다.</>;
  return <strong className="font-semibold">{deadline}</strong>;
}
