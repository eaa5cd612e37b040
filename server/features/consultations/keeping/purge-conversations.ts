import type { Db } from '#server/db/transaction.ts';

const KEPT_YEARS = 1;

/**
 * Deletes conversations, with notes and files, whose time is over: those without an order a year after
 * they were closed, and those of a closed account once nothing is retained of its buyer.
 */
export async function purgeConversations(db: Db, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS);
  await db
    .deleteFrom('conversations')
    .where('status', '=', 'closed')
    .where('order_id', 'is', null)
    .where('closed_at', '<=', before)
    .execute();
  await db
    .deleteFrom('conversations')
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('users.id')
        .where('users.closed_at', 'is not', null)
        .where((user) =>
          user.not(
            user.exists(
              user
                .selectFrom('retained_buyers')
                .select('retained_buyers.user_id')
                .whereRef('retained_buyers.user_id', '=', 'users.id'),
            ),
          ),
        ),
    )
    .execute();
}
