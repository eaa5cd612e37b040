import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { usePageActs } from '#web/admin-kit/keys/page-acts.ts';
import { COMPOSER_TOOL } from '#web/features/consultations/admin/admin-composer.tsx';
import { CallDialog } from '#web/features/orders/admin/call-dialog.tsx';
import { NoteDialog } from '#web/features/orders/admin/note-dialog.tsx';
import { StepForm } from '#web/features/orders/admin/work/step-form.tsx';
import { useOrderSteps } from '#web/features/orders/admin/work/use-order-steps.ts';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = {
  order: AdminOrder;
  /** No conversation takes the notes of the staff. */
  isAlone?: boolean;
};

/** The further acts of the composer of a case: notes that no conversation takes, a call and a step. */
export function StreamActs({ order, isAlone = false }: Props) {
  const [open, setOpen] = useState<'privateNote' | 'visibleNote' | 'call' | 'step'>();
  const { add } = useOrderSteps(order);
  const close = () => setOpen(undefined);
  const { id, user } = order;
  const isPaid = order.status === 'confirmed';
  usePageActs([
    isAlone && { name: '내부 메모 쓰기', key: 'KeyN', act: () => setOpen('privateNote') },
    { name: '공개 메모 쓰기', act: () => setOpen('visibleNote') },
    isPaid && { name: '통화 결과 남기기', act: () => setOpen('call') },
    isPaid && { name: '단계 추가하기', act: () => setOpen('step') },
  ]);
  return (
    <span className="flex flex-wrap gap-1">
      {isAlone && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="n"
          onClick={() => setOpen('privateNote')}
          className={COMPOSER_TOOL}
        >
          내부 메모
        </button>
      )}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('visibleNote')} className={COMPOSER_TOOL}>
        공개 메모
      </button>
      {isPaid && (
        <>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen('call')} className={COMPOSER_TOOL}>
            통화<span className="sr-only"> 결과 남기기</span>
          </button>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen('step')} className={COMPOSER_TOOL}>
            단계<span className="sr-only"> 추가하기</span>
          </button>
        </>
      )}
      {(open === 'privateNote' || open === 'visibleNote') && (
        <NoteDialog orderId={id} isVisible={open === 'visibleNote'} onClose={close} />
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
