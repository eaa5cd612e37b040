import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { followAnswer } from '#server/features/casework/answer-deadline.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { type AnnounceDeps, announceWork } from '#server/features/participants/case-events.ts';
import { hasConsent } from '#server/features/participants/consents.lookup.ts';
import { type CaseAccess, getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { mayRead } from '#shared/rules/case-access/case-access.ts';
import { isOpen, readAnswer } from '#shared/rules/questions/answer-rules.ts';
import { type AnswerValue, findQuestion, type Question } from '#shared/rules/questions/question-set.ts';
import { type CaseSet, getCaseSet, insertSet, type StoredAnswer } from './case-sets.ts';
import { isAskedOfPerson, mayReadAnswer } from './question-access.ts';

export type QuestionDeps = AnnounceDeps & { db: Db; dataKeys: DataKeys };

/** @throws AppError QUESTION_NOT_FOUND, CONSENT_REQUIRED */
async function requireAsked(trx: Trx, access: CaseAccess, { definition }: CaseSet, name: string): Promise<Question> {
  const question = findQuestion(definition, name);
  if (!question) throw new AppError('QUESTION_NOT_FOUND');
  // Only the client consents to the use of sensitive data, so the payer's answer is refused like one without it.
  if (question.sensitive && !(await hasConsent(trx, access, 'sensitive'))) throw new AppError('CONSENT_REQUIRED');
  if (!isAskedOfPerson(access, question)) throw new AppError('QUESTION_NOT_FOUND');
  return question;
}

/** @throws AppError SET_SUBMITTED, ANSWER_CHANGED with the stored value and revision */
function requireCurrent(found: CaseSet, question: Question, seen: number): StoredAnswer | undefined {
  const { row, reasons, answers } = found;
  if (!isOpen(row?.state ?? 'not_started', reasons.has(question.id))) throw new AppError('SET_SUBMITTED');
  const stored = answers.get(question.id);
  if (seen === (stored?.revision ?? 0)) return stored;
  const extra = { value: stored?.value ?? null, revision: stored?.revision ?? 0 };
  throw new AppError('ANSWER_CHANGED', { extra });
}

type Written = { question: string; value: AnswerValue; author: 'client' | 'payer'; userId: number; at: Date };

function columnsOf({ value, author, userId, at }: Written, id: number, revision: number, seal: Seal) {
  const value_sealed = value === null ? null : seal(JSON.stringify(value), `question_answers.value_sealed:${id}`);
  return { value_sealed, revision, author, user_id: userId, answered_at: at };
}

/** An answer changes in place until it was submitted; after that each change is a row of its own. */
async function writeAnswer(trx: Trx, seal: Seal, setId: number, stored: StoredAnswer | undefined, answer: Written) {
  const revision = (stored?.revision ?? 0) + 1;
  if (stored && !stored.is_submitted) {
    const columns = columnsOf(answer, stored.id, revision, seal);
    await trx.updateTable('question_answers').set(columns).where('question_answers.id', '=', stored.id).execute();
  } else {
    const id = await nextId(trx, 'question_answers');
    const columns = columnsOf(answer, id, revision, seal);
    await trx
      .insertInto('question_answers')
      .values({ id, set_id: setId, question: answer.question, ...columns })
      .execute();
  }
  return revision;
}

type Target = { id: number; set: string; question: string };

/**
 * Saves one answer over the revision that the person has seen; null clears it. The same value again
 * is no change, so that an answer whose response was lost can be sent again.
 * @throws AppError ORDER_NOT_FOUND, QUESTION_SET_NOT_FOUND, QUESTION_NOT_FOUND, VALIDATION_FAILED,
 *   CONSENT_REQUIRED, SET_SUBMITTED; ANSWER_CHANGED with the stored value and revision
 */
export async function saveAnswer(
  deps: QuestionDeps,
  userId: number,
  { id: orderId, set, question: name }: Target,
  { value: typed, revision }: { value: unknown; revision: number },
): Promise<{ revision: number }> {
  const { db, dataKeys, clock } = deps;
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const now = clock.now();
    const order = await lockOrder(trx, orderId);
    const access = await getCaseAccess(trx, userId, orderId, now);
    const found = await getCaseSet({ db: trx, dataKeys }, order, set);
    const question = await requireAsked(trx, access, found, name);
    const read = readAnswer(question, typed);
    if ('problem' in read) {
      throw fieldError('value', read.problem);
    }
    const stored = found.answers.get(name);
    const isRepeated =
      stored?.revision === revision + 1 &&
      stored.user_id === userId &&
      JSON.stringify(stored.value) === JSON.stringify(read.value);
    if (isRepeated) return { revision: stored.revision };
    const current = requireCurrent(found, question, revision);
    const row = found.row ?? (await insertSet(trx, { orderId, ...found.definition }));
    const author = access.role === 'payer' ? 'payer' : 'client';
    const answer = { question: name, value: read.value, author, userId, at: now } as const;
    const written = await writeAnswer(trx, seal, row.id, current, answer);
    const startsOn = typeof read.value === 'string' ? read.value : null;
    if (question.deadline) {
      await followAnswer(trx, { orderId, question: `${set}.${name}`, kind: question.deadline, startsOn });
    }
    if (row.state === 'not_started') {
      await trx.updateTable('order_question_sets').set({ state: 'started' }).where('id', '=', row.id).execute();
    }
    const reads = (reader: CaseAccess) =>
      mayReadAnswer(reader, question, { user_id: userId }) ||
      (question.deadline !== undefined && mayRead(reader, 'progress'));
    // The author's page shows the answer: read again, it would come in between further typing.
    await announceWork(trx, deps, { order, reads, except: userId });
    return { revision: written };
  });
}
