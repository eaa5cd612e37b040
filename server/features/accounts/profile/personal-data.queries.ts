import { type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { SOLDIER_COLUMNS } from '#server/features/soldiers/soldiers.lookup.ts';
import { listPhoneProofs } from '../phone/phone-proofs.ts';

function ordersOf(db: DbOrTrx, userId: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'order_number', 'service_title', 'selected_plan', 'price', 'paid_price', 'status', 'soldier'])
    .select(['created_at', 'case_description', 'deadline_on', 'contact_window'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_events')
          .select(['order_events.status', 'order_events.note', 'order_events.created_at'])
          .whereRef('order_events.order_id', '=', 'orders.id')
          .orderBy('order_events.id'),
      ).as('timeline'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select(['payment_attempts.receipt_id', 'payment_attempts.state', 'payment_attempts.method'])
          .select('payment_attempts.paid_at')
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .orderBy('payment_attempts.id'),
      ).as('payments'),
      jsonArrayFrom(
        eb
          .selectFrom('refund_requests')
          .select(['refund_requests.state', 'refund_requests.amount', 'refund_requests.reason'])
          .select('refund_requests.created_at')
          .whereRef('refund_requests.order_id', '=', 'orders.id')
          .orderBy('refund_requests.id'),
      ).as('refund_requests'),
      jsonArrayFrom(
        eb
          .selectFrom('callbacks')
          .select(['callbacks.starts_at', 'callbacks.ends_at', 'callbacks.contacted_at', 'callbacks.created_at'])
          .whereRef('callbacks.order_id', '=', 'orders.id')
          .orderBy('callbacks.id'),
      ).as('callbacks'),
    ])
    .where('orders.user_id', '=', userId)
    .orderBy('orders.id')
    .execute();
}

type Person = { id: number; user_id: string; email: string };

/**
 * Selects mails to the account's current address that name this account. Addresses are not
 * verified and can be shared, so the address alone does not prove that a mail belongs to the
 * account. Mails whose text was erased with its secret no longer belong to any account.
 */
function mailsOf(db: DbOrTrx, { id, user_id, email }: Person) {
  return db
    .selectFrom('mails')
    .select(['kind', 'recipient', 'state', 'created_at'])
    .where('recipient', '=', email)
    .where('recipient', '<>', '')
    .where(
      sql<SqlBool>`(params ->> 'userId' = ${user_id} or params -> 'userIds' ? ${user_id}
        or params -> 'accounts' @> jsonb_build_array(jsonb_build_object('userId', ${user_id}::text))
        or params ->> 'orderNumber' in (select order_number from orders where orders.user_id = ${id}))`,
    )
    .orderBy('id')
    .execute();
}

export type PersonalData = Awaited<ReturnType<typeof getPersonalData>>;

/** Reads every row about one user. */
export async function getPersonalData(db: DbOrTrx, person: Person) {
  const { id } = person;
  return {
    socialLogins: await db
      .selectFrom('social_identities')
      .select(['provider', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    consents: await db
      .selectFrom('consents')
      .select(['document', 'version', 'agreed_at', 'withdrawn_at'])
      .where('user_id', '=', id)
      .orderBy('agreed_at')
      .execute(),
    phoneProofs: await listPhoneProofs(db, id),
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at', 'last_used_at', 'address', 'user_agent'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    logins: await db
      .selectFrom('login_events')
      .select(['created_at', 'result', 'method', 'address', 'user_agent'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    soldiers: await db
      .selectFrom('soldiers')
      .select([...SOLDIER_COLUMNS, 'soldiers.created_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    orders: await ordersOf(db, id),
    mails: await mailsOf(db, person),
  };
}
