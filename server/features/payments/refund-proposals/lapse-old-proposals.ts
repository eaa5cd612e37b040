import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { PROPOSAL_DAYS } from '#shared/rules/payments/second-person.ts';
import { withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { lapseOldProposal } from '../refunds/proposals.queries.ts';

/** Returns the time up to which proposals have lapsed. */
export function lapsedBefore(now: Date): Date {
  return new Date(now.getTime() - PROPOSAL_DAYS * DAY_MS);
}

/** Ends the proposals that no second administrator decided on in time. They can be made again. */
export async function lapseOldProposals(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  { signal }: Stoppable = {},
): Promise<void> {
  const now = clock.now();
  const old = await db
    .selectFrom('refund_proposals')
    .select('order_id')
    .where('state', '=', 'open')
    .where('created_at', '<=', lapsedBefore(now))
    .execute();
  for (const { order_id: orderId } of old) {
    if (signal?.aborted) return;
    await withOrder(db, orderId, (trx) => lapseOldProposal(trx, orderId, { before: lapsedBefore(now), now }));
  }
}
