import { type SqlBool, sql } from 'kysely';
import type { Slice } from '#server/db/read-slices.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { SOLDIER_COLUMNS } from '#server/features/soldiers/soldiers.lookup.ts';
import { listPhoneProofs } from '../phone/phone-proofs.ts';

type Person = { id: number; user_id: string; email: string };

/**
 * Selects mails to the account's current address that name this account. Addresses are not
 * verified and can be shared, so the address alone does not prove that a mail belongs to the
 * account. Mails whose text was erased with its secret no longer belong to any account.
 */
export function listPersonalMails(db: DbOrTrx, { id, user_id, email }: Person, { after, limit }: Slice) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'state', 'created_at'])
    .where('recipient', '=', email)
    .where('recipient', '<>', '')
    .where(
      sql<SqlBool>`(params ->> 'userId' = ${user_id} or params -> 'userIds' ? ${user_id}
        or params -> 'accounts' @> jsonb_build_array(jsonb_build_object('userId', ${user_id}::text))
        or params ->> 'orderNumber' in (select order_number from orders where orders.user_id = ${id}))`,
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listPersonalNotices(db: DbOrTrx, userId: number, { after, limit }: Slice) {
  return db
    .selectFrom('notices')
    .innerJoin('notice_events', 'notice_events.id', 'notices.event_id')
    .select(['notices.id', 'notice_events.kind', 'notices.channel', 'notices.phone', 'notices.state'])
    .select(['notices.created_at', 'notices.sent_at'])
    .where('notice_events.user_id', '=', userId)
    .where('notices.id', '>', after)
    .orderBy('notices.id')
    .limit(limit)
    .execute();
}

export function listPersonalLogins(db: DbOrTrx, userId: number, { after, limit }: Slice) {
  return db
    .selectFrom('login_events')
    .select(['id', 'created_at', 'result', 'method', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listPersonalSoldiers(db: DbOrTrx, userId: number, { after, limit }: Slice) {
  return db
    .selectFrom('soldiers')
    .select([...SOLDIER_COLUMNS, 'soldiers.created_at'])
    .where('user_id', '=', userId)
    .where('soldiers.id', '>', after)
    .orderBy('soldiers.id')
    .limit(limit)
    .execute();
}

export type PersonalFacts = Awaited<ReturnType<typeof getPersonalFacts>>;

/** Reads the rows about one user of which there are few. */
export async function getPersonalFacts(db: DbOrTrx, id: number) {
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
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at', 'last_used_at', 'address', 'user_agent'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
  };
}
