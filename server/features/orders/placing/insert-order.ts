import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { ValidPlaceOrderBody } from '#shared/features/orders/schemas.ts';
import { findReusableOrder, listUnpaidOrders, type Purchase, refuseTooManyUnpaid } from './unpaid-orders.ts';

/** An order without the buyer's texts. */
export type NewOrder = Purchase & { order_number: string };
export type PlacedReference = { id: number; order_number: string; service_title: string };

/** The buyer's text about the case; a repeated order replaces the fields that it contains. */
type CaseText = { description: string | undefined; deadline_on?: string | null; contact_window?: string };

export function caseTextOf({
  case_description: description,
  deadline_on,
  contact_window,
}: ValidPlaceOrderBody): CaseText {
  return {
    description: description === null ? '' : description,
    ...(deadline_on !== undefined && { deadline_on: deadline_on || null }),
    ...(contact_window !== undefined && { contact_window: contact_window ?? '' }),
  };
}

/** The description is encrypted for the id of its row. */
function caseColumns({ description, ...columns }: CaseText, id: number, seal: Seal) {
  if (description === undefined) return columns;
  return { ...columns, case_description_sealed: seal(description, `orders.case_description_sealed:${id}`) };
}

/** Inserts the order with its first timeline entry and its payer, in one statement. */
async function insertOrder(trx: Trx, { order_number, ...purchase }: NewOrder, now: Date): Promise<PlacedReference> {
  const order = trx
    .insertInto('orders')
    .values({
      ...purchase,
      order_number,
      soldier: purchase.soldier && JSON.stringify(purchase.soldier),
      agreed_terms: JSON.stringify(purchase.agreed_terms),
    })
    .returning(['orders.id', 'orders.order_number', 'orders.service_title']);
  const { rows } = await sql<PlacedReference>`
    with placed as (${order}), noted as (
      insert into order_events (order_id, status, note, actor, actor_user_id)
      select id, 'pending', '주문을 접수했습니다.', 'customer', ${purchase.user_id}::integer from placed
    ), paying as (
      insert into participants (order_id, role, state, user_id, joined_at, created_at)
      select id, 'payer', 'joined', ${purchase.user_id}::integer, ${now}::timestamptz, ${now}::timestamptz from placed
    )
    select * from placed`.execute(trx);
  if (!rows[0]) throw new Error('an insert returns its row');
  return rows[0];
}

/**
 * Finds the user's reusable order, or creates one. A repeat replaces the texts that it contains.
 * The caller lets the user's calls run in turn.
 * @throws AppError TOO_MANY_REQUESTS for one unpaid order too many
 */
export async function insertOrReuse(
  trx: Trx,
  order: NewOrder,
  { caseText, seal, now }: { caseText: CaseText; seal: Seal; now: Date },
): Promise<PlacedReference> {
  const unpaid = await listUnpaidOrders(trx, order.user_id);
  const reusable = findReusableOrder(unpaid, order, now);
  if (!reusable) refuseTooManyUnpaid(unpaid);
  const placed = reusable ?? (await insertOrder(trx, order, now));
  const columns = caseColumns(caseText, placed.id, seal);
  if (Object.keys(columns).length > 0) {
    await trx.updateTable('orders').set(columns).where('orders.id', '=', placed.id).execute();
  }
  return placed;
}
