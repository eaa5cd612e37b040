import { type Db, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import type { AccountLimits } from '../account-limits.ts';
import { consumeRecovery } from '../login/consume-recovery.ts';
import type { Caller } from '../login/login-events.ts';
import { listAccountsByEmail, recoveryRecipient } from './recovery.queries.ts';

/**
 * Mails the login ids registered with an address. Unlike the reset it reveals whether there are
 * any (spec §8), so it is rate limited.
 * @throws AppError EMAIL_UNKNOWN, TOO_MANY_REQUESTS
 */
export async function sendUserIds(
  { db, clock, limits }: { db: Db; clock: Clock; limits: AccountLimits },
  caller: Caller,
  { email }: RecoveryBody,
): Promise<void> {
  await consumeRecovery({ db, clock }, limits.findUserId, caller, email);
  await transaction(db, async (trx) => {
    const accounts = await listAccountsByEmail(trx, email, clock.now());
    const [first, ...others] = accounts;
    if (!first) throw new AppError('EMAIL_UNKNOWN');
    const userIds = accounts.map((account) => account.user_id);
    // Beyond the limit of the address, the mails of the day have named the ids.
    await queueMail(trx, recoveryRecipient([first, ...others]), { kind: 'user_id_notice', params: { userIds } });
  });
}
