import { FIRM } from '#content/firm.ts';
import { type DbOrTrx, type Trx, transaction } from '#server/db/transaction.ts';
import { consumeInvitationMessage } from '#server/features/notices/message-budget.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Invitation } from '#shared/features/participants/invitation-schemas.ts';
import { isMobile, isNight } from '#shared/rules/notices/notices.ts';
import { recordCaseEvent } from '../case-events.ts';
import type { InvitationDeps, ParticipantDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';
import { endInvitation, findInvitedClient, insertInvited } from './invitations.queries.ts';
import { openInvitation } from './open-invitation.ts';

type Wanted = { orderId: number; isSent: boolean };

/** Names neither service nor person: it may be read on a lock screen in barracks. */
function inviteText(url: string): string {
  return `[${FIRM.centreName}] 함께 확인할 내용이 있어 보내드리는 초대 링크입니다. 14일 안에 열어주세요.\n${url}`;
}

/**
 * Locks the order of a buyer who may invite its soldier; returns the soldier's phone.
 * @throws AppError ORDER_NOT_FOUND, NO_CLIENT, CLIENT_JOINED
 */
async function lockForInviting(trx: Trx, userId: number, orderId: number, now: Date): Promise<string> {
  const { soldier } = await lockOrder(trx, orderId);
  const { role, clientId } = await getCaseAccess(trx, userId, orderId, now);
  if (role !== 'payer' && role !== 'both') throw new AppError('ORDER_NOT_FOUND');
  if (role === 'both' || !soldier) throw new AppError('NO_CLIENT');
  if (clientId !== null) throw new AppError('CLIENT_JOINED');
  return soldier.phone ?? '';
}

async function isOpen(db: DbOrTrx, tokenHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('case_invitations')
    .select('case_invitations.id')
    .where('case_invitations.token_hash', '=', tokenHash)
    .where('case_invitations.state', '=', 'open')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Makes a link for the order's soldier, and sends it to the soldier's number where the buyer wants that: one
 * message, never at night.
 * @throws AppError ORDER_NOT_FOUND, NO_CLIENT, CLIENT_JOINED, QUIET_HOURS, SMS_OFF, PHONE_UNUSABLE, TOO_MANY_REQUESTS
 */
export async function inviteClient(
  deps: InvitationDeps,
  userId: number,
  { orderId, isSent }: Wanted,
): Promise<Invitation> {
  const { db, clock, events, messages, smsPerHour, siteUrl } = deps;
  const now = clock.now();
  const { phone, tokenHash, ...invitation } = await transaction(db, async (trx) => {
    const phone = await lockForInviting(trx, userId, orderId, now);
    if (isSent) {
      if (isNight(now)) throw new AppError('QUIET_HOURS');
      if (!messages) throw new AppError('SMS_OFF', { retryAfterSeconds: 3600 });
      if (!isMobile(phone)) throw new AppError('PHONE_UNUSABLE');
    }
    const invited = await findInvitedClient(trx, orderId);
    const { id: participantId } = invited ?? (await insertInvited(trx, { orderId, role: 'client', now }));
    const opened = await openInvitation(trx, events, {
      orderId,
      participantId,
      invitedBy: userId,
      now,
      siteUrl: siteUrl(),
    });
    if (isSent) await consumeInvitationMessage(trx, { phone, userId }, smsPerHour);
    return { ...opened, phone };
  });
  if (isSent) {
    await messages?.send({
      name: `invitation-${orderId}-${now.getTime()}`,
      to: phone,
      text: inviteText(invitation.url),
      isCurrent: () => isOpen(db, tokenHash),
    });
  }
  return invitation;
}

/**
 * Ends the open link of an order's client.
 * @throws AppError ORDER_NOT_FOUND, NO_CLIENT, CLIENT_JOINED; INVITATION_INVALID where there is none
 */
export function withdrawInvitation(
  { db, clock, events }: ParticipantDeps,
  userId: number,
  orderId: number,
): Promise<void> {
  return transaction(db, async (trx) => {
    const now = clock.now();
    await lockForInviting(trx, userId, orderId, now);
    const invited = await findInvitedClient(trx, orderId);
    if (!invited) throw new AppError('INVITATION_INVALID');
    await endInvitation(trx, invited.id, 'withdrawn');
    await trx
      .updateTable('participants')
      .set({ state: 'removed', ended_at: now })
      .where('participants.id', '=', invited.id)
      .execute();
    await recordCaseEvent(trx, events, { orderId, userId, kind: 'invitation_withdrawn', at: now });
  });
}
