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

/** Inserts the order with its first timeline entry. */
async function insertOrder(trx: Trx, { order_number, ...purchase }: NewOrder): Promise<PlacedReference> {
  const placed = await trx
    .insertInto('orders')
    .values({
      ...purchase,
      order_number,
      soldier: purchase.soldier && JSON.stringify(purchase.soldier),
      agreed_terms: JSON.stringify(purchase.agreed_terms),
    })
    .returning(['orders.id', 'orders.order_number', 'orders.service_title'])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('order_events')
    .values({
      order_id: placed.id,
      status: 'pending',
      note: '주문을 접수했습니다.',
      actor: 'customer',
      actor_user_id: purchase.user_id,
    })
    .execute();
  return placed;
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
  const placed = reusable ?? (await insertOrder(trx, order));
  const columns = caseColumns(caseText, placed.id, seal);
  if (Object.keys(columns).length > 0) {
    await trx.updateTable('orders').set(columns).where('orders.id', '=', placed.id).execute();
  }
  return placed;
}
