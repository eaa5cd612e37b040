import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { SESSION_HINT_COOKIE } from '#shared/rules/session-hint.ts';

/** A session lives this long after it was last prolonged (contract §2). */
const SESSION_MS = 30 * DAY_MS;
/** Prolonged at most once a day: a write per call would make every read a commit. */
const PROLONG_AFTER_MS = DAY_MS;

/** The person who asks. */
export type Actor = Omit<Account, 'created_at'> & { created_at: Date };

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
}

export type Sessions = {
  /** Opens a session for the user and sets its cookie; the one that the browser had before ends. */
  open: (request: FastifyRequest, reply: FastifyReply, userId: number) => Promise<void>;
  /** Ends the browser's session, if it has one. */
  close: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Guard for routes: 401 unless somebody is logged in. */
  requireUser: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Guard for the admin area: 401 for visitors, 403 for those who are not staff, in the spec's words. */
  requireAdmin: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
};

/** The person behind a request that passed a guard. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new AppError('UNAUTHENTICATED');
  return request.actor;
}

async function findActor(db: DbOrTrx, token: string, now: Date): Promise<(Actor & { expires_at: Date }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.user_id',
      'users.fullname',
      'users.phone',
      'users.phone_verified',
      'users.email',
      'users.military_status',
      'users.role',
      'users.created_at',
      'sessions.expires_at',
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
}

/** Sessions in the database, so that every instance sees them; a cookie holds the token, the table only its hash. */
export function createSessions(app: FastifyInstance, deps: { db: Db; clock: Clock; config: Config }): Sessions {
  const { db, clock } = deps;
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const cookieName = isHttps ? '__Host-sid' : 'sid';
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

  return {
    async open(request, reply, userId) {
      const previous = request.cookies[cookieName];
      if (previous) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(previous)).execute();
      const token = newToken();
      const expires_at = new Date(clock.now().getTime() + SESSION_MS);
      await db
        .insertInto('sessions')
        .values({ token_hash: hashToken(token), user_id: userId, expires_at })
        .execute();
      setCookies(reply, token);
    },
    async close(request, reply) {
      const token = request.cookies[cookieName];
      if (!token) return;
      await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
      clearCookies(reply);
    },
    async requireUser(request, reply) {
      if (!(await identify(request, reply))) throw new AppError('UNAUTHENTICATED');
    },
    async requireAdmin(request, reply) {
      const actor = await identify(request, reply);
      if (!actor) throw new AppError('ADMIN_UNAUTHENTICATED');
      if (actor.role !== 'admin') throw new AppError('ADMIN_FORBIDDEN');
    },
  };
}
