import { CASE_CONSENTS } from '#content/consents/case-consents.ts';
import { type Trx, transaction } from '#server/db/transaction.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import type { CaseConsent } from '#shared/features/participants/consent-schemas.ts';
import type { ConsentKind } from '#shared/rules/case-access/areas.ts';
import { consentsOf } from '#shared/rules/case-access/case-access.ts';
import { announceCase, consumeKeptChange, recordCaseEvent } from '../case-events.ts';
import { endShares } from '../end-shares.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { type CaseAccess, getCaseAccess } from '../participants.access.ts';
import { listConsents } from './list-consents.ts';

type Wanted = { id: number; kind: ConsentKind };

/** @throws AppError ORDER_NOT_FOUND, also for a consent that the person is not asked for */
async function lockAsAsked(trx: Trx, userId: number, { id, kind }: Wanted, now: Date): Promise<CaseAccess> {
  await lockOrder(trx, id);
  const access = await getCaseAccess(trx, userId, id, now);
  if (!consentsOf(access.role).includes(kind)) throw new AppError('ORDER_NOT_FOUND');
  return access;
}

/** Returns the version of the text to which the person consents now. */
async function findGivenVersion(
  trx: Trx,
  { orderId, userId }: CaseAccess,
  kind: ConsentKind,
): Promise<string | undefined> {
  const given = await trx
    .selectFrom('case_consents')
    .select('case_consents.version')
    .where('case_consents.order_id', '=', orderId)
    .where('case_consents.user_id', '=', userId)
    .where('case_consents.kind', '=', kind)
    .where('case_consents.withdrawn_at', 'is', null)
    .executeTakeFirst();
  return given?.version;
}

/** Withdraws what was given; the row stays. Returns whether there was one. */
async function endConsent(trx: Trx, { orderId, userId }: CaseAccess, kind: ConsentKind, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('case_consents')
    .set({ withdrawn_at: now })
    .where('case_consents.order_id', '=', orderId)
    .where('case_consents.user_id', '=', userId)
    .where('case_consents.kind', '=', kind)
    .where('case_consents.withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The payer's pages learn of the one consent that decides by itself what they show. */
async function announceToPayer(trx: Trx, events: Publisher, { id, kind }: Wanted, userId: number): Promise<void> {
  if (kind === 'share_sensitive') await announceCase(trx, events, id, userId);
}

/**
 * Gives a consent to the text that was shown. Another version than the one given before replaces it; the
 * same one again changes nothing.
 * @throws AppError ORDER_NOT_FOUND, CONSENT_CHANGED, TOO_MANY_REQUESTS
 */
export function giveConsent(
  { db, clock, events }: ParticipantDeps,
  userId: number,
  wanted: Wanted,
  version: string,
): Promise<CaseConsent[]> {
  return transaction(db, async (trx) => {
    const now = clock.now();
    const access = await lockAsAsked(trx, userId, wanted, now);
    const { id: order_id, kind } = wanted;
    if (version !== CASE_CONSENTS[kind].version) throw new AppError('CONSENT_CHANGED');
    if ((await findGivenVersion(trx, access, kind)) !== version) {
      await consumeKeptChange(trx, userId);
      await endConsent(trx, access, kind, now);
      await trx
        .insertInto('case_consents')
        .values({ order_id, user_id: userId, kind, version, given_at: now })
        .execute();
      await announceToPayer(trx, events, wanted, userId);
    }
    return listConsents(trx, access);
  });
}

/**
 * Withdraws a consent: `version` is that of the present text or of the one that was given, so that a new text never
 * holds up a withdrawal. Without the consent to sharing all shares end at once (contract §8), and with it the consent
 * to sharing sensitive answers.
 * @throws AppError ORDER_NOT_FOUND, CONSENT_CHANGED
 */
export function withdrawConsent(
  { db, clock, events }: ParticipantDeps,
  userId: number,
  wanted: Wanted,
  version: string,
): Promise<CaseConsent[]> {
  return transaction(db, async (trx) => {
    const now = clock.now();
    const access = await lockAsAsked(trx, userId, wanted, now);
    const known = [CASE_CONSENTS[wanted.kind].version, await findGivenVersion(trx, access, wanted.kind)];
    if (!known.includes(version)) throw new AppError('CONSENT_CHANGED');
    const wasGiven = await endConsent(trx, access, wanted.kind, now);
    if (wasGiven && wanted.kind === 'share') {
      await endConsent(trx, access, 'share_sensitive', now);
      await endShares(trx, wanted.id);
      await recordCaseEvent(trx, events, { orderId: wanted.id, userId, kind: 'shares_ended', at: now });
    } else if (wasGiven) await announceToPayer(trx, events, wanted, userId);
    return listConsents(trx, access);
  });
}
