import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { announceWork } from '#server/features/participants/case-events.ts';
import { hasConsent } from '#server/features/participants/consents.lookup.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { missingQuestions } from '#shared/rules/questions/answer-rules.ts';
import { questionsOf } from '#shared/rules/questions/question-set.ts';
import { getCaseSet, insertSet, valuesOf } from './case-sets.ts';
import { hasSet, isAskedOfPerson } from './question-access.ts';
import { viewOf } from './questions.lookup.ts';
import { presentSet } from './questions.present.ts';
import type { QuestionDeps } from './save-answer.ts';

const MISSING_MESSAGE = '답을 입력해주세요.';

/**
 * Submits a set; again is no change. Sensitive questions hold nothing up without the consent that
 * opens them.
 * @throws AppError ORDER_NOT_FOUND, QUESTION_SET_NOT_FOUND; VALIDATION_FAILED with the missing answers
 */
export async function submitSet(
  deps: QuestionDeps,
  userId: number,
  { id: orderId, set }: { id: number; set: string },
): Promise<CaseQuestionSet> {
  const { db, dataKeys, clock } = deps;
  return transaction(db, async (trx) => {
    const reading = { db: trx, dataKeys };
    const order = await lockOrder(trx, orderId);
    const access = await getCaseAccess(trx, userId, orderId, clock.now());
    const found = await getCaseSet(reading, order, set);
    const { definition, row } = found;
    // A set without a question for the person is unknown to the person.
    if (!questionsOf(definition).some((question) => isAskedOfPerson(access, question))) {
      throw new AppError('QUESTION_SET_NOT_FOUND');
    }
    if (row?.state === 'submitted' || row?.state === 'confirmed') return presentSet(found, viewOf(access));
    const mayBeSensitive = await hasConsent(trx, access, 'sensitive');
    const missing = missingQuestions(
      definition,
      valuesOf(found),
      (question) => isAskedOfPerson(access, question) && (mayBeSensitive || !question.sensitive),
    );
    if (missing.length > 0) {
      const details = missing.map(({ id: path }) => ({ path, message: MISSING_MESSAGE }));
      throw new AppError('VALIDATION_FAILED', { details });
    }
    const { id } = row ?? (await insertSet(trx, { orderId, ...definition }));
    await trx.updateTable('order_question_sets').set({ state: 'submitted' }).where('id', '=', id).execute();
    await trx.updateTable('question_answers').set({ is_submitted: true }).where('set_id', '=', id).execute();
    await trx.deleteFrom('questions_asked_again').where('set_id', '=', id).execute();
    await announceWork(trx, deps, { order, reads: (reader) => hasSet(reader, found) });
    return presentSet(await getCaseSet(reading, order, set), viewOf(access));
  });
}
