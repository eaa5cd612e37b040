import { type Trx, transaction } from '#server/db/transaction.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { FactorChange } from '#shared/features/accounts/factor-kinds.ts';
import { lockOwnAccount } from '../account/accounts.queries.ts';
import type { FactorDeps } from './factor-deps.ts';
import { endOtherAccess, listFactors, stampStepUp } from './factors.queries.ts';
import { noteFactorChange } from './note-factor-change.ts';

const MAX_FACTORS = 10;

/** The person behind a session, who changes the account's own factors. */
export type FactorOwner = { userId: number; sessionId: number; by: ActingAdmin };

export type Change<Result> = { change: FactorChange; name?: string; result: Result };

/**
 * Changes the factors of an account under its lock: all other sessions and waiting logins end, the
 * session counts as stepped up, and a mail goes to the owner (contract §6).
 */
export function changeFactors<Result>(
  { db, clock }: FactorDeps,
  { userId, sessionId, by }: FactorOwner,
  write: (trx: Trx, now: Date) => Promise<Change<Result>>,
): Promise<Result> {
  return transaction(db, async (trx) => {
    const account = await lockOwnAccount(trx, userId, sessionId);
    if (!account) throw new AppError('UNAUTHENTICATED');
    const now = clock.now();
    const { result, ...change } = await write(trx, now);
    await endOtherAccess(trx, userId, sessionId);
    await stampStepUp(trx, sessionId, now);
    await noteFactorChange(trx, { now }, account, { ...change, by });
    return result;
  });
}

/**
 * Returns whether a new factor would be the first. Needs the account's lock.
 * @throws AppError TOO_MANY_FACTORS
 */
export async function isFirstFactor(trx: Trx, userId: number): Promise<boolean> {
  const factors = await listFactors(trx, userId);
  if (factors.length >= MAX_FACTORS) throw new AppError('TOO_MANY_FACTORS');
  return factors.length === 0;
}
