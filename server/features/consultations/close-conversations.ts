import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { WAS_PAID } from '#server/features/orders/was-paid.ts';

/**
 * Decides what becomes of a closed account's conversations: those of paid orders are kept as long as the orders, and
 * closed; all others are deleted with their files. Needs the account's lock.
 */
export async function closeConversationsOf(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .deleteFrom('conversations')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'conversations.order_id')
            .where(WAS_PAID),
        ),
      ),
    )
    .execute();
  await trx
    .updateTable('conversations')
    .set({
      status: 'closed',
      closed_at: now,
      hold_until: null,
      waiting_since: null,
      waiting_due_at: null,
      reply_due_at: null,
      version: sql<number>`version + 1`,
      version_by: null,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('user_id', '=', userId)
    .where('status', '<>', 'closed')
    .execute();
  await trx.updateTable('conversations').set({ assignee_id: null }).where('assignee_id', '=', userId).execute();
  await trx
    .deleteFrom('attachments')
    .where('owner_id', '=', userId)
    .where('is_staff', '=', false)
    .where('conversation_id', 'is', null)
    .execute();
}
