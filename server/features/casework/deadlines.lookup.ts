import { type Selectable, sql } from 'kysely';
import type { OrderDeadlinesTable } from '#server/db/tables.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import type { Deadline } from '#shared/features/casework/schemas.ts';

export type DeadlineRow = Selectable<OrderDeadlinesTable> & { confirmer: string | null };

/** Selects deadlines, the first last day first. */
export function selectDeadlines(db: DbOrTrx, orderId: number) {
  return db
    .selectFrom('order_deadlines')
    .selectAll()
    .select(
      sql<string | null>`case when order_deadlines.confirmed_by is not null
        then coalesce(lawyer_of(order_deadlines.confirmed_by) ->> 'name', '담당자') end`.as('confirmer'),
    )
    .where('order_deadlines.order_id', '=', orderId)
    .orderBy('order_deadlines.last_day')
    .orderBy('order_deadlines.id');
}

export function presentDeadline({ id, kind, title, starts_on, last_day, source, confirmer }: DeadlineRow): Deadline {
  return { id, kind, title, starts_on, last_day, source, confirmed_by: confirmer };
}

/** Lists the deadlines of a case, whatever the reader may see. */
export async function listDeadlines(db: DbOrTrx, orderId: number): Promise<Deadline[]> {
  return (await selectDeadlines(db, orderId).execute()).map(presentDeadline);
}
