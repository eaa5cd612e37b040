import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { areasOf, type Shares, type ValidChangeSharesBody } from '#shared/features/participants/share-schemas.ts';
import { consumeKeptChange, recordCaseEvent } from '../case-events.ts';
import { hasConsent } from '../consents.lookup.ts';
import { endShares } from '../end-shares.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';
import { readShares, requireClient } from './read-shares.ts';

/**
 * Sets what the client lets the payer read, and until when.
 * @throws AppError ORDER_NOT_FOUND, CONSENT_REQUIRED, TOO_MANY_REQUESTS; VALIDATION_FAILED for a time that is over
 */
export function changeShares(
  { db, clock, events }: ParticipantDeps,
  userId: number,
  orderId: number,
  wanted: ValidChangeSharesBody,
): Promise<Shares> {
  return transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const now = clock.now();
    const access = requireClient(await getCaseAccess(trx, userId, orderId, now));
    if (!(await hasConsent(trx, access, 'share'))) throw new AppError('CONSENT_REQUIRED');
    const shares = areasOf(wanted);
    const sharesUntil = shares.length > 0 ? (wanted.shares_until ?? null) : null;
    if (sharesUntil && sharesUntil <= now) {
      const details = [{ path: 'shares_until', message: '지금보다 뒤의 때를 선택해주세요.' }];
      throw new AppError('VALIDATION_FAILED', { details });
    }
    const { numUpdatedRows } = await trx
      .updateTable('participants')
      .set({ shares, shares_until: sharesUntil })
      .where('participants.order_id', '=', orderId)
      .where('participants.role', '=', 'payer')
      .where(sql<boolean>`(shares, shares_until) is distinct from (${shares}::text[], ${sharesUntil}::timestamptz)`)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      if (shares.length > 0) await consumeKeptChange(trx, userId);
      await recordCaseEvent(trx, events, { orderId, userId, kind: 'shares_changed', at: now, shares, sharesUntil });
    }
    return readShares(trx, { ...access, shares });
  });
}

/**
 * Ends all shares of the payer, who stays the payer.
 * @throws AppError ORDER_NOT_FOUND; PARTICIPANT_NOT_FOUND for a participant who is not the payer
 */
export function endPayersShares(
  { db, clock, events }: ParticipantDeps,
  userId: number,
  { id: orderId, participantId }: { id: number; participantId: number },
): Promise<void> {
  return transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const now = clock.now();
    requireClient(await getCaseAccess(trx, userId, orderId, now));
    const payer = await trx
      .selectFrom('participants')
      .select('participants.id')
      .where('participants.id', '=', participantId)
      .where('participants.order_id', '=', orderId)
      .where('participants.role', '=', 'payer')
      .executeTakeFirst();
    if (!payer) throw new AppError('PARTICIPANT_NOT_FOUND');
    if (!(await endShares(trx, orderId))) return;
    await recordCaseEvent(trx, events, { orderId, userId, kind: 'shares_ended', at: now });
  });
}
