import type { FastifyRequest } from 'fastify';
import { actorOf } from './session.ts';

/**
 * An administrator and their client address, as recorded in the audit log. A null id means the
 * system itself.
 */
export type Staff = { actor: { id: number | null; user_id: string }; address: string };

/** Returns the administrator of a request that passed `requireAdmin`. */
export function staffOf(request: FastifyRequest): Staff {
  const { id, user_id } = actorOf(request);
  return { actor: { id, user_id }, address: request.ip };
}

/** Formats an administrator as `admin (관리자)`, or the login id alone without a name. */
export function staffName(login: string, fullname: string | null): string {
  return fullname ? `${login} (${fullname})` : login;
}
