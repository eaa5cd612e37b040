import { type Db, transaction } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { endResets } from '../account/end-resets.ts';
import { checkAccountsOf, endVerifications, findLink, setVerified } from './email.queries.ts';

/**
 * Verifies the account's address by the link of a mail, once: recovery goes to it from now on
 * (contract §3). Reset links that were mailed before end, because they went elsewhere.
 * @throws AppError EMAIL_TOKEN_INVALID, also when the address was changed since;
 * EMAIL_ACCOUNTS_FULL
 */
export async function verifyEmail({ db, clock }: { db: Db; clock: Clock }, token: string): Promise<void> {
  const sent = await findLink(db, 'verify', token, clock.now());
  if (!sent) throw new AppError('EMAIL_TOKEN_INVALID');
  await transaction(db, async (trx) => {
    const now = clock.now();
    const account = await lockAccount(trx, sent.userId);
    const link = await findLink(trx, 'verify', token, now);
    if (!account || !link || account.email !== link.email) throw new AppError('EMAIL_TOKEN_INVALID');
    await checkAccountsOf(trx, link.email);
    await setVerified(trx, account.id, link.email);
    await endVerifications(trx, account.id, now);
    await endResets(trx, account.id, now);
  });
}
