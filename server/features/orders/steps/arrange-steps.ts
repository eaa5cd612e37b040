import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import type { ReorderStepsBody } from '#shared/features/orders/work-schemas.ts';
import { DEFAULT_STEPS } from '#shared/rules/work/default-steps.ts';
import { lockOrder } from '../orders.moves.ts';
import { type StepRow, stepForAudit } from '../state/step-row.ts';
import { getStep, listStepRows, listTemplate, nextPosition } from './steps.queries.ts';

/**
 * Deletes a step. A notice of it that was sent stays sent.
 * @throws AppError ORDER_NOT_FOUND, STEP_NOT_FOUND
 */
export async function deleteStep(
  { db }: { db: Db },
  admin: ActingAdmin,
  { id: orderId, stepId }: { id: number; stepId: number },
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const before = await getStep(trx, orderId, stepId);
    await trx.deleteFrom('order_steps').where('order_steps.id', '=', stepId).execute();
    const act = { action: 'order.delete_step', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, before: stepForAudit(before) });
  });
}

async function writePositions(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`update order_steps set position = place.position
    from unnest(${ids}::integer[]) with ordinality as place (id, position) where order_steps.id = place.id`.execute(
    trx,
  );
}

/**
 * Puts the steps of an order in a new order.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT unless the body names exactly the steps that there are; VERSION_CONFLICT
 *   unless they are in the order that was seen
 */
export async function reorderSteps(
  { db }: { db: Db },
  admin: ActingAdmin,
  orderId: number,
  { step_ids: ids, seen }: ReorderStepsBody,
): Promise<StepRow[]> {
  return transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const before = (await listStepRows(trx, orderId)).map(({ id }) => id);
    const isSame = before.length === ids.length && new Set(ids).size === ids.length;
    if (!isSame || !ids.every((id) => before.includes(id))) throw new AppError('CONFLICT');
    expectUnchanged(seen, before);
    if (ids.join() !== before.join()) {
      await writePositions(trx, ids);
      const act = { action: 'order.reorder_steps', subjectType: 'order', subjectId: orderId } as const;
      await recordAudit(trx, { ...admin, ...act, before: { step_ids: before }, after: { step_ids: ids } });
    }
    return listStepRows(trx, orderId);
  });
}

/**
 * Adds the steps of the service's template, or the shop's own, behind those that the order has.
 * Titles that are there already are left out, so the same again adds nothing.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function applyTemplate({ db }: { db: Db }, admin: ActingAdmin, orderId: number): Promise<StepRow[]> {
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const own = await listTemplate(trx, order.service_id);
    const present = new Set((await listStepRows(trx, orderId)).map(({ title }) => title));
    const titles = (own.length > 0 ? own : DEFAULT_STEPS).filter((title) => !present.has(title));
    if (titles.length > 0) {
      const first = await nextPosition(trx, orderId);
      const rows = titles.map((title, index) => ({ order_id: orderId, title, position: first + index }));
      await trx.insertInto('order_steps').values(rows).execute();
      const act = { action: 'order.apply_steps', subjectType: 'order', subjectId: orderId } as const;
      await recordAudit(trx, { ...admin, ...act, after: { titles } });
    }
    return listStepRows(trx, orderId);
  });
}
