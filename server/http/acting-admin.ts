import type { FastifyRequest } from 'fastify';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { ActingSession } from './guards/standing.ts';
import { actorOf, rightsOf, sessionIdOf } from './session.ts';

/**
 * An administrator and their client address, as recorded in the audit log. A null id means the
 * system itself, which acts without a session.
 */
export type ActingAdmin = {
  actor: { id: number | null; user_id: string };
  address: string;
  /** Of a call of the administration: its rights are judged again when the act is recorded. */
  session?: ActingSession | undefined;
};

/** Returns the administrator of a request that passed `requireAdmin`. */
export function adminOf(request: FastifyRequest): ActingAdmin {
  const { id, user_id } = actorOf(request);
  const call = request.routeOptions.config.call;
  const session = call?.access === 'admin' ? { id: sessionIdOf(request), needs: call.needs } : undefined;
  return { actor: { id, user_id }, address: request.ip, session };
}

/** The administrator that an answer is presented to. */
export type Viewer = { id: number; permissions: readonly Permission[] };

export function viewerOf(request: FastifyRequest): Viewer {
  return { id: actorOf(request).id, permissions: rightsOf(request).permissions };
}

/** Formats an administrator as `admin (관리자)`, or the login id alone without a name. */
export function adminName(login: string, fullname: string | null): string {
  return fullname ? `${login} (${fullname})` : login;
}
