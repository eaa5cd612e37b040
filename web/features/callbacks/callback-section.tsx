import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Order } from '#shared/features/orders/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { booksCalls } from '#shared/rules/case-access/part-in-order.ts';
import { Button } from '#web/ui/button.tsx';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { BookedCall } from './booked-call.tsx';
import { SlotPicker } from './slot-picker.tsx';

type Props = {
  order: Order;
  /** Shows the order that an action has changed. */
  onChange: (order: Order) => void;
};

/**
 * The time at which the firm calls: chosen, changed and cancelled by the buyer of a paid order until a
 * client has joined, by the client from then on.
 * Renders nothing for other orders, and once the work is closed.
 */
export function CallbackSection({ order, onChange }: Props) {
  const { callback, work } = order;
  const mayBook = booksCalls(order) && work?.state !== 'closed';
  if (order.status !== 'confirmed' || (!mayBook && !callback)) return null;
  return (
    <section aria-labelledby="callback-heading" id="callback" className="min-w-0 scroll-mt-14">
      <h2 id="callback-heading" className="mb-4 text-h3 text-ink-900">
        전화 상담 시간
      </h2>
      <Booking order={order} onChange={onChange} />
    </section>
  );
}

function Booking({ order, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [done, setDone] = useState<string>();
  const { callback } = order;
  const handleChange = (changed: Order) => {
    onChange(changed);
    setChoosing(false);
    const booked = callback ? '예약 시간을 변경했습니다.' : '전화 상담 시간을 예약했습니다.';
    setDone(changed.callback ? booked : '예약을 취소했습니다.');
    // The pressed button disappears, so move the focus to the result.
    place.current?.focus();
  };
  const handleChoose = () => {
    setDone(undefined);
    setChoosing(true);
  };
  // Before the first call the times are shown at once.
  const isOpen = isChoosing || (!callback && order.work?.state === 'waiting' && done === undefined);
  const isReachable = order.my_role !== 'client' || order.contact_phone !== '';
  return (
    <div ref={place} tabIndex={-1} className="grid gap-5">
      {done && <Notice kind="success">{done}</Notice>}
      {callback && (
        <BookedCall
          order={order}
          callback={callback}
          onChange={booksCalls(order) ? handleChoose : undefined}
          onCancelled={handleChange}
        />
      )}
      {isOpen && !callback && <Lead order={order} />}
      {isOpen && order.contact_window && (
        <p className="text-ink-700">
          신청하실 때 적으신 통화 희망 시간: <span className="font-semibold text-ink-900">{order.contact_window}</span>
        </p>
      )}
      {isOpen && isReachable && (
        <SlotPicker order={order} onBooked={handleChange} onLeave={callback ? () => setChoosing(false) : undefined} />
      )}
      {!isOpen && !callback && (
        <Button kind="secondary" className="justify-self-start" onClick={handleChoose}>
          통화 시간 예약하기
        </Button>
      )}
    </div>
  );
}

function Lead({ order: { contact_phone: phone, my_role } }: Pick<Props, 'order'>) {
  // A client is called on the number of the order's soldier, which only the firm changes.
  if (phone === '' && my_role === 'client') return <p>전화드릴 번호가 없습니다. 담당자에게 번호를 알려주세요.</p>;
  if (phone === '') {
    return (
      <p>
        전화드릴 번호가 없습니다.{' '}
        <Link to="/profile/edit" className={LINK_IN_TEXT}>
          연락받을 번호
        </Link>
        를 먼저 등록해주세요.
      </p>
    );
  }
  return (
    <p className="text-ink-700">
      {'통화하실 수 있는 시간을 고르시면 그 시간 안에 '}
      <span className="whitespace-nowrap tabular-nums">{formatPhone(phone)}</span>
      {' 번호로 전화드립니다.'}
    </p>
  );
}
