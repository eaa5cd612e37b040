import type { FastifyRequest } from 'fastify';
import { type Actor, actorOf } from './session.ts';

/** Somebody of the staff, and from where they act: what the audit log keeps of every act. */
export type Staff = { actor: Pick<Actor, 'id' | 'user_id'>; address: string };

/** The person behind a request that passed `requireAdmin`. */
export function staffOf(request: FastifyRequest): Staff {
  const { id, user_id } = actorOf(request);
  return { actor: { id, user_id }, address: request.ip };
}
