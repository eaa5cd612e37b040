import { useRef } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatSlot } from '#shared/format/callback-slot.ts';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { cancelForCustomer } from './api.ts';
import { BookingButton } from './booking-button.tsx';

/** The call that is booked for an order: staff book, move and cancel it as its customer does. */
export function OrderBooking({ order }: { order: AdminOrder }) {
  const { id, user, callback, status, work } = order;
  const show = useShowOrder();
  const { isBusy, problem, run } = useAction();
  const place = useRef<HTMLDivElement>(null);
  const isOver = status === 'cancelled' || status === 'error' || work.state === 'closed';
  if (isOver && !callback) return null;
  const handleCancel = async () => {
    if (!callback) return;
    const isAgreed = await confirm({
      title: '통화 예약 취소',
      message: `${formatSlot(callback)} 예약을 취소합니다. 고객에게 바로 알립니다.`,
      confirmLabel: '예약 취소',
      cancelLabel: '그대로 두기',
      isDangerous: true,
    });
    if (!isAgreed) return;
    await run(async () => show(await cancelForCustomer(id)));
    // The pressed button is gone, so move the focus to the result.
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className={`grid justify-items-start gap-2 ${callback ? 'basis-full' : ''}`}>
      {callback && (
        <p className="text-ink-900 tabular-nums">
          <strong className="font-semibold">통화 예약</strong> {formatSlot(callback)}
          {callback.whom === 'soldier' && ' (군인에게)'}
        </p>
      )}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        {!isOver && <BookingButton order={{ id, name: user.fullname || user.user_id }} isBooked={callback !== null} />}
        {callback && (
          <Button kind="secondary" isBusy={isBusy} onClick={() => void handleCancel()}>
            예약 취소
          </Button>
        )}
      </div>
    </div>
  );
}
