import { SECOND_MS } from '#server/lib/time.ts';
import { atLeast, positive, type Values } from './fields.ts';

/** A day: a change that administrators make must not stay unseen for longer. */
const MOST_EDGE_SECONDS = 86_400;

export const servingVariables = {
  REQUEST_DEADLINE_MS: atLeast(1).default(10 * SECOND_MS),
  EDGE_CACHE_SECONDS: positive.max(MOST_EDGE_SECONDS, `accepted: 0 to ${MOST_EDGE_SECONDS}`).default(0),
};

export type ServingConfig = {
  /** When a call that still waits is answered 503; payment calls have longer. */
  deadlineMs: number;
  /** How long a shared cache may keep public pages and the catalogue; 0: not at all. */
  edgeSeconds: number;
};

export function servingConfig(env: Values<typeof servingVariables>): ServingConfig {
  return { deadlineMs: env.REQUEST_DEADLINE_MS, edgeSeconds: env.EDGE_CACHE_SECONDS };
}
