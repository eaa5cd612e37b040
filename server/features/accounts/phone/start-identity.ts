import { transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';
import { insertIdentityCheck } from './identity-checks.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';

/** How long an identity check can be confirmed (contract §7). */
export const IDENTITY_LIFE_MS = 30 * MINUTE_MS;
/** Per account, so that a script cannot fill the table. */
const STARTS = { name: 'identity-start', points: 60, windowMs: HOUR_MS };

/** The account and the session that an identity check belongs to. */
export type IdentityOwner = { userId: number; sessionId: number };

/**
 * Begins an identity check; returns the id that the provider's window is opened with.
 * @throws AppError IDENTITY_OFF, TOO_MANY_REQUESTS
 */
export async function startIdentity({ db, clock, identity }: PhoneDeps, owner: IdentityOwner): Promise<string> {
  if (!identity) throw new AppError('IDENTITY_OFF', { retryAfterSeconds: 3600 });
  const now = clock.now();
  const id = newToken();
  await transaction(db, async (trx) => {
    await consume(trx, STARTS, String(owner.userId));
    const expiresAt = new Date(now.getTime() + IDENTITY_LIFE_MS);
    await insertIdentityCheck(trx, { id, ...owner, now, expiresAt });
  });
  return id;
}
