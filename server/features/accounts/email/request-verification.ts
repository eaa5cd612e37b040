import { type Db, transaction } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { sendVerification } from './change-email.ts';
import { isVerified } from './recipients.ts';

type Deps = { db: Db; clock: Clock };

/**
 * Mails another link that verifies the account's address; those before it stay open.
 * @throws AppError EMAIL_MISSING, EMAIL_VERIFIED, TOO_MANY_REQUESTS
 */
export async function requestVerification({ db, clock }: Deps, actor: Actor): Promise<void> {
  await transaction(db, async (trx) => {
    const account = await lockAccount(trx, actor.id);
    if (!account) throw new AppError('UNAUTHENTICATED');
    if (account.email === '') throw new AppError('EMAIL_MISSING');
    if (isVerified(account, account.email)) throw new AppError('EMAIL_VERIFIED');
    const isSent = await sendVerification(trx, { now: clock.now() }, account);
    if (!isSent) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: DAY_MS / SECOND_MS });
  });
}
