import { sql } from 'kysely';
import { compileOnce, type Slots, type ValueOrSlot, type ValuesOrSlots } from '#server/db/statements/compile-once.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
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
  const { plain, sealed } = seal(description, `orders.case_description_sealed:${id}`);
  return { ...columns, case_description: plain, case_description_sealed: sealed };
}

type Reference = { id: number; order_number: string; service_title: string };
/** `isNew` is false for an order that was pending already. */
export type PlacedReference = Reference & { isNew: boolean };

/** The user's equal order that is pending since. */
function equalOrder(db: DbOrTrx, order: ValuesOrSlots<NewOrder>, reusableSince: ValueOrSlot<Date>) {
  return (
    db
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
      .where('orders.created_at', '>', reusableSince)
      .orderBy('orders.id', 'desc')
      .limit(1)
  );
}

/** The buyer's texts as columns, without any by default. */
const NO_TEXTS = {
  case_description: '',
  case_description_sealed: null,
  deadline_on: null,
  contact_window: '',
} satisfies Texts;

type Texts = {
  case_description: string;
  case_description_sealed: Buffer | null;
  deadline_on: string | null;
  contact_window: string;
};

const findOrInsert = compileOnce((db, slot: Slots<NewOrder & Texts & { id: number | null; reusableSince: Date }>) => {
  const order = {
    order_number: slot('order_number'),
    user_id: slot('user_id'),
    soldier_id: slot('soldier_id'),
    service_id: slot('service_id'),
    service_title: slot('service_title'),
    category: slot('category'),
    selected_plan: slot('selected_plan'),
    plan_description: slot('plan_description'),
    price: slot('price'),
    soldier: slot('soldier'),
    agreed_terms: slot('agreed_terms'),
  };
  const columns = {
    id: sql`coalesce(${slot('id')}::integer, nextval(pg_get_serial_sequence('orders', 'id'))::integer)`,
    ...order,
    case_description: slot('case_description'),
    case_description_sealed: slot('case_description_sealed'),
    deadline_on: slot('deadline_on'),
    contact_window: slot('contact_window'),
  };
  // The order as a row of a select: `values` takes no condition.
  return sql<PlacedReference>`
    with live as (${equalOrder(db, order, slot('reusableSince'))}), placed as (
      insert into orders (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
      select ${sql.join(Object.values(columns))} where not exists (select from live)
      returning id, order_number, service_title
    ), entry as (
      insert into order_events (order_id, status, note, actor, actor_user_id)
      select placed.id, 'pending', '주문을 접수했습니다.', 'customer', ${slot('user_id')}::integer from placed
    )
    select *, false as "isNew" from live union all select *, true from placed`;
});

/** Finds the user's equal pending order, or creates one with its first timeline entry. */
export async function insertOrReuse(
  trx: Trx,
  order: NewOrder,
  { caseText, seal, reusableSince }: { caseText: CaseText; seal: Seal; reusableSince: Date },
): Promise<PlacedReference> {
  const hasTexts = Object.values(caseText).some((value) => value !== undefined);
  const live = hasTexts ? await equalOrder(trx, order, reusableSince).executeTakeFirst() : undefined;
  if (live) {
    const columns = caseColumns(caseText, live.id, seal);
    if (Object.keys(columns).length > 0)
      await trx.updateTable('orders').set(columns).where('id', '=', live.id).execute();
    return { ...live, isNew: false };
  }
  // A text belongs to the id of its row; without one the row numbers itself.
  const id = caseText.description ? await nextId(trx, 'orders') : undefined;
  const { description: _, ...columns } = caseText;
  const texts = id === undefined ? columns : caseColumns(caseText, id, seal);
  const rows = await findOrInsert(trx, { ...order, ...NO_TEXTS, ...texts, id: id ?? null, reusableSince });
  const [placed] = rows;
  if (!placed) throw new Error('the statement finds an order or inserts one');
  return placed;
}
