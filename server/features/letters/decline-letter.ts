import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import type { OwnLetter } from '#shared/features/letters/schemas.ts';
import { mayDecline, stateAt } from '#shared/rules/letters/letter-state.ts';
import { announceLetter, answerFor, getLetterFor, hasSigned, signerRolesOf } from './letter-access.ts';
import type { LetterDeps } from './letter-deps.ts';
import { addLetterEvent, changeLetter, factsOf } from './letters.queries.ts';

/**
 * Ends a letter that a person who has to sign does not want.
 * @throws AppError ORDER_NOT_FOUND, LETTER_NOT_FOUND, LETTER_EXPIRED; LETTER_STATE for one that
 *   the person has signed, or that has ended
 */
export async function declineLetter(
  deps: LetterDeps,
  userId: number,
  orderId: number,
  reason: string,
): Promise<OwnLetter> {
  const { db, dataKeys, clock } = deps;
  const seal = await dataKeys.forSealing();
  const now = clock.now();
  return transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const access = await getCaseAccess(trx, userId, orderId, now);
    const found = await getLetterFor({ db: trx }, access);
    const { row, letter } = found;
    const facts = factsOf(found);
    if (stateAt(facts, now) === 'expired') throw new AppError('LETTER_EXPIRED');
    const role = signerRolesOf(access).find((one) => !hasSigned(found, userId, one) && mayDecline(facts, one, now));
    if (!role) throw new AppError('LETTER_STATE');
    const reason_sealed = seal(reason, `letters.reason_sealed:${row.id}`);
    await changeLetter(trx, row.id, { state: 'declined', declined_by: role, reason_sealed });
    await addLetterEvent(trx, { letterId: row.id, kind: 'declined', role, user_id: userId, at: now });
    const by = { actor: { id: null, user_id: 'system' }, address: 'system' } as const;
    const act = { action: 'order.decline_letter', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...by, ...act, after: { letter_id: letter.id, role } });
    await announceLetter(trx, deps, { order, isOfSheet: true });
    return answerFor({ db: trx, dataKeys, now }, access);
  });
}
