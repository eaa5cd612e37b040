import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { RecoveryBody } from '#shared/features/accounts/schemas.ts';
import { type AccountLimits, consumeRecovery } from '../login/account-limits.ts';
import type { ResetRequest } from './send-reset-links.ts';

/** Spread over about half an hour: a link that comes later serves nobody. */
const MAX_TRIES = 8;

/**
 * Takes a wish for a new password. Accounts are looked up by the job: for a known address and an
 * unknown one this does the very same work, so that neither the answer nor its time tells which it
 * is (contract §3).
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
