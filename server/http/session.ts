import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isOverHttps } from '#server/config.ts';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { createNetworkCheck } from '#server/lib/networks.ts';
import { HOUR_MS, SECOND_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import type { Call } from '#shared/contract/call.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';
import type { Account } from '#shared/features/accounts/schemas.ts';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { isUnsafe } from './guards/origin-guard.ts';
import { type Rights, requirePermission, requireStepUp } from './rights.ts';
import { endOldSessions, findSession, insertSession, lockForLogin, type OpenSession } from './session.queries.ts';
import { type SessionKind, sessionEnd, sessionLife } from './session-life.ts';

/** The logged-in user. */
export type Actor = Omit<Account, 'created_at'> & { created_at: Date };

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** The session that the actor's cookie opened. */
    session: { id: number; rights: Rights; isOpenToAdmin: boolean } | undefined;
  }
}

/** Runs before a route; throws without permission. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The user of a new session, and how they proved their identity. */
export type NewSession = {
  userId: number;
  /** The hash that matched, for a login by password. */
  passwordHash?: string;
  /** False: the cookie ends with the browser. */
  isPersistent: boolean;
  /** Tells whether a second factor was given; a recovery code is no step-up (contract §6). */
  secondFactor: 'none' | 'given' | 'recovery';
};

/** Writes in the transaction that opens a session. */
export type WriteWithSession = (trx: Trx, opened: Pick<Actor, 'role'>) => Promise<void>;

export type Sessions = {
  /**
   * Opens a session, sets its cookie and ends the browser's previous session and the oldest ones
   * beyond the maximum of the account.
   * @throws AppError INVALID_CREDENTIALS when the account was closed, the password changed or a
   *   second factor was enrolled since the login was verified
   */
  open: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: NewSession,
    alongside?: WriteWithSession,
  ) => Promise<void>;
  /** Ends the browser's session, if it has one. */
  close: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The hash of the browser's session, to exclude it from ending all sessions. */
  tokenOf: (request: FastifyRequest) => string | undefined;
  /** Returns whether the request has a session; sets `actor` and `session`. For calls that work without one. */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  /** Guard for routes: 401 without a session. */
  requireUser: Guard;
  /** Guard for the admin area: 401 for visitors, 403 for members, with the message of contract §3. */
  requireAdmin: Guard;
};

/** Returns the user of a request that passed a guard. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new AppError('UNAUTHENTICATED');
  return request.actor;
}

/**
 * Ends all sessions of a user, except an optional one, and the pushes to their browsers, in the
 * caller's transaction. The caller has locked or written the user's row, so that no login with the
 * old password can follow.
 */
export async function endSessions(trx: Trx, userId: number, exceptToken?: string): Promise<void> {
  const ended = trx.deleteFrom('sessions').where('sessions.user_id', '=', userId);
  if (exceptToken === undefined) await ended.execute();
  else await ended.where('sessions.token_hash', '<>', hashToken(exceptToken)).execute();
  // A push needs no session, so its browsers end with them.
  await trx.deleteFrom('push_subscriptions').where('push_subscriptions.user_id', '=', userId).execute();
}

/** Maximum stored length of a `User-Agent` header. */
const MAX_USER_AGENT_LENGTH = 300;
/** Interval of writing the last use: a write per call would make every read a commit. */
const USE_NOTED_AFTER_MS = HOUR_MS;

/** Returns the `User-Agent` header, cut to the length that is stored. */
export function userAgentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
}

/** Returns the session id of a request that passed a guard. */
export function sessionIdOf({ session }: FastifyRequest): number {
  if (!session) throw new AppError('UNAUTHENTICATED');
  return session.id;
}

/**
 * Returns true when an administrator may act as one in a request that passed a guard: it comes from
 * `ADMIN_NETWORKS`, and the account has a second factor where one is required.
 */
export function isOpenToAdmin({ session }: FastifyRequest): boolean {
  return session?.isOpenToAdmin === true;
}

/** Returns true when an administrator has a permission in a call that customers may make too. */
export function hasPermission(request: FastifyRequest, permission: Permission): boolean {
  const { role, permissions } = rightsOf(request);
  return role === 'admin' && isOpenToAdmin(request) && mayDo(permissions, permission);
}

/** Returns the rights of the user of a request that passed a guard. */
export function rightsOf({ session }: FastifyRequest): Rights {
  if (!session) throw new AppError('UNAUTHENTICATED');
  return session.rights;
}

export function sessionCookieName({ publicUrl }: { publicUrl: string }): string {
  return isOverHttps({ publicUrl }) ? '__Host-sid' : 'sid';
}

function callOf(request: FastifyRequest): Call | undefined {
  return request.routeOptions.config.call;
}

/** Holds what still works while the password has to be changed: the change, and what the page needs for it. */
const WITH_DUE_PASSWORD = new Set(['GET /api/auth/my', 'PUT /api/auth/update-profile']);

function checkPassword(request: FastifyRequest): void {
  const call = callOf(request);
  if (!rightsOf(request).mustChangePassword || WITH_DUE_PASSWORD.has(`${call?.method} ${call?.path}`)) return;
  throw new AppError('PASSWORD_CHANGE_REQUIRED');
}

