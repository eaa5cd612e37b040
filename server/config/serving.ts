import { SECOND_MS } from '#server/lib/time.ts';
import { positive, type Values } from './fields.ts';

export const servingVariables = {
  REQUEST_DEADLINE_MS: positive.min(1, 'accepted: 1 or more').default(10 * SECOND_MS),
};

export type ServingConfig = {
  /** When a call that still waits is answered 503; payment calls have longer. */
  deadlineMs: number;
};

export function servingConfig(env: Values<typeof servingVariables>): ServingConfig {
  return { deadlineMs: env.REQUEST_DEADLINE_MS };
}
