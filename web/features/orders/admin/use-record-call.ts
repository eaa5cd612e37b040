import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { RecordContactBody } from '#shared/features/orders/work-schemas.ts';
import { CALL_OUTCOME_LABELS } from '#shared/rules/work/calls.ts';
import { offerUndo } from '#web/admin-kit/undo/undo.ts';
import { useShowOrder } from './use-show-order.ts';
import { recordContact, removeContact } from './work-api.ts';

/** Records a call with its outcome, and offers to take it back. */
export function useRecordCall(): (orderId: number, body: RecordContactBody) => Promise<void> {
  const show = useShowOrder();
  return async (orderId, body) => {
    const { outcome = 'reached' } = body;
    const order = await recordContact(orderId, body);
    show(order);
    const callId = newestCallOf(order);
    if (callId === undefined) return;
    const told = outcome === 'reached' ? ' 1분 뒤에 고객에게 알립니다.' : ' 고객에게 알리지 않습니다.';
    offerUndo({
      text: `${order.user.fullname} ${CALL_OUTCOME_LABELS[outcome]}.${told}`,
      undo: async () => show(await removeContact(orderId, callId)),
    });
  };
}

/** Returns the call that was recorded last; one of an earlier time stands before others. */
function newestCallOf({ calls }: Pick<AdminOrder, 'calls'>): number | undefined {
  return calls.length === 0 ? undefined : Math.max(...calls.map(({ id }) => id));
}
