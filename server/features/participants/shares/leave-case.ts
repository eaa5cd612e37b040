import { type Trx, transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { BINDING_STATES } from '#shared/rules/letters/letter-state.ts';
import { recordCaseEvent } from '../case-events.ts';
import { endPart } from '../leave-cases.ts';
import { mailParticipant } from '../mail-participant.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';

/** @throws AppError LETTER_SIGNED while a letter that the client has signed is in force */
async function refuseSigned(trx: Trx, orderId: number): Promise<void> {
  const signed = await trx
    .selectFrom('letters')
    .select('letters.id')
    .where('letters.order_id', '=', orderId)
    .where('letters.state', 'in', BINDING_STATES)
    .executeTakeFirst();
  if (signed) throw new AppError('LETTER_SIGNED');
}

/**
 * Ends the part of a client or guardian by their own act; the buyer gets a mail. A client who has signed the letter
 * leaves by the firm (contract §8).
 * @throws AppError ORDER_NOT_FOUND, also for the buyer, who cannot leave; LETTER_SIGNED
 */
export function leaveCase({ db, clock, events }: ParticipantDeps, userId: number, orderId: number): Promise<void> {
  return transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const now = clock.now();
    const { buyerId, role } = await getCaseAccess(trx, userId, orderId, now);
    if (role === 'client') await refuseSigned(trx, orderId);
    if (!(await endPart(trx, { orderId, userId, now, state: 'left' }))) throw new AppError('ORDER_NOT_FOUND');
    await recordCaseEvent(trx, events, { orderId, userId, kind: 'left', at: now });
    await mailParticipant(trx, { userId: buyerId, orderId, change: 'left' });
  });
}
