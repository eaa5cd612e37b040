import { sql } from 'kysely';
import { addJob } from '#server/db/jobs/enqueue.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';

/**
 * Marks the issued virtual accounts of an order that has just ended for revocation; a job revokes
 * them at the provider after the commit. Needs the order's lock.
 */
export async function revokeAccounts(trx: Trx, orderId: number, { clock }: { clock: Clock }): Promise<void> {
  await sql`
    with revoked as (
      update payment_attempts
      set state = 'revoking', due_at = ${clock.now()}, lease_until = clock_timestamp(), updated_at = now()
      where order_id = ${orderId} and state = 'issued'
      returning id
    )
    select ${addJob('settle_due_receipts')} from revoked`.execute(trx);
}
