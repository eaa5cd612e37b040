import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { CallOutcome } from '#shared/rules/work/calls.ts';

type NewCall = {
  orderId: number;
  at: Date;
  callerId: number;
  outcome: CallOutcome;
  note: string;
  againAt: Date | null;
};

/** Stores a call with its note encrypted. Returns its id. */
export async function insertCall(trx: Trx, seal: Seal, call: NewCall): Promise<number> {
  const id = await nextId(trx, 'order_calls');
  await trx
    .insertInto('order_calls')
    .values({
      id,
      order_id: call.orderId,
      called_at: call.at,
      called_by: call.callerId,
      outcome: call.outcome,
      note_sealed: seal(call.note, `order_calls.note_sealed:${id}`),
      again_at: call.againAt,
    })
    .execute();
  return id;
}

/** A call of an order; throws CALL_NOT_FOUND. Needs the order's lock. */
export async function getCall(trx: Trx, orderId: number, callId: number) {
  const call = await trx
    .selectFrom('order_calls')
    .select(['id', 'called_at', 'called_by', 'outcome', 'again_at', 'told_at'])
    .where('id', '=', callId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!call) throw new AppError('CALL_NOT_FOUND');
  return call;
}

/** Sets the first contact of an order to the earliest call that reached the buyer, or to none. */
export async function resetContact(trx: Trx, orderId: number): Promise<void> {
  await sql`update orders set (contacted_at, contacted_by) = (
      select called_at, called_by from order_calls
      where order_calls.order_id = orders.id and outcome = 'reached' order by called_at, id limit 1)
    where orders.id = ${orderId}`.execute(trx);
}
