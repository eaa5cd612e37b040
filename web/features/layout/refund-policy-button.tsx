import { useState } from 'react';
import { latePart } from '#web/ui/late/late-part.tsx';

const RefundPolicyDialog = latePart(async () => (await import('./refund-policy-dialog.tsx')).RefundPolicyDialog);

/** Opens the refund and cancellation policy, whose text loads on demand. */
export function RefundPolicyButton({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const handleClick = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <button type="button" onClick={handleClick} aria-haspopup="dialog" className={className}>
        환불 및 취소 정책
      </button>
      {isWanted && <RefundPolicyDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
