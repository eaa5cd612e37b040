import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CallDialog, type CalledOrder } from './call-dialog.tsx';

type Props = { order: CalledOrder; kind?: 'primary' | 'secondary'; isInRow?: boolean };

/** Opens the outcomes of a call to the buyer of an order. */
export function CallButton({ order, kind = 'primary', isInRow = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind={kind}
        aria-haspopup="dialog"
        aria-label={isInRow ? `${order.name} 통화` : undefined}
        onClick={() => setOpen(true)}
        className={isInRow ? 'whitespace-nowrap md:min-h-7! md:px-2!' : ''}
      >
        통화
      </Button>
      {isOpen && <CallDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}
