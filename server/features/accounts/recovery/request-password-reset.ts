import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import type { AccountLimits } from '../login/account-limits.ts';
import { consumeRecovery } from '../login/consume-recovery.ts';
import type { Caller } from '../login/login-events.ts';
import type { ResetRequest } from './send-reset-links.ts';

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
  const request: ResetRequest = { email, requestId: randomUUID() };
  await sql`select from graphile_worker.add_job(
    'send_reset_links', ${JSON.stringify(request)}::json, max_attempts := ${MAX_TRIES}::integer)`.execute(db);
}
