import { REFUND_POLICY } from '#content/refund-policy.ts';
import { DialogWindow } from '#web/ui/dialog-window.tsx';

export function RefundPolicyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <DialogWindow isOpen={isOpen} onClose={onClose} title="환불 및 취소 정책" size="large">
      <div className="grid gap-7">
        {REFUND_POLICY.map(({ heading, items }) => (
          <section key={heading}>
            <h3 className="font-semibold text-ink-900">{heading}</h3>
            <ul className="mt-2 list-disc pl-5">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </DialogWindow>
  );
}