/** Pages send it with the first calls after a navigation. */
const NAVIGATION_HEADER = 'x-navigation';

/** Returns whether a person caused the call: polling must not keep an administrator's session open (contract §6). */
function isActivity(request: FastifyRequest): boolean {
  if (callOf(request)?.isAutomatic) return false;
  return isUnsafe(request) || request.headers[NAVIGATION_HEADER] === '1';
}

/**
 * Stores sessions in the database for all instances; the cookie has the token, the table its hash.
 */
export function createSessions(app: FastifyInstance, deps: { db: Db; clock: Clock; config: Config }): Sessions {
  const { db, clock } = deps;
  const isAdminNetwork = createNetworkCheck(deps.config.adminNetworks);
  const isHttps = isOverHttps(deps.config);
  const cookieName = sessionCookieName(deps.config);
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  app.decorateRequest('actor', undefined);
  app.decorateRequest('session', undefined);

  function setCookies(reply: FastifyReply, token: string, kind: SessionKind): void {
    const { cookieMs } = sessionLife(kind);
    const kept = cookieMs === undefined ? cookieOptions : { ...cookieOptions, maxAge: cookieMs / SECOND_MS };
    reply.setCookie(cookieName, token, kept);
    reply.setCookie(SESSION_HINT_COOKIE, '1', { ...kept, httpOnly: false });
  }

  function clearCookies(reply: FastifyReply): void {
    reply.clearCookie(cookieName, cookieOptions);
    reply.clearCookie(SESSION_HINT_COOKIE, { ...cookieOptions, httpOnly: false });
  }

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Actor | undefined> {
    const token = request.cookies[cookieName];
    if (!token) return undefined;
    const now = clock.now();
    const found = await findSession(db, token, now);
    if (!found) {
      clearCookies(reply);
      return undefined;
    }
    if (found.role === 'user' || isActivity(request)) await renew(reply, token, found, now);
    request.actor = found.actor;
    // From other networks an administrator has no permissions, also outside of /api/admin.
    const isAtOffice = isAdminNetwork(request.ip);
    const permissions = isAtOffice ? found.rights.permissions : [];
    const hasFactor = found.rights.hasSecondFactor || !deps.config.requireSecondFactor;
    const rights = { ...found.rights, permissions };
    request.session = { id: found.id, rights, isOpenToAdmin: isAtOffice && hasFactor };
    return found.actor;
  }

  /** Extends a session in use. */
  async function renew(reply: FastifyReply, token: string, session: OpenSession, now: Date): Promise<void> {
    const life = sessionLife(session);
    const end = sessionEnd(life, session.openedAt, now);
    const isEnding = end.getTime() - session.expiresAt.getTime() >= life.renewAfterMs;
    const isNoted = now.getTime() - session.lastUsedAt.getTime() < Math.min(USE_NOTED_AFTER_MS, life.renewAfterMs);
    if (!isEnding && isNoted) return;
    await db
      .updateTable('sessions')
      .set({ expires_at: end, last_used_at: now })
      .where('token_hash', '=', hashToken(token))
      .execute();
    // The cookie of an administrator ends at a fixed time.
    if (isEnding && session.role === 'user') setCookies(reply, token, session);
  }

  const sessions: Sessions = {
    async open(request, reply, session, alongside) {
      const previous = request.cookies[cookieName];
      if (previous) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(previous)).execute();
      const token = newToken();
      const from = { address: request.ip, userAgent: userAgentOf(request) };
      const role = await transaction(db, async (trx) => {
        const account = await lockForLogin(trx, session.userId);
        const row = { ...session, ...account, ...from, token, now: clock.now() };
        if (!(await insertSession(trx, row))) throw new AppError('INVALID_CREDENTIALS', { extra: { success: false } });
        await endOldSessions(trx, session.userId);
        await alongside?.(trx, account);
        return account.role;
      });
      setCookies(reply, token, { ...session, role });
    },
    async close(request, reply) {
      const token = request.cookies[cookieName];
      if (!token) return;
      await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
      clearCookies(reply);
    },
    tokenOf: (request) => request.cookies[cookieName],
    identify: async (request, reply) => (await identify(request, reply)) !== undefined,
    async requireUser(request, reply) {
      if (!(await identify(request, reply))) throw new AppError('UNAUTHENTICATED');
      checkPassword(request);
      const stepUp = callOf(request)?.stepUp;
      if (stepUp) requireStepUp(rightsOf(request), clock.now(), stepUp);
    },
    async requireAdmin(request, reply) {
      if (!(await identify(request, reply))) throw new AppError('ADMIN_UNAUTHENTICATED');
      const call = callOf(request);
      requirePermission(rightsOf(request), call, { requiresSecondFactor: deps.config.requireSecondFactor });
      checkPassword(request);
      if (call?.stepUp) requireStepUp(rightsOf(request), clock.now(), call.stepUp);
    },
  };
  app.decorate('guards', { public: undefined, user: sessions.requireUser, admin: sessions.requireAdmin });
  return sessions;
}
