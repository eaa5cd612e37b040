import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import { type AccountLimits, consumeRecovery } from '../login/account-limits.ts';
import type { ResetRequest } from './send-reset-links.ts';

/** Retries span about half an hour: a later link would be of no use. */
const MAX_TRIES = 8;

/**
 * Enqueues a password reset. The job looks up the accounts, so a known and an unknown address
 * cause the same work and neither the response nor its time reveals which it is (contract §3).
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requestPasswordReset(
  { db, limits }: { db: Db; limits: AccountLimits },
  address: string,
  { email }: RecoveryBody,
): Promise<void> {
  await consumeRecovery(limits.passwordReset, address, email);
  const request: ResetRequest = { email, requestId: randomUUID() };
  await sql`select from graphile_worker.add_job(
    'send_reset_links', ${JSON.stringify(request)}::json, max_attempts := ${MAX_TRIES}::integer)`.execute(db);
}
