import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { readPriceAt } from '#server/features/services/service-row.ts';
import type { Actor } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import type { OrderSoldier, PlacedOrder, ValidPlaceOrderBody } from '#shared/features/orders/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import { choosePlan } from '#shared/rules/price.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import { providerText } from '#shared/text/provider-text.ts';
import { checkAgreedTerms, NEWEST_TERMS } from './agreed-terms.ts';
import { caseTextOf, insertOrReuse } from './insert-order.ts';

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
 * Reads the service and the buyer's soldier. Locks the account, so that no order is created after
 * its closing, and orders of one buyer are placed in turn.
 */
async function findSubjects(
  trx: Trx,
  userId: number,
  { service_id: serviceId, soldier_id: soldierId }: ValidPlaceOrderBody,
): Promise<Subjects> {
  const { rows } = await sql<Subjects>`
    select
      exists (select from users where users.id = ${userId} and users.closed_at is null for no key update) as is_buyer_here,
      services.title, services.category, services.price, services.scheduled_price,
      services.requires_soldier,
      ${NEWEST_TERMS} as terms,
      case when soldiers.id is not null then json_build_object(
        'fullname', soldiers.fullname, 'relationship', soldiers.relationship,
        'military_status', soldiers.military_status, 'phone', soldiers.phone, 'email', soldiers.email) end as soldier
    from services
    left join soldiers on soldiers.id = ${soldierId} and soldiers.user_id = ${userId}
    where services.id = ${serviceId} and services.deleted_at is null and not services.is_hidden`.execute(trx);
  const [found] = rows;
  if (!found) throw new AppError('SERVICE_NOT_FOUND');
  if (!found.is_buyer_here) throw new AppError('UNAUTHENTICATED');
  // A given soldier must be the buyer's own; a required one must be given.
  if (soldierId !== null && !found.soldier) throw new AppError('SOLDIER_NOT_FOUND');
  if (soldierId === null && found.requires_soldier) {
    throw fieldError('soldier_id', '신청할 군인을 선택해주세요.');
  }
  return found;
}

/** Creates a number such as `20261121-7KQ2M4XA`: the day in Korea and a readable code. */
function newOrderNumber(now: Date): string {
  return `${koreanDayAt(now).replaceAll('-', '')}-${readableCode(8)}`;
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
  const limit = { name: 'orders', points: limits.ordersPerMinute, windowMs: MINUTE_MS };
  // Outside of the transaction, so that a refused order counts as well.
  await consume(db, limit, String(actor.id));
  const { order, price, plan } = await transaction(db, async (trx) => {
    const subjects = await findSubjects(trx, actor.id, request);
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
        soldier: subjects.soldier,
        agreed_terms: subjects.terms,
      },
      { caseText: caseTextOf(request), seal, now },
    );
    return { order: placed, price: chosen.price, plan: chosen.name };
  });
  return {
    orderId: order.id,
    order_number: order.order_number,
    // The provider's window needs a name, also of a service that is named by signs alone.
    order_name: providerText(`${order.service_title} · ${plan}`) || order.order_number,
    price,
  };
}
