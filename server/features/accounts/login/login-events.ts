import { type Insertable, sql } from 'kysely';
import type { LoginEventsTable } from '#server/db/tables.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { listPage, NEWEST_FIRST } from '#server/http/api/list-page.ts';
import type { After, Page } from '#server/http/api/paging.ts';
import { deviceLabel } from '#server/lib/user-agent.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { LoginEvent } from '#shared/features/accounts/session-schemas.ts';

const SYSTEM = { id: null, user_id: 'system' };

/** Where a login comes from. */
export type Caller = { address: string; userAgent: string; device: Buffer | undefined };

/** Logins of a customer that are kept, and as many failures, so that neither grows without end. */
const MAX_EVENTS = 500;

async function dropOldEvents(db: DbOrTrx, userId: number, result: LoginEvent['result']): Promise<void> {
  const old = db
    .selectFrom('login_events')
    .select('login_events.id')
    .where('login_events.user_id', '=', userId)
    .where('login_events.result', '=', result)
    .orderBy('login_events.id', 'desc')
    .offset(MAX_EVENTS);
  await db.deleteFrom('login_events').where('login_events.id', 'in', old).execute();
}

/**
 * Adds a login to the log that is kept for its account (contract §6), and an administrator's to the
 * audit log. Who failed to log in is not known: the entry is the system's, about the account.
 */
export async function recordLogin(db: DbOrTrx, event: Insertable<LoginEventsTable>): Promise<void> {
  await db.insertInto('login_events').values(event).execute();
  const { user_id: userId, result, method, address } = event;
  if (userId === null || userId === undefined) return;
  if (!event.is_staff) return dropOldEvents(db, userId, result);
  const account = await db
    .selectFrom('users')
    .select(['users.id', 'users.user_id'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!account) return;
  await recordAudit(db, {
    actor: result === 'success' ? account : SYSTEM,
    address,
    after: { method },
    subjectType: 'user',
    subjectId: account.id,
    action: result === 'success' ? 'user.login' : 'user.login_failed',
  });
}

type Row = {
  id: number;
  created_at: Date;
  result: LoginEvent['result'];
  method: LoginEvent['method'];
  address: string;
  user_agent: string;
};

/** Reads a page of an account's logins, newest first. */
export function listLogins(
  db: DbOrTrx,
  userId: number,
  { limit, after }: { limit: number; after: After | undefined },
): Promise<Page<Row>> {
  return listPage(db, {
    from: sql`login_events`,
    where: sql`l.user_id = ${userId}`,
    select: (page) =>
      sql`select l.sort_key, l.id, l.created_at, l.result, l.method, l.address, l.user_agent from ${page}`,
    sorting: NEWEST_FIRST,
    limit,
    after,
  });
}

export function presentLogin({ created_at, result, method, address, user_agent }: Row): LoginEvent {
  return { at: wireTime(created_at), result, method, address, device: deviceLabel(user_agent) };
}
