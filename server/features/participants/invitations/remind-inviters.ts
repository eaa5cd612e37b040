import { type Db, transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { mailParticipant } from '../mail-participant.ts';

/** Days after an invitation on which the inviter learns that the person has not joined. */
const REMINDER_DAYS = [2, 5, 10];

function openInvitations(db: Db, now: Date) {
  return db
    .selectFrom('case_invitations')
    .innerJoin('participants', 'participants.id', 'case_invitations.participant_id')
    .innerJoin('orders', 'orders.id', 'participants.order_id')
    .select(['case_invitations.id', 'case_invitations.created_at', 'participants.order_id'])
    .where('case_invitations.state', '=', 'open')
    .where('case_invitations.expires_at', '>', now)
    .where('case_invitations.reminders', '<', REMINDER_DAYS.length)
    .where('orders.status', 'in', ['pending', 'processing', 'confirmed'])
    .orderBy('case_invitations.id');
}

/** Mails inviters whose invitation is open on days 2, 5 and 10; nothing goes to the person who was invited. */
export async function remindInviters(
  { db, clock }: { db: Db; clock: Clock },
  { signal }: Stoppable = {},
): Promise<void> {
  const now = clock.now();
  for (const { id, created_at, order_id } of await openInvitations(db, now).execute()) {
    if (signal?.aborted) return;
    const reminders = REMINDER_DAYS.filter((days) => created_at.getTime() + days * DAY_MS <= now.getTime()).length;
    if (reminders === 0) continue;
    await transaction(db, async (trx) => {
      // Joining and withdrawing hold this lock, too.
      await lockOrder(trx, order_id);
      const reminded = await trx
        .updateTable('case_invitations')
        .set({ reminders })
        .where('case_invitations.id', '=', id)
        .where('case_invitations.state', '=', 'open')
        .where('case_invitations.reminders', '<', reminders)
        .returning('case_invitations.invited_by')
        .executeTakeFirst();
      if (reminded) {
        await mailParticipant(trx, { userId: reminded.invited_by, orderId: order_id, change: 'invitation_waiting' });
      }
    });
  }
}
