import { useState } from 'react';
import type { Order } from '#shared/features/orders/schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { usePayForAgain } from './pay-again.ts';

/** Opens the payment window at once for what the order was placed for; a new order is placed. */
export function PayAgainButton({ order, className = '' }: { order: Order; className?: string }) {
  const payForAgain = usePayForAgain();
  const [isLeaving, setLeaving] = useState(false);
  const handleClick = () => {
    setLeaving(true);
    void payForAgain(order);
  };
  return (
    <Button isBusy={isLeaving} onClick={handleClick} className={className}>
      다시 결제하기
    </Button>
  );
}
