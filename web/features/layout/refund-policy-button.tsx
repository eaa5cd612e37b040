import { lazy, Suspense, useState } from 'react';

const loadDialog = () => import('./refund-policy-dialog.tsx');
const RefundPolicyDialog = lazy(async () => ({ default: (await loadDialog()).RefundPolicyDialog }));

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
      <button
        type="button"
        onPointerEnter={() => void loadDialog()}
        onClick={handleClick}
        aria-haspopup="dialog"
        className={className}
      >
        환불 및 취소 정책
      </button>
      {isWanted && (
        <Suspense>
          <RefundPolicyDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
