import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { SOLDIER_COLUMNS } from '#server/features/soldiers/soldiers.lookup.ts';
import { listPhoneProofs } from '../phone/phone-proofs.ts';
import { listPersonalOrders } from './personal-orders.queries.ts';

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
    secondFactors: await db
      .selectFrom('second_factors')
      .select(['kind', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .orderBy('id')
      .execute(),
    knownDevices: await db
      .selectFrom('known_devices')
      .select(['created_at', 'expires_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    noticeSettings: await db
      .selectFrom('notice_settings')
      .select(['kind', 'channel', 'is_on', 'changed_at'])
      .where('user_id', '=', id)
      .orderBy('kind')
      .orderBy('channel')
      .execute(),
    notices: await db
      .selectFrom('notices')
      .innerJoin('notice_events', 'notice_events.id', 'notices.event_id')
      .select(['notice_events.kind', 'notices.channel', 'notices.phone', 'notices.state'])
      .select(['notices.created_at', 'notices.sent_at'])
      .where('notice_events.user_id', '=', id)
      .orderBy('notices.id')
      .execute(),
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
    orders: await listPersonalOrders(db, id),
    mails: await mailsOf(db, person),
  };
}
