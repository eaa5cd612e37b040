import type { FastifyRequest } from 'fastify';
import { actorOf } from './session.ts';

/**
 * Somebody of the staff, and from where they act: what the audit log keeps of every act. No id
 * stands for the machine itself.
 */
export type Staff = { actor: { id: number | null; user_id: string }; address: string };

/** The person behind a request that passed `requireAdmin`. */
export function staffOf(request: FastifyRequest): Staff {
  const { id, user_id } = actorOf(request);
  return { actor: { id, user_id }, address: request.ip };
}

/** `admin (관리자)`, as staff are named to each other; the login id alone where the account has no name. */
export function staffName(login: string, fullname: string | null): string {
  return fullname ? `${login} (${fullname})` : login;
}
