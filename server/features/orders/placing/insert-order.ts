import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { OrderSoldier, ValidPlaceOrderBody } from '#shared/features/orders/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';

/** An order without the buyer's texts; `soldier` and `agreed_terms` are JSON. */
export type NewOrder = {
  order_number: string;
  user_id: number;
  soldier_id: number | null;
  service_id: number;
  service_title: string;
  category: ServiceCategory;
  selected_plan: string;
  plan_description: string;
  price: number;
  soldier: string | null;
  agreed_terms: string;
};

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

function caseColumns({ description, ...columns }: CaseText, id: number, seal: Seal) {
  if (description === undefined) return columns;
  return { ...columns, case_description_sealed: seal(description, `orders.case_description_sealed:${id}`) };
}

type Reference = { id: number; order_number: string; service_title: string };
/** `isNew` is false for an order that was pending already. */
export type PlacedReference = Reference & { isNew: boolean };

/** Finds the user's newest pending order for the same purchase, placed after `since`. */
function findReusableOrder(trx: Trx, order: NewOrder, since: Date): Promise<Reference | undefined> {
  return (
    trx
      .selectFrom('orders')
      .select(['orders.id', 'orders.order_number', 'orders.service_title'])
      .where('orders.user_id', '=', order.user_id)
      .where('orders.service_id', '=', order.service_id)
      .where('orders.soldier_id', 'is not distinct from', order.soldier_id)
      .where('orders.selected_plan', '=', order.selected_plan)
      .where('orders.price', '=', order.price)
      // An order is a copy (contract §3), so a changed service or soldier needs another order.
      .where('orders.service_title', '=', order.service_title)
      .where('orders.category', '=', order.category)
      .where('orders.plan_description', '=', order.plan_description)
      .where('orders.soldier', 'is not distinct from', sql<OrderSoldier | null>`${order.soldier}::jsonb`)
      // Changed terms need another consent, and so another order.
      .where('orders.agreed_terms', '=', sql<TermsReference[]>`${order.agreed_terms}::jsonb`)
      // Written out, not a parameter: `orders_pending_key` has pending orders alone.
      .where('orders.status', '=', sql.lit('pending'))
      .where('orders.created_at', '>', since)
      .orderBy('orders.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/**
 * Finds the user's reusable order, or creates one with its first timeline entry. A repeat replaces
 * the texts that it contains. The caller lets the user's calls run in turn.
 */
export async function insertOrReuse(
  trx: Trx,
  order: NewOrder,
  { caseText, seal, reusableSince }: { caseText: CaseText; seal: Seal; reusableSince: Date },
): Promise<PlacedReference> {
  const reusable = await findReusableOrder(trx, order, reusableSince);
  if (reusable) {
    const columns = caseColumns(caseText, reusable.id, seal);
    if (Object.keys(columns).length > 0) {
      await trx.updateTable('orders').set(columns).where('orders.id', '=', reusable.id).execute();
    }
    return { ...reusable, isNew: false };
  }
  // The text is encrypted for the id of its row.
  const id = await nextId(trx, 'orders');
  const placed = await trx
    .insertInto('orders')
    .values({ id, ...order, ...caseColumns(caseText, id, seal) })
    .returning(['orders.id', 'orders.order_number', 'orders.service_title'])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('order_events')
    .values({
      order_id: id,
      status: 'pending',
      note: '주문을 접수했습니다.',
      actor: 'customer',
      actor_user_id: order.user_id,
    })
    .execute();
  return { ...placed, isNew: true };
}
