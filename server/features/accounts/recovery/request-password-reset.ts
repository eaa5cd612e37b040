import { randomUUID } from 'node:crypto';
import { wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import type { AccountLimits } from '../account-limits.ts';
import { consumeRecovery } from '../login/consume-recovery.ts';
import type { Caller } from '../login/login-events.ts';

/**
 * Stores a request for a new password. The job looks up the accounts, so a known and an unknown address
 * cause the same work and neither the response nor its time reveals which it is (contract §3).
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requestPasswordReset(
  { db, clock, limits }: { db: Db; clock: Clock; limits: AccountLimits },
  caller: Caller,
  { email }: RecoveryBody,
): Promise<void> {
  await consumeRecovery({ db, clock }, limits.passwordReset, caller, email);
  await db.insertInto('reset_requests').values({ id: randomUUID(), email, due_at: clock.now() }).execute();
  wakeSoon(db, 'send_reset_links');
}
