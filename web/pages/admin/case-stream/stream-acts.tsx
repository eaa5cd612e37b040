import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { COMPOSER_TOOL } from '#web/features/consultations/admin/admin-composer.tsx';
import { CallDialog } from '#web/features/orders/admin/call-dialog.tsx';
import { StepForm } from '#web/features/orders/admin/work/step-form.tsx';
import { useOrderSteps } from '#web/features/orders/admin/work/use-order-steps.ts';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = { order: AdminOrder; onNote?: () => void };

/** The further acts of the composer of a case: a call, a step, and a note where no conversation takes it. */
export function StreamActs({ order, onNote }: Props) {
  const [open, setOpen] = useState<'call' | 'step'>();
  const { add } = useOrderSteps(order);
  const close = () => setOpen(undefined);
  const { id, user } = order;
  return (
    <span className="flex flex-wrap gap-1">
      {onNote && (
        <button type="button" onClick={onNote} className={COMPOSER_TOOL}>
          메모
        </button>
      )}
      {order.status === 'confirmed' && (
        <>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen('call')} className={COMPOSER_TOOL}>
            통화<span className="sr-only"> 결과 남기기</span>
          </button>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen('step')} className={COMPOSER_TOOL}>
            단계<span className="sr-only"> 추가하기</span>
          </button>
        </>
      )}
      {open === 'call' && (
        <CallDialog order={{ id, name: user.fullname || user.user_id, phone: user.phone }} onClose={close} />
      )}
      <Dialog isOpen={open === 'step'} onClose={close} title="단계 추가">
        <StepForm
          name="새 단계"
          values={{ title: '', due_on: '', note: '', is_private: false, filing: false }}
          submitLabel="추가"
          onSubmit={async (body) => {
            await add(body);
            close();
          }}
        />
      </Dialog>
    </span>
  );
}
