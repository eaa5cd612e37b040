import { type Db, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Erase } from '#server/registry/feature.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { endAccount } from './close-account.ts';

/** `paying`: an order of the account is not paid or cancelled yet; it ends by itself. */
type Outcome = 'closed' | 'closed before' | 'paying';

/** Closes an account that its owner closed after the copy was made that this database came from. */
export async function closeAgain(db: Db, erase: Erase, userId: number, now: Date): Promise<Outcome> {
  return transaction(db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) return 'closed before';
    await endAccount(erase, trx, account, now);
    return 'closed' as const;
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'PAYMENT_IN_PROGRESS') return 'paying';
    throw error;
  });
}
