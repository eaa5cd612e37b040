import { sql } from 'kysely';
import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';

/**
 * Marks the issued virtual accounts of an order that has just ended for revocation; a job revokes
 * them at the provider after the commit. Needs the order's lock.
 */
export async function revokeAccounts(trx: Trx, orderId: number, { clock }: { clock: Clock }): Promise<void> {
  await sql`
    update payment_attempts
    set state = 'revoking', due_at = ${clock.now()}, lease_until = clock_timestamp(), updated_at = now()
    where order_id = ${orderId} and state = 'issued'`.execute(trx);
  wakeAfterCommit(trx, 'settle_due_receipts');
}
