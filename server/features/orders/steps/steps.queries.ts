import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { STEP_COLUMNS, type StepRow } from '../state/step-row.ts';

/** The steps of an order in their order. */
export function listStepRows(db: DbOrTrx, orderId: number): Promise<StepRow[]> {
  return db
    .selectFrom('order_steps')
    .select(STEP_COLUMNS)
    .where('order_steps.order_id', '=', orderId)
    .orderBy('order_steps.position')
    .orderBy('order_steps.id')
    .execute();
}

/** A step with what changes depend on; throws STEP_NOT_FOUND. Needs the order's lock. */
export async function getStep(trx: Trx, orderId: number, stepId: number) {
  const step = await trx
    .selectFrom('order_steps')
    .select([...STEP_COLUMNS, 'order_steps.notified_at'])
    .where('order_steps.id', '=', stepId)
    .where('order_steps.order_id', '=', orderId)
    .executeTakeFirst();
  if (!step) throw new AppError('STEP_NOT_FOUND');
  return step;
}

/** The place behind the last step. Needs the order's lock. */
export async function nextPosition(trx: Trx, orderId: number): Promise<number> {
  const { position } = await trx
    .selectFrom('order_steps')
    .select(sql<number>`coalesce(max(order_steps.position), 0) + 1`.as('position'))
    .where('order_steps.order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return position;
}

/** Titles of the steps of a service's template; empty where it has none of its own. */
export async function listTemplate(db: Db | Trx, serviceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('service_steps')
    .select('service_steps.title')
    .where('service_steps.service_id', '=', serviceId)
    .orderBy('service_steps.position')
    .execute();
  return rows.map(({ title }) => title);
}
