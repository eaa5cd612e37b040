import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import type { Account } from '#shared/features/accounts/schemas.ts';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';

/** A session lives this long after it was last prolonged (contract §2). */
const SESSION_MS = 30 * DAY_MS;
/** Prolonged at most once a day: a write per call would make every read a commit. */
const PROLONG_AFTER_MS = DAY_MS;

/** The person who asks. */
export type Actor = Omit<Account, 'created_at'> & { created_at: Date };

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

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
}

/** Runs before a route; throws for those who may not call it. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export type Sessions = {
  /**
   * Opens a session for the user and sets its cookie; the one that the browser had before ends. A
   * login by password gives the hash that the password fitted.
   * @throws AppError INVALID_CREDENTIALS when the account was closed, or the password changed, since it was looked at.
   */
  open: (
    request: FastifyRequest,
    reply: FastifyReply,
    userId: number,
    passwordHash?: string | undefined,
  ) => Promise<void>;
  /** Ends the browser's session, if it has one. */
  close: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** What the browser's session is known by, for whoever ends all others. */
  tokenOf: (request: FastifyRequest) => string | undefined;
  /** Guard for routes: 401 unless somebody is logged in. */
  requireUser: Guard;
  /** Guard for the admin area: 401 for visitors, 403 for those who are not staff, in the spec's words. */
  requireAdmin: Guard;
};

/** The person behind a request that passed a guard. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new AppError('UNAUTHENTICATED');
  return request.actor;
}

/**
 * Ends the sessions of a user, all or all but one, with whatever makes that necessary. The user's
 * row is locked or written before, so that no login with the old password slips in behind it.
 */
export async function endSessions(trx: Trx, userId: number, exceptToken?: string): Promise<void> {
  const ended = trx.deleteFrom('sessions').where('sessions.user_id', '=', userId);
  if (exceptToken === undefined) await ended.execute();
  else await ended.where('sessions.token_hash', '<>', hashToken(exceptToken)).execute();
}

/**
 * False when there is no such user any more. The lock waits for whoever changes the password or
 * closes the account at this moment, and sees what they wrote.
 */
async function insertSession(
  db: Db,
  {
    token,
    userId,
    passwordHash,
    expiresAt,
  }: { token: string; userId: number; passwordHash: string | undefined; expiresAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'expires_at'])
    .expression((eb) => {
      const account = eb
        .selectFrom('users')
        .select([
          sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
          'users.id as user_id',
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('users.id', '=', userId)
        .where('users.closed_at', 'is', null)
        .forShare();
      return passwordHash === undefined ? account : account.where('users.password_hash', '=', passwordHash);
    })
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

async function findActor(db: DbOrTrx, token: string, now: Date): Promise<(Actor & { expires_at: Date }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...ACTOR_COLUMNS, 'sessions.expires_at'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

export function sessionCookieName({ publicUrl }: { publicUrl: string }): string {
  return publicUrl.startsWith('https:') ? '__Host-sid' : 'sid';
}

/** Sessions in the database, so that every instance sees them; a cookie holds the token, the table only its hash. */
export function createSessions(app: FastifyInstance, deps: { db: Db; clock: Clock; config: Config }): Sessions {
  const { db, clock } = deps;
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const cookieName = sessionCookieName(deps.config);
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  app.decorateRequest('actor', undefined);

  function setCookies(reply: FastifyReply, token: string): void {
    const maxAge = SESSION_MS / SECOND_MS;
    reply.setCookie(cookieName, token, { ...cookieOptions, maxAge });
    reply.setCookie(SESSION_HINT_COOKIE, '1', { ...cookieOptions, httpOnly: false, maxAge });
  }

  function clearCookies(reply: FastifyReply): void {
    reply.clearCookie(cookieName, cookieOptions);
    reply.clearCookie(SESSION_HINT_COOKIE, { ...cookieOptions, httpOnly: false });
  }

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Actor | undefined> {
    const token = request.cookies[cookieName];
    if (!token) return undefined;
    const now = clock.now();
    const found = await findActor(db, token, now);
    if (!found) {
      clearCookies(reply);
      return undefined;
    }
    const { expires_at, ...actor } = found;
    if (expires_at.getTime() - now.getTime() < SESSION_MS - PROLONG_AFTER_MS) {
      const prolonged = new Date(now.getTime() + SESSION_MS);
      await db
        .updateTable('sessions')
        .set({ expires_at: prolonged })
        .where('token_hash', '=', hashToken(token))
        .execute();
      setCookies(reply, token);
    }
    request.actor = actor;
    return actor;
  }

  const sessions: Sessions = {
    async open(request, reply, userId, passwordHash) {
      const previous = request.cookies[cookieName];
      if (previous) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(previous)).execute();
      const token = newToken();
      const expiresAt = new Date(clock.now().getTime() + SESSION_MS);
      const isOpened = await insertSession(db, { token, userId, passwordHash, expiresAt });
      if (!isOpened) throw new AppError('INVALID_CREDENTIALS', { extra: { success: false } });
      setCookies(reply, token);
    },
    async close(request, reply) {
      const token = request.cookies[cookieName];
      if (!token) return;
      await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
      clearCookies(reply);
    },
    tokenOf: (request) => request.cookies[cookieName],
    async requireUser(request, reply) {
      if (!(await identify(request, reply))) throw new AppError('UNAUTHENTICATED');
    },
    async requireAdmin(request, reply) {
      const actor = await identify(request, reply);
      if (!actor) throw new AppError('ADMIN_UNAUTHENTICATED');
      if (actor.role !== 'admin') throw new AppError('ADMIN_FORBIDDEN');
    },
  };
  app.decorate('guards', { public: undefined, user: sessions.requireUser, admin: sessions.requireAdmin });
  return sessions;
}
