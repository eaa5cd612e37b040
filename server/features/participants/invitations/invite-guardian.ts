import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Invitation, ValidInviteGuardianBody } from '#shared/features/participants/invitation-schemas.ts';
import type { InvitationDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';
import { insertInvited } from './invitations.queries.ts';
import { openInvitation } from './open-invitation.ts';

/** Both parents. */
const MAX_GUARDIANS = 2;

/**
 * Makes a link for a guardian; the person who accepts has this name and phone.
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
    const { guardians } = await trx
      .selectFrom('participants')
      .select((eb) => eb.fn.countAll<number>().as('guardians'))
      .where('participants.order_id', '=', orderId)
      .where('participants.role', '=', 'guardian')
      .where('participants.state', 'in', ['invited', 'joined'])
      .executeTakeFirstOrThrow();
    if (guardians >= MAX_GUARDIANS) throw new AppError('CONFLICT');
    const { id: participantId } = await insertInvited(trx, { orderId, role: 'guardian', now });
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
