import { randomUUID } from 'node:crypto';
import { enqueue } from '#server/db/jobs/enqueue.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import type { AccountLimits } from '../login/account-limits.ts';
import { consumeRecovery } from '../login/consume-recovery.ts';
import type { Caller } from '../login/login-events.ts';

/** Retries span about half an hour: a later link would be of no use. */
const MAX_TRIES = 8;

/**
 * Enqueues a password reset. The job looks up the accounts, so a known and an unknown address
 * cause the same work and neither the response nor its time reveals which it is (contract §3).
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requestPasswordReset(
  { db, clock, limits }: { db: Db; clock: Clock; limits: AccountLimits },
  caller: Caller,
  { email }: RecoveryBody,
): Promise<void> {
  await consumeRecovery({ db, clock }, limits.passwordReset, caller, email);
  await enqueue(db, 'send_reset_links', { payload: { email, requestId: randomUUID() }, maxTries: MAX_TRIES });
}
