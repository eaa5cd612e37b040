import { useState } from 'react';
import { messageOrdersBody, type OrderResult } from '#shared/features/orders/work-schemas.ts';
import { offerUndo } from '#web/admin-kit/undo/undo.ts';
import { useAppForm } from '#web/lib/form.ts';
import { newUuid } from '#web/lib/new-uuid.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { messageOrders, takeMessagesBack } from './selected-api.ts';

type Props = {
  orderIds: readonly number[];
  onClose: () => void;
  onDone: (results: OrderResult[]) => Promise<void>;
};

/** Writes one message to the customers of all selected cases; for a minute it can be taken back. */
export function MessageDialog({ orderIds, onClose, onDone }: Props) {
  const [clientId] = useState(newUuid);
  const { field, submit, problem, isSubmitting } = useAppForm(messageOrdersBody, {
    defaultValues: { order_ids: [...orderIds], text: '', client_id: clientId },
    onSubmit: async (body) => {
      const results = await messageOrders(body);
      await onDone(results);
      const sent = results.filter(({ is_done }) => is_done).length;
      if (sent === 0) return;
      offerUndo({ text: `메시지 ${sent}건을 1분 뒤에 보냅니다.`, undo: () => takeMessagesBack(clientId) });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`주문 ${orderIds.length}건의 고객에게 메시지`} size="small">
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <AreaField
          {...field('text')}
          label="메시지"
          hint="고객마다 자기 사건의 대화에서 받습니다. 누구에게 함께 보냈는지는 보이지 않습니다."
          rows={6}
        />
        {problem && <Notice kind="danger">{problem}</Notice>}
        <Button type="submit" isBusy={isSubmitting}>
          {`${orderIds.length}건 보내기`}
        </Button>
      </form>
    </Dialog>
  );
}
