import type { Trx } from '#server/db/transaction.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { Invitation } from '#shared/features/participants/invitation-schemas.ts';
import { recordCaseEvent } from '../case-events.ts';
import { endInvitation } from './invitations.queries.ts';

/** How long a link is valid (contract §8): soldiers have their phones for a few hours a day. */
const INVITATION_LIFE_MS = 14 * DAY_MS;
/** Per order. */
const PER_DAY = { name: 'invitation', points: 5, windowMs: DAY_MS };

type NewInvitation = {
  id?: number;
  orderId: number;
  participantId: number;
  invitedBy: number;
  personSealed?: Buffer | null;
  now: Date;
  siteUrl: string;
};

/**
 * Writes a link, of which only the hash is stored; it ends the participant's last one. Needs the order's lock.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function openInvitation(
  trx: Trx,
  events: Publisher,
  wanted: NewInvitation,
): Promise<Invitation & { tokenHash: Buffer }> {
  const { id, orderId, participantId, invitedBy, personSealed = null, now, siteUrl } = wanted;
  await consume(trx, PER_DAY, String(orderId));
  await endInvitation(trx, participantId, 'replaced');
  const token = newToken();
  const tokenHash = hashToken(token);
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
  await trx
    .insertInto('case_invitations')
    .values({
      ...(id !== undefined && { id }),
      participant_id: participantId,
      token_hash: tokenHash,
      invited_by: invitedBy,
      person_sealed: personSealed,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  await recordCaseEvent(trx, events, { orderId, userId: invitedBy, kind: 'invited', at: now });
  return { url: `${siteUrl}/join?token=${token}`, expires_at: wireTime(expiresAt), tokenHash };
}
