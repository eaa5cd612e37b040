import type { Order, OrderCallback } from '#shared/features/orders/schemas.ts';
import { formatSlot } from '#shared/format/callback-slot.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { phoneToCall } from '#shared/rules/work/phone-to-call.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { InAppHint, isInApp } from '#web/ui/in-app/in-app-hint.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { calendarFileUrl, cancelCallback } from './api.ts';

type Props = {
  order: Order;
  callback: OrderCallback;
  /** Opens the choice of another time; undefined for a reader who does not book. */
  onChange: (() => void) | undefined;
  onCancelled: (order: Order) => void;
};

/** The booked time with what can be done about it. */
export function BookedCall({ order, callback, onChange, onCancelled }: Props) {
  const { isBusy, problem, run } = useAction();
  const handleCancel = async () => {
    const isAgreed = await confirm({
      title: '통화 예약 취소',
      message: `${formatSlot(callback)} 예약을 취소합니다. 다른 시간으로 다시 예약하실 수 있습니다.`,
      confirmLabel: '예약 취소',
      cancelLabel: '그대로 두기',
    });
    if (isAgreed) await run(async () => onCancelled(await cancelCallback(order.id)));
  };
  const isOver = new Date(callback.ends_at) <= serverNow();
  return (
    <div className="rounded-card border border-line bg-surface px-6 py-5">
      <p className="text-h4 text-ink-900 tabular-nums">{formatSlot(callback)}</p>
      <p className="mt-1 text-ink-700">
        {isOver
          ? '예약하신 시간이 지났습니다. 전화를 받지 못하셨다면 다른 시간을 선택해주세요.'
          : `이 시간 안에 ${phoneText(phoneToCall(order))}전화드립니다. 시작 1시간 전에 알려드립니다.`}
      </p>
      {problem && (
        <div className="mt-4">
          <Notice kind="danger">{problem}</Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {onChange && (
          <>
            <Button kind="secondary" disabled={isBusy} onClick={onChange}>
              시간 변경
            </Button>
            <Button kind="secondary" isBusy={isBusy} onClick={() => void handleCancel()}>
              예약 취소
            </Button>
          </>
        )}
        {!isOver && !isInApp() && (
          <a href={calendarFileUrl(order.id)} download className={TEXT_LINK}>
            캘린더에 추가
          </a>
        )}
      </div>
      {!isOver && (
        <InAppHint page={`/orders/${order.id}`} className="mt-3 text-small">
          이 앱 안에서는 일정을 캘린더에 추가하실 수 없습니다. 다른 브라우저에서 로그인하시면 됩니다.
        </InAppHint>
      )}
    </div>
  );
}

function phoneText(phone: string): string {
  return phone === '' ? '' : `${formatPhone(phone)} 번호로 `;
}
