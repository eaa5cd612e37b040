import { type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { tellOfOpenSets } from '#server/features/questions/tell-of-questions.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import type { ValidAddParticipantBody } from '#shared/features/participants/admin-schemas.ts';
import { mayTakePart } from '#shared/rules/case-access/case-access.ts';
import { announceCase, recordCaseEvent } from '../case-events.ts';
import { endInvitation, findInvitedClient, insertInvited } from '../invitations/invitations.queries.ts';
import { endPart } from '../leave-cases.ts';
import { mailParticipant } from '../mail-participant.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { listCaseAccess } from '../participants.access.ts';

/** @throws AppError VALIDATION_FAILED for an account that cannot take part */
async function requireMember(trx: Trx, userId: number): Promise<void> {
  const member = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (member) return;
  throw fieldError('user_id', '회원을 찾을 수 없습니다.');
}

/**
 * Refuses a client for an order that has one, or none to come.
 * @throws AppError NO_CLIENT, CLIENT_JOINED
 */
async function requireNoClient(trx: Trx, { id, user_id, soldier }: Awaited<ReturnType<typeof lockOrder>>, now: Date) {
  const buyer = (await listCaseAccess(trx, user_id, [id], now)).get(id);
  if (!soldier || buyer?.role === 'both') throw new AppError('NO_CLIENT');
  if (buyer && buyer.clientId !== null) throw new AppError('CLIENT_JOINED');
}

/** Takes the place of an open invitation of the client. */
async function takePlace(trx: Trx, orderId: number, role: 'client' | 'guardian', now: Date): Promise<number> {
  const invited = role === 'client' ? await findInvitedClient(trx, orderId) : undefined;
  if (invited) await endInvitation(trx, invited.id, 'withdrawn');
  const { id } = invited ?? (await insertInvited(trx, { orderId, role, now }));
  return id;
}

/**
 * Makes an account a participant that an administrator has confirmed by a call; both sides get a mail. Returns the
 * participant's id.
 * @throws AppError ORDER_NOT_FOUND, NO_CLIENT, CLIENT_JOINED, SAME_PERSON, VALIDATION_FAILED
 */
export function addParticipant(
  { db, clock, events }: ParticipantDeps,
  admin: ActingAdmin,
  orderId: number,
  { role, user_id: userId, note }: ValidAddParticipantBody,
): Promise<number> {
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const now = clock.now();
    await requireMember(trx, userId);
    if (role === 'client') await requireNoClient(trx, order, now);
    const access = (await listCaseAccess(trx, userId, [orderId], now)).get(orderId);
    if (!mayTakePart(access, role)) throw new AppError('SAME_PERSON');
    const id = await takePlace(trx, orderId, role, now);
    await trx
      .updateTable('participants')
      .set({ state: 'joined', user_id: userId, joined_at: now })
      .where('participants.id', '=', id)
      .execute();
    await recordCaseEvent(trx, events, { orderId, userId, kind: 'joined', at: now });
    if (role === 'client') await tellOfOpenSets(trx, order, now);
    const act = { action: 'order.add_participant', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after: { participant: id, role, user: userId }, reason: note });
    for (const to of [userId, order.user_id]) await mailParticipant(trx, { userId: to, orderId, change: 'changed' });
    return id;
  });
}

/**
 * Ends the part of a client or guardian, or their invitation; both sides get a mail.
 * @throws AppError ORDER_NOT_FOUND, PARTICIPANT_NOT_FOUND; CONFLICT for the payer and for who has left
 */
export function removeParticipant(
  { db, clock, events }: ParticipantDeps,
  admin: ActingAdmin,
  { id: orderId, participantId }: { id: number; participantId: number },
  note: string,
): Promise<void> {
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const now = clock.now();
    const found = await trx
      .selectFrom('participants')
      .select(['participants.role', 'participants.state', 'participants.user_id'])
      .where('participants.id', '=', participantId)
      .where('participants.order_id', '=', orderId)
      .executeTakeFirst();
    if (!found) throw new AppError('PARTICIPANT_NOT_FOUND');
    const { role, state, user_id: userId } = found;
    if (role === 'payer' || (state !== 'invited' && state !== 'joined')) throw new AppError('CONFLICT');
    if (state === 'joined' && userId !== null) await endPart(trx, { orderId, userId, now, state: 'removed' });
    else {
      await endInvitation(trx, participantId, 'withdrawn');
      const ended = { state: 'removed', ended_at: now } as const;
      await trx.updateTable('participants').set(ended).where('participants.id', '=', participantId).execute();
    }
    await announceCase(trx, events, orderId, userId);
    const act = { action: 'order.remove_participant', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, before: { participant: participantId, role, state }, reason: note });
    for (const to of [userId, order.user_id]) {
      if (to !== null) await mailParticipant(trx, { userId: to, orderId, change: 'changed' });
    }
  });
}
