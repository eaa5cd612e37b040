import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { restoreCallback } from '../free-callback.ts';
import { lockOrder } from '../orders.moves.ts';
import { getCall, resetContact } from './calls.queries.ts';

/**
 * Removes a call as if it had not been: the promise is open again unless another call has reached
 * the buyer, and a booked call that it has ended stands again. Within a minute the customer has not
 * learnt of it; later they learn nothing more (contract §9).
 * @throws AppError ORDER_NOT_FOUND, CALL_NOT_FOUND
 */
export async function removeContact(
  { db }: { db: Db },
  admin: ActingAdmin,
  { id: orderId, callId }: { id: number; callId: number },
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const call = await getCall(trx, orderId, callId);
    await restoreCallback(trx, order, callId);
    // The act that waits to be announced goes with its call.
    await trx.deleteFrom('order_calls').where('id', '=', callId).execute();
    if (call.outcome === 'reached') await resetContact(trx, orderId);
    const act = { action: 'order.remove_contact', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, before: { ...call, contacted_at: order.contacted_at } });
  });
}
