import { useId } from 'react';
import type { AdminAttempt, AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { dropAttemptBody } from '#shared/features/payments/admin-schemas.ts';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { dropAttempt } from './api.ts';

type Props = { order: AdminOrder; attempt: AdminAttempt; onClose: () => void; onDone: () => void };

/** The consequence for the order, which is open only while a payment is expected. */
function consequenceOf({ status }: AdminOrder): string {
  return status === 'processing'
    ? '주문은 다른 결제가 없으면 결제 전으로 돌아갑니다. 고객이 다시 결제할 수 있고, 결제하지 않으면 자동으로 취소됩니다.'
    : '주문의 상태는 그대로입니다.';
}

/** Explains the consequences of dropping a payment attempt, asks for a reason and drops it. */
export function DropAttemptDialog({ order, attempt, onClose, onDone }: Props) {
  const formId = useId();
  const show = useShowOrder();
  const { field, submit, problem, isSubmitting } = useAppForm(dropAttemptBody, {
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      show(await dropAttempt(order.id, attempt.receipt_id, body));
      onDone();
    },
  });
  const footer = (
    <div className="grid gap-3 text-left">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
        <Button type="submit" form={formId} kind="danger" isBusy={isSubmitting}>
          확인 중단
        </Button>
      </div>
    </div>
  );
  return (
    <Dialog isOpen onClose={onClose} title="결제 확인 중단" footer={footer}>
      <form
        id={formId}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="결제 확인 중단"
        className="grid gap-4 text-small"
      >
        <p>
          먼저 결제사의 관리 화면에서 영수증 <span className="break-all font-semibold">{attempt.receipt_id}</span>의
          결제가 이루어지지 않았는지 확인해주세요.
        </p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>결제사에 이 결제를 더 묻지 않고 ‘결제 안 됨’으로 끝냅니다. 되돌릴 수 없습니다.</li>
          <li>{consequenceOf(order)}</li>
          <li>나중에 결제된 것으로 확인되면 결제사의 알림이나 새벽의 결제 대사에서 다시 나타납니다.</li>
        </ul>
        <AreaField {...field('reason')} label="중단하는 사유" hint="감사 기록에 남습니다." />
      </form>
    </Dialog>
  );
}
