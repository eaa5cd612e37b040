import { useState } from 'react';
import { usePageActs } from '#web/admin-kit/keys/page-acts.ts';
import { Button } from '#web/ui/button.tsx';
import { BookingDialog } from './booking-dialog.tsx';

type Props = { order: { id: number; name: string }; isBooked: boolean; isInRow?: boolean };

/** Opens the times at which a customer can be called. */
export function BookingButton({ order: { id, name }, isBooked, isInRow = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const label = isBooked ? '예약 변경' : '통화 예약';
  // A list has many of them.
  usePageActs([!isInRow && { name: isBooked ? '통화 예약 변경' : '통화 예약', act: () => setOpen(true) }]);
  return (
    <>
      <Button
        kind="secondary"
        aria-haspopup="dialog"
        aria-label={isInRow ? `${name} ${label}` : undefined}
        onClick={() => setOpen(true)}
        className={isInRow ? 'whitespace-nowrap md:min-h-8! md:px-3!' : ''}
      >
        {label}
      </Button>
      {isOpen && <BookingDialog orderId={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
