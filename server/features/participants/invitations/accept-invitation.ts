import { type Trx, transaction } from '#server/db/transaction.ts';
import { type IdentityProof, readCaseProof, spendIdentityProof } from '#server/features/accounts/identity-checks.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { tellOfOpenSets } from '#server/features/questions/tell-of-questions.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { inviteGuardianBody, type ValidAcceptBody } from '#shared/features/participants/invitation-schemas.ts';
import { isOwnIdentity } from '#shared/rules/accounts/identity-match.ts';
import { mayTakePart } from '#shared/rules/case-access/case-access.ts';
import { recordCaseEvent } from '../case-events.ts';
import { mailParticipant } from '../mail-participant.ts';
import type { InvitationDeps } from '../participant-deps.ts';
import { listCaseAccess } from '../participants.access.ts';
import { endInvitation, findInvitation, type InvitationRow } from './invitations.queries.ts';

/** Identity checks of other people that end an invitation (contract §8). */
const MAX_FAILURES = 5;

type Order = Awaited<ReturnType<typeof lockOrder>>;
type Outcome = 'joined' | 'mismatch';

/**
 * Returns the invitation by which the person has joined before.
 * @throws AppError INVITATION_INVALID, the same for unknown, used, expired and withdrawn
 */
function findJoined(found: InvitationRow | undefined, userId: number, now: Date): InvitationRow | undefined {
  if (found?.state === 'accepted' && found.joinedId === userId) return found;
  if (found?.state !== 'open' || found.expires_at <= now) throw new AppError('INVITATION_INVALID');
  return undefined;
}

/** The name and phone that the identity check has to have: the soldier's, or those of the guardian. */
function invitedPerson(dataKeys: DataKeys, { id, person_sealed }: InvitationRow, { soldier }: Order) {
  if (person_sealed === null) return { fullname: soldier?.fullname ?? '', phone: soldier?.phone ?? '' };
  const text = dataKeys.decryptText(person_sealed, `case_invitations.person_sealed:${id}`);
  const { name, phone } = inviteGuardianBody.parse(JSON.parse(text));
  return { fullname: name, phone };
}

type Joining = { role: InvitationRow['role']; userId: number; personHashes: readonly Buffer[] };

/**
 * Refuses a person who has a part in the case already: a buyer who holds the soldier's phone shall not become
 * the client. A parent who pays can be a guardian.
 * @throws AppError SAME_PERSON
 */
async function refuseSamePerson(
  trx: Trx,
  { id, user_id }: Order,
  { role, userId, personHashes }: Joining,
  now: Date,
): Promise<void> {
  if (!mayTakePart((await listCaseAccess(trx, userId, [id], now)).get(id), role)) throw new AppError('SAME_PERSON');
  if (personHashes.length === 0) return;
  const buyer =
    role === 'client' &&
    (await trx
      .selectFrom('phone_proofs')
      .select('phone_proofs.user_id')
      .where('phone_proofs.user_id', '=', user_id)
      .where('phone_proofs.person_hash', 'in', personHashes)
      .executeTakeFirst());
  const other = await trx
    .selectFrom('participants')
    .select('participants.id')
    .where('participants.order_id', '=', id)
    .where('participants.state', '=', 'joined')
    .where('participants.person_hash', 'in', personHashes)
    .executeTakeFirst();
  if (buyer || other) throw new AppError('SAME_PERSON');
}

/** Counts the identity check of another person; the fifth one ends the invitation, and the inviter gets a mail. */
async function countMismatch(
  trx: Trx,
  events: Publisher,
  found: InvitationRow,
  userId: number,
  now: Date,
): Promise<void> {
  const { id, orderId, participantId, invited_by, failures } = found;
  await trx
    .updateTable('case_invitations')
    .set({ failures: failures + 1 })
    .where('case_invitations.id', '=', id)
    .execute();
  await recordCaseEvent(trx, events, { orderId, userId, kind: 'invitation_refused', at: now });
  if (failures + 1 < MAX_FAILURES) return;
  await endInvitation(trx, participantId, 'failed');
  await mailParticipant(trx, { userId: invited_by, orderId, change: 'invitation_failed' });
}

async function join(trx: Trx, events: Publisher, found: InvitationRow, proof: IdentityProof, now: Date): Promise<void> {
  const { orderId, participantId, invited_by } = found;
  const { userId } = proof.owner;
  await spendIdentityProof(trx, proof);
  await endInvitation(trx, participantId, 'accepted');
  await trx
    .updateTable('participants')
    .set({ state: 'joined', user_id: userId, joined_at: now, person_hash: proof.personHash ?? null })
    .where('participants.id', '=', participantId)
    .execute();
  await recordCaseEvent(trx, events, { orderId, userId, kind: 'joined', at: now });
  await mailParticipant(trx, { userId: invited_by, orderId, change: 'joined' });
}

/**
 * Joins the case of an invitation by an identity check of the person who was invited. A link is not an identity: name
 * and phone of the check are those of the invited person. The same call again succeeds. Returns the order's id.
 * @throws AppError INVITATION_INVALID, IDENTITY_MISMATCH, SAME_PERSON, IDENTITY_OFF, IDENTITY_USED,
 *   IDENTITY_EXPIRED, IDENTITY_NOT_PROVEN, IDENTITY_UNREACHABLE, TOO_MANY_REQUESTS
 */
export async function acceptInvitation(
  deps: InvitationDeps,
  owner: IdentityProof['owner'],
  { token, ...identity }: ValidAcceptBody,
): Promise<number> {
  const { db, clock, dataKeys, events } = deps;
  const seen = await findInvitation(db, token);
  const joined = findJoined(seen, owner.userId, clock.now());
  if (joined) return joined.orderId;
  const proof = await readCaseProof(deps, owner, identity, 'join');
  const { personId } = proof.certificate;
  const personHashes = personId === '' ? [] : dataKeys.hashes(personId, 'phone_proofs.person_hash');
  const { orderId, outcome } = await transaction(db, async (trx): Promise<{ orderId: number; outcome: Outcome }> => {
    const now = clock.now();
    const { orderId } = (await findInvitation(trx, token)) ?? { orderId: 0 };
    const order = await lockOrder(trx, orderId);
    // Under the order's lock: another person may have joined, or the link may have ended, in between.
    const found = await findInvitation(trx, token);
    if (findJoined(found, owner.userId, now)) return { orderId, outcome: 'joined' };
    if (!found) throw new AppError('INVITATION_INVALID');
    if (!isOwnIdentity(proof.certificate, invitedPerson(dataKeys, found, order), koreanDayAt(now))) {
      await countMismatch(trx, events, found, owner.userId, now);
      return { orderId, outcome: 'mismatch' };
    }
    await refuseSamePerson(trx, order, { role: found.role, userId: owner.userId, personHashes }, now);
    await join(trx, events, found, proof, now);
    if (found.role === 'client') await tellOfOpenSets(trx, order, now);
    return { orderId, outcome: 'joined' };
  });
  if (outcome === 'mismatch') throw new AppError('IDENTITY_MISMATCH');
  return orderId;
}
