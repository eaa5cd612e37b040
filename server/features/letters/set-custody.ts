import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { consumeKeptChange } from '#server/features/participants/case-events.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import type { OwnLetter } from '#shared/features/letters/schemas.ts';
import { actsAsGuardian } from '#shared/rules/case-access/case-access.ts';
import { isOpen, stateAt } from '#shared/rules/letters/letter-state.ts';
import { announceLetter, answerFor, getLetterFor } from './letter-access.ts';
import type { LetterDeps } from './letter-deps.ts';
import { addLetterEvent, changeLetter, factsOf } from './letters.queries.ts';

/**
 * Records that the guardian who signs is the only one, or takes it back, until the firm has signed.
 * @throws AppError ORDER_NOT_FOUND, LETTER_EXPIRED, LETTER_STATE, TOO_MANY_REQUESTS; LETTER_NOT_FOUND for a person who
 *   is no guardian
 */
export async function setCustody(
  deps: LetterDeps,
  userId: number,
  orderId: number,
  isSole: boolean,
): Promise<OwnLetter> {
  const { db, dataKeys, clock } = deps;
  return transaction(db, async (trx) => {
    const now = clock.now();
    const order = await lockOrder(trx, orderId);
    const access = await getCaseAccess(trx, userId, orderId, now);
    if (!actsAsGuardian(access)) throw new AppError('LETTER_NOT_FOUND');
    const found = await getLetterFor({ db: trx }, access);
    const { row } = found;
    if (stateAt(factsOf(found), now) === 'expired') throw new AppError('LETTER_EXPIRED');
    if (!isOpen(row.state)) throw new AppError('LETTER_STATE');
    if (row.has_sole_custody !== isSole) {
      if (isSole) await consumeKeptChange(trx, userId);
      await changeLetter(trx, row.id, { has_sole_custody: isSole });
      const kind = isSole ? 'sole_custody' : 'shared_custody';
      await addLetterEvent(trx, { letterId: row.id, kind, role: 'guardian', user_id: userId, at: now });
      await announceLetter(trx, deps, { order, isOfSheet: false });
    }
    return answerFor({ db: trx, dataKeys, now }, access);
  });
}
