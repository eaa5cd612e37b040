import { useQueryClient } from '@tanstack/react-query';
import { markHandledBody } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type HandledEntries, markHandled } from './discrepancies-api.ts';

type Props = { handled: HandledEntries; onClose: () => void; onDone: () => void };

/** Asks for a note and marks an entry as handled. */
export function MarkHandledDialog({ handled, onClose, onDone }: Props) {
  const queryClient = useQueryClient();
  const { field, submit, problem, isSubmitting } = useAppForm(markHandledBody, {
    defaultValues: { note: '' },
    onSubmit: async (request) => {
      await markHandled(handled, request);
      onDone();
      await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="처리 완료로 표시">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="처리 완료로 표시" className="grid gap-4">
        <p>돈은 움직이지 않습니다. 결제사와 주문에서 필요한 일을 끝낸 뒤에 표시합니다.</p>
        <AreaField {...field('note')} label="처리 내용" />
        {problem && <Notice kind="danger">{problem}</Notice>}
        <Button type="submit" isBusy={isSubmitting} className="justify-self-start">
          표시
        </Button>
      </form>
    </Dialog>
  );
}
