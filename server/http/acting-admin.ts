import type { FastifyRequest } from 'fastify';
import { actorOf } from './session.ts';

/**
 * An administrator and their client address, as recorded in the audit log. A null id means the
 * system itself.
 */
export type ActingAdmin = { actor: { id: number | null; user_id: string }; address: string };

/** Returns the administrator of a request that passed `requireAdmin`. */
export function adminOf(request: FastifyRequest): ActingAdmin {
  const { id, user_id } = actorOf(request);
  return { actor: { id, user_id }, address: request.ip };
}

/** Formats an administrator as `admin (관리자)`, or the login id alone without a name. */
export function adminName(login: string, fullname: string | null): string {
  return fullname ? `${login} (${fullname})` : login;
}
