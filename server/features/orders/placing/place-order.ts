import { type RawBuilder, sql } from 'kysely';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { readPriceAt } from '#server/features/services/service-row.ts';
import { type Counted, checkCounted, counting, type RateLimit } from '#server/http/guards/rate-limit.ts';
import type { Actor } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import type { OrderSoldier, PlacedOrder, ValidPlaceOrderBody } from '#shared/features/orders/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import { choosePlan } from '#shared/rules/price.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import { checkAgreedTerms, NEWEST_TERMS } from './agreed-terms.ts';

/** A pending order is reused only while its payment window (30 minutes, spec §9) has time left. */
const REUSABLE_MS = 20 * MINUTE_MS;

type Deps = { db: Db; dataKeys: DataKeys; clock: Clock; limits: { ordersPerMinute: number } };

type Subjects = {
  is_buyer_here: boolean;
  title: string;
  category: ServiceCategory;
  price: unknown;
  scheduled_price: unknown;
  requires_soldier: boolean;
  terms: TermsReference[];
  soldier: OrderSoldier | null;
};

/**
 * Counts the call and reads the service and the buyer's soldier, in one statement. The count's row
 * lets calls of one user run in turn from here on. Locks the account, so that no order is created
 * after its closing.
 */
async function findSubjects(
  trx: Trx,
  { userId, limit, now }: { userId: number; limit: RateLimit; now: Date },
  request: ValidPlaceOrderBody,
): Promise<Subjects> {
  const key = String(userId);
  const { rows } = await sql<Subjects & Counted>`
    with counted as (${counting(limit, key, now)})
    select counted.points, counted.expire, exists (select from users where users.id = ${userId} and users.closed_at is null for key share) as is_buyer_here,
      services.title, services.category, services.price, services.scheduled_price,
      services.requires_soldier,
      ${NEWEST_TERMS} as terms,
      case when soldiers.id is not null then json_build_object(
        'fullname', soldiers.fullname, 'relationship', soldiers.relationship,
        'military_status', soldiers.military_status, 'phone', soldiers.phone, 'email', soldiers.email) end as soldier
    from counted
    left join services on services.id = ${request.service_id} and services.deleted_at is null and not services.is_hidden
    left join soldiers on soldiers.id = ${request.soldier_id} and soldiers.user_id = ${userId}`.execute(trx);
  const [found] = rows;
  if (found) checkCounted(limit, found, now);
  if (!found || found.title === null) throw new AppError('SERVICE_NOT_FOUND');
  if (!found.is_buyer_here) throw new AppError('UNAUTHENTICATED');
  // A given soldier must be the buyer's own; a required one must be given.
  if (request.soldier_id !== null && !found.soldier) throw new AppError('SOLDIER_NOT_FOUND');
  if (request.soldier_id === null && found.requires_soldier) {
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: 'soldier_id', message: '신청할 군인을 선택해주세요.' }],
    });
  }
  return found;
}

/** Creates a number such as `20261121-7KQ2M4XA`: the day in Korea and a readable code. */
function newOrderNumber(now: Date): string {
  return `${koreanDayAt(now).replaceAll('-', '')}-${readableCode(8)}`;
}

type NewOrder = {
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
type Matter = { description: string | undefined; deadline_on?: string | null; contact_window?: string };

function matterOf({ case_description: description, deadline_on, contact_window }: ValidPlaceOrderBody): Matter {
  return {
    description: description === null ? '' : description,
    ...(deadline_on !== undefined && { deadline_on: deadline_on || null }),
    ...(contact_window !== undefined && { contact_window: contact_window ?? '' }),
  };
}

function caseColumns({ description, ...columns }: Matter, id: number, seal: Seal) {
  if (description === undefined) return columns;
  const { plain, sealed } = seal(description, `orders.case_description_sealed:${id}`);
  return { ...columns, case_description: plain, case_description_sealed: sealed };
}

type Reference = { id: number; order_number: string; service_title: string };

/** The user's equal order that is pending since. */
function equalOrder(trx: Trx, order: NewOrder, reusableSince: Date) {
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
      .where('orders.status', '=', 'pending')
      .where('orders.created_at', '>', reusableSince)
      .orderBy('orders.id', 'desc')
      .limit(1)
  );
}

