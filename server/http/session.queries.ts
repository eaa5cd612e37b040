import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { hashToken } from '#server/lib/tokens.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { Rights } from './rights.ts';
import type { Actor, NewSession } from './session.ts';
import { type SessionKind, sessionEnd, sessionLife } from './session-life.ts';

export const ACTOR_COLUMNS = [
  'users.id',
  'users.user_id',
  'users.fullname',
  'users.phone',
  'users.phone_verified',
  'users.email',
  'users.military_status',
  'users.role',
  'users.created_at',
] as const;

/**
 * Waits for a concurrent change of the account, so that the next statement sees its result. Logins
 * of one account run in turn: those in new browsers lock it, which two that only share it cannot.
 */
export function lockForLogin(trx: Trx, userId: number): Promise<Pick<Actor, 'role'>> {
  return trx
    .selectFrom('users')
    .select('users.role')
    .where('users.id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

const PERMISSIONS_OF = sql<Permission[]>`array(
  select permission from user_permissions where user_permissions.user_id = users.id order by permission)`;
const HAS_SECOND_FACTOR = sql<boolean>`exists (
  select from second_factors where second_factors.user_id = users.id and second_factors.confirmed_at is not null)`;

/** Values of the row of a new session. */
type NewRow = { token: string; now: Date; address: string; userAgent: string; role: Actor['role'] } & NewSession;

/**
 * Returns false when the account is closed or its password changed. The lock waits for a concurrent
 * change of the account and sees its result.
 */
export async function insertSession(trx: Trx, row: NewRow): Promise<boolean> {
  const { userId, passwordHash, isPersistent, now, role } = row;
  const expiresAt = sessionEnd(sessionLife({ role, isPersistent }), now, now);
  const inserted = await trx
    .insertInto('sessions')
    .columns([
      'token_hash',
      'user_id',
      'is_persistent',
      'created_at',
      'last_used_at',
      'expires_at',
      'address',
      'user_agent',
      'stepped_up_at',
    ])
    .expression((eb) => {
      const account = eb
        .selectFrom('users')
        .select([
          sql<Buffer>`${hashToken(row.token)}::bytea`.as('token_hash'),
          'users.id as user_id',
          sql<boolean>`${isPersistent}::boolean`.as('is_persistent'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${now}::timestamptz`.as('last_used_at'),
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
          sql<string>`${row.address}::text`.as('address'),
          sql<string>`${row.userAgent}::text`.as('user_agent'),
          sql<Date | null>`${row.secondFactor === 'given' ? now : null}::timestamptz`.as('stepped_up_at'),
        ])
        .where('users.id', '=', userId)
        .where('users.role', '=', role)
        .where('users.is_active', '=', true)
        .where('users.closed_at', 'is', null)
        .$if(row.secondFactor === 'none', (query) => query.where(HAS_SECOND_FACTOR, '=', false))
        .forShare();
      return passwordHash === undefined ? account : account.where('users.password_hash', '=', passwordHash);
    })
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Open sessions of an account (contract §3). */
const MAX_SESSIONS = 20;

/** Ends the sessions of an account that were used longest ago, beyond the maximum. */
export async function endOldSessions(trx: Trx, userId: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('sessions.id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('sessions.id')
        .where('sessions.user_id', '=', userId)
        .orderBy('sessions.last_used_at', 'desc')
        .orderBy('sessions.id', 'desc')
        .offset(MAX_SESSIONS),
    )
    .execute();
}

export type OpenSession = SessionKind & {
  id: number;
  actor: Actor;
  rights: Rights;
  openedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
};

/** Finds the open session of a token with its user, and what they may do. */
export async function findSession(db: DbOrTrx, token: string, now: Date): Promise<OpenSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      ...ACTOR_COLUMNS,
      'sessions.expires_at',
      'sessions.is_persistent',
      'sessions.created_at as session_opened_at',
      'sessions.id as session_id',
      'sessions.last_used_at',
      'sessions.stepped_up_at',
      'users.password_due',
      PERMISSIONS_OF.as('permissions'),
      HAS_SECOND_FACTOR.as('has_second_factor'),
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires_at, is_persistent, session_opened_at, session_id, last_used_at, ...account } = row;
  const { stepped_up_at, password_due, permissions, has_second_factor, ...actor } = account;
  const { role } = actor;
  const kind = { role, isPersistent: is_persistent };
  // An earlier version gave administrators' sessions 30 days.
  if (role === 'admin' && sessionEnd(sessionLife(kind), session_opened_at, last_used_at) <= now) return undefined;
  return {
    ...kind,
    id: session_id,
    actor,
    rights: {
      role,
      permissions,
      hasSecondFactor: has_second_factor,
      steppedUpAt: stepped_up_at,
      openedAt: session_opened_at,
      mustChangePassword: password_due === 'change',
    },
    openedAt: session_opened_at,
    lastUsedAt: last_used_at,
    expiresAt: expires_at,
  };
}
