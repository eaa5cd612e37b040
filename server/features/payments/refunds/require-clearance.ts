import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { needsSecondPerson } from '#shared/rules/payments/second-person.ts';
import { hasOpenProposal } from './proposals.queries.ts';

/** Who decided a refund: one administrator within the limit in won, or two. */
export type Clearance = { byOneUpTo: number | undefined } | 'by_two';

/**
 * Sums what went back of an order by any means or is on its way, as `givenBackOf` presents it.
 * Leaves out a refund that waits for the buyer's account, because the next one replaces it.
 */
async function sumGivenBack(trx: Trx, orderId: number): Promise<number> {
  const { rows } = await sql<{ won: number }>`
    select (select coalesce(sum(cancelled_amount + returned_outside), 0) from payment_attempts where order_id = ${orderId})
      + (select coalesce(sum(amount), 0) from refunds
          where order_id = ${orderId} and state = 'requested' and not awaits_account) as won`.execute(trx);
  return Number(rows[0]?.won ?? 0);
}

/**
 * Refuses a refund that one administrator may not decide alone. Needs the order's lock, so that of
 * two refunds the second counts the first.
 * @throws AppError REFUND_PROPOSED, SECOND_PERSON_REQUIRED
 */
export async function requireClearance(
  trx: Trx,
  { orderId, amountWon, isOwnOrder }: { orderId: number; amountWon: number; isOwnOrder: boolean },
  clearance: Clearance,
): Promise<void> {
  if (clearance === 'by_two') return;
  if (await hasOpenProposal(trx, orderId)) throw new AppError('REFUND_PROPOSED');
  const limitWon = clearance.byOneUpTo;
  const givenBackWon = await sumGivenBack(trx, orderId);
  if (needsSecondPerson({ amountWon, givenBackWon, isOwnOrder }, limitWon))
    throw new AppError('SECOND_PERSON_REQUIRED');
}
