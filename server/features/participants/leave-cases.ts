import type { Trx } from '#server/db/transaction.ts';
import { keepCaseEvent } from './case-events.ts';
import { endShares } from './end-shares.ts';
import { endInvitationsBy } from './invitations/invitations.queries.ts';
import { mailParticipant } from './mail-participant.ts';

type Part = { orderId: number; userId: number; now: Date; state: 'left' | 'removed' };

/**
 * Ends the part that a person who does not pay has in a case, with the person's consents, and what a client
 * shared; links that the person made end. Returns whether there was one.
 */
export async function endPart(trx: Trx, { orderId, userId, now, state }: Part): Promise<boolean> {
  const ended = await trx
    .updateTable('participants')
    .set({ state, ended_at: now })
    .where('participants.order_id', '=', orderId)
    .where('participants.user_id', '=', userId)
    .where('participants.role', '<>', 'payer')
    .where('participants.state', '=', 'joined')
    .returning('participants.role')
    .executeTakeFirst();
  if (!ended) return false;
  await trx
    .updateTable('case_consents')
    .set({ withdrawn_at: now })
    .where('case_consents.order_id', '=', orderId)
    .where('case_consents.user_id', '=', userId)
    .where('case_consents.withdrawn_at', 'is', null)
    .execute();
  if (ended.role === 'client') await endShares(trx, orderId);
  await endInvitationsBy(trx, { orderId, userId, now });
  return true;
}

/** Ends a person's part in all cases, for an account that closes: as leaving, the buyers get a mail (contract §8). */
export async function leaveCases(trx: Trx, userId: number, now: Date): Promise<void> {
  const parts = await trx
    .selectFrom('participants')
    .innerJoin('orders', 'orders.id', 'participants.order_id')
    .select(['participants.order_id', 'orders.user_id as buyer_id'])
    .where('participants.user_id', '=', userId)
    .where('participants.role', '<>', 'payer')
    .where('participants.state', '=', 'joined')
    .execute();
  for (const { order_id: orderId, buyer_id: buyerId } of parts) {
    await endPart(trx, { orderId, userId, now, state: 'left' });
    await keepCaseEvent(trx, { orderId, userId, kind: 'left', at: now });
    if (buyerId !== userId) await mailParticipant(trx, { userId: buyerId, orderId, change: 'left' });
  }
  // A buyer who is the client has consents without a part to leave.
  await trx
    .updateTable('case_consents')
    .set({ withdrawn_at: now })
    .where('case_consents.user_id', '=', userId)
    .where('case_consents.withdrawn_at', 'is', null)
    .execute();
}
