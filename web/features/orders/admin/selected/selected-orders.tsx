import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { OrderResult } from '#shared/features/orders/work-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { Button } from '#web/ui/button.tsx';
import { AssignSelected } from './assign-selected.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';

/** The acts on several orders, as the results name them. */
export type SelectedAct = 'assign' | 'step' | 'message';

type Props = {
  orderIds: readonly number[];
  onDone: (act: SelectedAct, results: OrderResult[]) => void;
  onClear: () => void;
};

/** Does one act for all selected orders. Stays at the lower edge. */
export function SelectedOrders({ orderIds, onDone, onClear }: Props) {
  const queryClient = useQueryClient();
  const permissions = usePermissions();
  const [open, setOpen] = useState<'step' | 'message'>();
  const close = () => setOpen(undefined);
  const finish = (act: SelectedAct) => async (results: OrderResult[]) => {
    close();
    await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
    onDone(act, results);
  };
  return (
    <section
      aria-label="선택한 주문"
      className="low:static sticky bottom-[calc(var(--bar)+12px)] z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-ink-500 bg-surface px-4 py-3 shadow-float"
    >
      <p role="status" className="font-semibold text-ink-900 tabular-nums">{`${orderIds.length}건 선택`}</p>
      {mayDo(permissions, 'orders') && (
        <>
          <AssignSelected orderIds={orderIds} onDone={finish('assign')} />
          <Button kind="secondary" aria-haspopup="dialog" onClick={() => setOpen('step')}>
            단계 추가
          </Button>
        </>
      )}
      {mayDo(permissions, 'consultations') && (
        <Button kind="secondary" aria-haspopup="dialog" onClick={() => setOpen('message')}>
          메시지 쓰기
        </Button>
      )}
      <Button kind="secondary" onClick={onClear}>
        선택 해제
      </Button>
      {open === 'step' && <StepDialog orderIds={orderIds} onClose={close} onDone={finish('step')} />}
      {open === 'message' && <MessageDialog orderIds={orderIds} onClose={close} onDone={finish('message')} />}
    </section>
  );
}
