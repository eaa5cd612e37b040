import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import type { Attempt } from '../attempts/attempts.queries.ts';
import type { Receipt } from '../gateway/gateway.ts';

/**
 * Lists for administrators that more was refunded than intended: the provider executed a refund
 * twice, or someone refunded in its console what was paid back at the same time or by other means.
 * Only an administrator closes it.
 */
export async function recordExcess(
  trx: Trx,
  { order_id, receipt_id }: Pick<Attempt, 'order_id' | 'receipt_id'>,
  { receipt, excessWon, now }: { receipt: Receipt; excessWon: number; now: Date },
): Promise<void> {
  const intendedWon = receipt.cancelledWon - excessWon;
  await trx
    .insertInto('payment_differences')
    .values({
      order_id,
      receipt_id,
      kind: 'refund',
      ours: intendedWon,
      theirs: receipt.cancelledWon,
      found_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'receipt_id', 'kind', 'ours', 'theirs'])
        .doUpdateSet({ last_seen_at: sql<Date>`excluded.last_seen_at` }),
    )
    .execute();
}