/** The order's columns as a row of a select: `values` takes no condition. */
function insertUnless(live: RawBuilder<unknown>, columns: Record<string, unknown>): RawBuilder<Reference> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  return sql<Reference>`insert into orders (${names}) select ${sql.join(Object.values(columns))}
    where not exists (select from ${live}) returning id, order_number, service_title`;
}

/** Finds the user's equal pending order, or creates one with its first timeline entry. */
async function insertOrReuse(
  trx: Trx,
  order: NewOrder,
  { matter, seal, reusableSince }: { matter: Matter; seal: Seal; reusableSince: Date },
): Promise<Reference> {
  const hasTexts = Object.values(matter).some((value) => value !== undefined);
  const equal = equalOrder(trx, order, reusableSince);
  const live = hasTexts ? await equal.executeTakeFirst() : undefined;
  if (live) {
    const columns = caseColumns(matter, live.id, seal);
    if (Object.keys(columns).length > 0)
      await trx.updateTable('orders').set(columns).where('id', '=', live.id).execute();
    return live;
  }
  // A text belongs to the id of its row; without one the row numbers itself.
  const id = matter.description ? await nextId(trx, 'orders') : undefined;
  const { description: _, ...columns } = matter;
  const texts = id === undefined ? columns : { id, ...caseColumns(matter, id, seal) };
  const { rows } = await sql<Reference>`
    with live as (${equal}), placed as (${insertUnless(sql`live`, { ...order, ...texts })}),
    entry as (
      insert into order_events (order_id, status, note, actor, actor_user_id)
      select placed.id, 'pending', '주문을 접수했습니다.', 'customer', ${order.user_id}::integer from placed
    )
    select * from live union all select * from placed`.execute(trx);
  const [placed] = rows;
  if (!placed) throw new Error('the statement finds an order or inserts one');
  return placed;
}

/**
 * Places an order for a plan at the current price and terms in one transaction. Only compares the
 * price and the terms shown by the browser (contract §3). Calls of one user run in turn, so a
 * double click finds the first order.
 * @throws AppError SERVICE_NOT_FOUND, SOLDIER_NOT_FOUND, NO_VALID_PLAN, PRICE_MISMATCH,
 *   TERMS_CHANGED, TOO_MANY_REQUESTS, VALIDATION_FAILED
 */
export async function placeOrder(
  { db, dataKeys, clock, limits }: Deps,
  actor: Actor,
  request: ValidPlaceOrderBody,
): Promise<PlacedOrder> {
  const now = clock.now();
  const seal = await dataKeys.forSealing();
  const limit = { name: 'orders', points: limits.ordersPerMinute, durationMs: MINUTE_MS };
  const { order, price, plan } = await transaction(db, async (trx) => {
    const subjects = await findSubjects(trx, { userId: actor.id, limit, now }, request);
    const chosen = choosePlan(readPriceAt(subjects.price, subjects.scheduled_price, now).plans, request.selected_plan);
    if (!chosen) throw new AppError('NO_VALID_PLAN');
    if (chosen.price !== request.price) throw new AppError('PRICE_MISMATCH');
    checkAgreedTerms(request.agreed_terms, subjects.terms);
    const placed = await insertOrReuse(
      trx,
      {
        order_number: newOrderNumber(now),
        user_id: actor.id,
        soldier_id: request.soldier_id,
        service_id: request.service_id,
        service_title: subjects.title,
        category: subjects.category,
        selected_plan: chosen.name,
        plan_description: chosen.description,
        price: chosen.price,
        soldier: subjects.soldier ? JSON.stringify(subjects.soldier) : null,
        agreed_terms: JSON.stringify(subjects.terms),
      },
      { matter: matterOf(request), seal, reusableSince: new Date(now.getTime() - REUSABLE_MS) },
    );
    return { order: placed, price: chosen.price, plan: chosen.name };
  });
  return {
    orderId: order.id,
    order_number: order.order_number,
    order_name: `${order.service_title} · ${plan}`,
    price,
  };
}
