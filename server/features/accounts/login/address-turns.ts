import { createAtOnce } from '#server/lib/limits/at-once.ts';
import { callerOf } from '#server/lib/networks.ts';

/** Half of the queue of password checks. */
export const AT_ONCE = 50;
const beginOfAddress = createAtOnce(AT_ONCE);

/**
 * Keeps the logins, sign-ups and new passwords of one address from filling the queue of password
 * checks: others would be refused.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function inTurnOfAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
  const end = beginOfAddress(callerOf(address));
  try {
    return await work();
  } finally {
    end();
  }
}
