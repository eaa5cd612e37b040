import { type Trx, transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Invitation, ValidInviteGuardianBody } from '#shared/features/participants/invitation-schemas.ts';
import type { ParticipantState } from '#shared/rules/case-access/areas.ts';
import type { InvitationDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';
import { insertInvited } from './invitations.queries.ts';
import { openInvitation } from './open-invitation.ts';

/** Both parents. */
const MAX_GUARDIANS = 2;

type Place = { id: number; state: ParticipantState; invitation_id: number | null; person_sealed: Buffer | null };

/** Lists the guardians of an order who have joined or are invited, with the link that is open now. */
function listGuardians(trx: Trx, orderId: number, now: Date): Promise<Place[]> {
  return trx
    .selectFrom('participants')
    .leftJoin('case_invitations', (join) =>
      join
        .onRef('case_invitations.participant_id', '=', 'participants.id')
        .on('case_invitations.state', '=', 'open')
        .on('case_invitations.expires_at', '>', now),
    )
    .select(['participants.id', 'participants.state'])
    .select(['case_invitations.id as invitation_id', 'case_invitations.person_sealed'])
    .where('participants.order_id', '=', orderId)
    .where('participants.role', '=', 'guardian')
    .where('participants.state', 'in', ['invited', 'joined'])
    .orderBy('participants.id')
    .execute();
}

/**
 * Returns the place of a guardian that a new link takes: that of the same person, whose last link ends, or one whose
 * link is over.
 */
function findPlace(
  dataKeys: Pick<DataKeys, 'readText'>,
  guardians: readonly Place[],
  person: ValidInviteGuardianBody,
): number | undefined {
  const invited = guardians.filter(({ state }) => state === 'invited');
  const isSame = ({ invitation_id: id, person_sealed }: Place) =>
    id !== null && dataKeys.readText(person_sealed, `case_invitations.person_sealed:${id}`) === JSON.stringify(person);
  return (invited.find(isSame) ?? invited.find(({ invitation_id }) => invitation_id === null))?.id;
}

/**
 * Makes a link for a guardian; the person who accepts has this name and phone. A new one for the same person ends the
 * last.
 * @throws AppError ORDER_NOT_FOUND, also for guardians; CONFLICT beyond two; TOO_MANY_REQUESTS
 */
export async function inviteGuardian(
  { db, clock, dataKeys, events, siteUrl }: InvitationDeps,
  userId: number,
  orderId: number,
  person: ValidInviteGuardianBody,
): Promise<Invitation> {
  const cipher = await dataKeys.forWriting();
  const { tokenHash: _, ...invitation } = await transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const now = clock.now();
    const { role } = await getCaseAccess(trx, userId, orderId, now);
    if (role === 'guardian') throw new AppError('ORDER_NOT_FOUND');
    const guardians = await listGuardians(trx, orderId, now);
    const place = findPlace(dataKeys, guardians, person);
    if (place === undefined && guardians.length >= MAX_GUARDIANS) throw new AppError('CONFLICT');
    const participantId = place ?? (await insertInvited(trx, { orderId, role: 'guardian', now })).id;
    const id = await nextId(trx, 'case_invitations');
    const personSealed = cipher.encryptText(JSON.stringify(person), `case_invitations.person_sealed:${id}`);
    return openInvitation(trx, events, {
      id,
      orderId,
      participantId,
      invitedBy: userId,
      personSealed,
      now,
      siteUrl: siteUrl(),
    });
  });
  return invitation;
}
