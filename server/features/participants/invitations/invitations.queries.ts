import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { hashToken } from '#server/lib/tokens.ts';

/** An invitation with the part that it leads to. */
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Finds the invitation of a link, in whatever state. */
export function findInvitation(db: DbOrTrx, token: string) {
  return db
    .selectFrom('case_invitations')
    .innerJoin('participants', 'participants.id', 'case_invitations.participant_id')
    .select(['case_invitations.id', 'case_invitations.invited_by', 'case_invitations.person_sealed'])
    .select(['case_invitations.state', 'case_invitations.failures', 'case_invitations.expires_at'])
    .select(['participants.id as participantId', 'participants.order_id as orderId', 'participants.role'])
    .select('participants.user_id as joinedId')
    .where('case_invitations.token_hash', '=', hashToken(token))
    .executeTakeFirst();
}

/** Ends the open invitation of a participant. Returns whether there was one. */
export async function endInvitation(
  trx: Trx,
  participantId: number,
  state: 'replaced' | 'withdrawn' | 'accepted' | 'failed',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('case_invitations')
    .set({ state })
    .where('case_invitations.participant_id', '=', participantId)
    .where('case_invitations.state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the open invitations that a person has made in a case, and the places of those who were invited. */
export async function endInvitationsBy(
  trx: Trx,
  { orderId, userId, now }: { orderId: number; userId: number; now: Date },
): Promise<void> {
  const ended = await trx
    .updateTable('case_invitations')
    .from('participants')
    .set({ state: 'withdrawn' })
    .whereRef('participants.id', '=', 'case_invitations.participant_id')
    .where('participants.order_id', '=', orderId)
    .where('case_invitations.invited_by', '=', userId)
    .where('case_invitations.state', '=', 'open')
    .returning('case_invitations.participant_id')
    .execute();
  if (ended.length === 0) return;
  const places = ended.map(({ participant_id }) => participant_id);
  await trx
    .updateTable('participants')
    .set({ state: 'removed', ended_at: now })
    .where('participants.id', 'in', places)
    .where('participants.state', '=', 'invited')
    .execute();
}

/** Finds the client of an order who was invited and has not joined. */
export function findInvitedClient(trx: Trx, orderId: number): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('participants')
    .select('participants.id')
    .where('participants.order_id', '=', orderId)
    .where('participants.role', '=', 'client')
    .where('participants.state', '=', 'invited')
    .executeTakeFirst();
}

/** Adds a person who is invited; needs the order's lock. */
export function insertInvited(
  trx: Trx,
  { orderId, role, now }: { orderId: number; role: 'client' | 'guardian'; now: Date },
): Promise<{ id: number }> {
  return trx
    .insertInto('participants')
    .values({ order_id: orderId, role, state: 'invited', created_at: now })
    .returning('participants.id')
    .executeTakeFirstOrThrow();
}
