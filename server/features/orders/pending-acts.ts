import type { Insertable } from 'kysely';
import type { PendingActsTable } from '#server/db/tables.ts';
import type { Trx } from '#server/db/transaction.ts';
import { TAKE_BACK_MS } from '#shared/rules/work/calls.ts';

type Act = Omit<Insertable<PendingActsTable>, 'due_at'> & { now: Date };

/**
 * Stores an act of which the customer learns a minute later, by `announceActs`: until then it can be
 * taken back without a trace (contract §9). Needs the order's lock.
 */
export async function addPendingAct(trx: Trx, { now, ...act }: Act): Promise<void> {
  const due_at = new Date(now.getTime() + TAKE_BACK_MS);
  await trx
    .insertInto('pending_acts')
    .values({ ...act, due_at })
    .execute();
}

/**
 * Takes an act back, unless the customer has learnt of it. Returns whether it did. A contact is taken
 * back by deleting its call. Needs the order's lock.
 */
export async function takeBackAct(
  trx: Trx,
  orderId: number,
  act: { kind: 'step_done'; stepId: number } | { kind: 'work_started' | 'work_closed' | 'lawyer_named' },
): Promise<boolean> {
  const ofOrder = trx.deleteFrom('pending_acts').where('order_id', '=', orderId).where('kind', '=', act.kind);
  const found = act.kind === 'step_done' ? ofOrder.where('step_id', '=', act.stepId) : ofOrder;
  const { numDeletedRows } = await found.executeTakeFirst();
  return numDeletedRows > 0n;
}
