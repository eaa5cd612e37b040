import { type Db, type DbOrTrx, transaction } from '#server/db/transaction.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { findCalled } from '#server/features/participants/participants.access.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { formatSlot } from '#shared/format/callback-slot.ts';
import { REMINDER_MS } from '#shared/rules/work/callback-slots.ts';

/** Reminds those who are called of calls that begin within the hour, once for each time that was booked. */
export async function remindCallbacks(
  { db, clock }: { db: Db; clock: Clock },
  { signal }: Stoppable = {},
): Promise<void> {
  const now = clock.now();
  const due = await dueCalls(db, now).select('callbacks.order_id').orderBy('callbacks.starts_at').execute();
  for (const { order_id: orderId } of due) {
    if (signal?.aborted) return;
    await transaction(db, async (trx) => {
      // Every change of a booking holds this lock: what is due below stays so until the commit.
      const order = await lockOrder(trx, orderId);
      const call = await dueCalls(trx, now)
        .select(['callbacks.id', 'callbacks.starts_at', 'callbacks.ends_at', 'callbacks.whom'])
        .where('callbacks.order_id', '=', orderId)
        .executeTakeFirst();
      if (!call) return;
      await trx.updateTable('callbacks').set({ reminded_at: now }).where('callbacks.id', '=', call.id).execute();
      const slot = { starts_at: wireTime(call.starts_at), ends_at: wireTime(call.ends_at) };
      const params = { slot: formatSlot(slot), expiresAt: slot.starts_at };
      const userId = await findCalled(trx, order, call.whom, now);
      await queueNotice(trx, { kind: 'callback_reminder', orderId, userId, params });
    });
  }
}

function dueCalls(db: DbOrTrx, now: Date) {
  return db
    .selectFrom('callbacks')
    .where('callbacks.contacted_at', 'is', null)
    .where('callbacks.reminded_at', 'is', null)
    .where('callbacks.starts_at', '>', now)
    .where('callbacks.starts_at', '<=', new Date(now.getTime() + REMINDER_MS));
}
