import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';

/** Unpaid orders that a user may make in 24 hours (contract §3). */
const UNPAID_PER_DAY = 60;

type Unpaid = { count: number; seconds_left: number };

/**
 * Refuses an order, inserted before, that is one unpaid order too many. Counts orders instead of
 * calls, so that a payment makes room again. The caller lets the user's calls run in turn.
 * @throws AppError TOO_MANY_REQUESTS with the time until the oldest order is a day old
 */
export async function refuseTooManyUnpaid(trx: Trx, userId: number): Promise<void> {
  const { rows } = await sql<Unpaid>`
    select count(*)::int as count,
      ceil(extract(epoch from min(created_at) + interval '24 hours' - now()))::int as seconds_left
    from orders where user_id = ${userId} and paid_at is null and created_at > now() - interval '24 hours'`.execute(
    trx,
  );
  const [unpaid] = rows;
  if (!unpaid || unpaid.count <= UNPAID_PER_DAY) return;
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, unpaid.seconds_left) });
}
