import { QUESTION_SETS } from '#content/questions/question-sets.ts';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { announceWork } from '#server/features/participants/case-events.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { CaseQuestionSet, ValidMoveSetBody, ValidOpenSetBody } from '#shared/features/questions/schemas.ts';
import { mayStaffMove } from '#shared/rules/questions/answer-rules.ts';
import { findQuestion, type QuestionSet } from '#shared/rules/questions/question-set.ts';
import { findSet } from '#shared/rules/questions/set-versions.ts';
import { getCaseSet, insertSet, readCaseSets } from './case-sets.ts';
import { hasSet } from './question-access.ts';
import { ALL, presentSet } from './questions.present.ts';
import type { QuestionDeps } from './save-answer.ts';
import { tellOfQuestions } from './tell-of-questions.ts';

/**
 * Asks a set of a case.
 * @throws AppError ORDER_NOT_FOUND, QUESTION_SET_NOT_FOUND; SET_OPEN when the case has it already
 */
export async function openSet(
  deps: QuestionDeps,
  admin: ActingAdmin,
  orderId: number,
  { set, due_on }: ValidOpenSetBody,
): Promise<CaseQuestionSet> {
  const { db, dataKeys, clock } = deps;
  return transaction(db, async (trx) => {
    const reading = { db: trx, dataKeys };
    const order = await lockOrder(trx, orderId);
    const definition = findSet(QUESTION_SETS, set);
    if (!definition) throw new AppError('QUESTION_SET_NOT_FOUND');
    const present = await readCaseSets(reading, order);
    if (present.some((one) => one.definition.set === set)) throw new AppError('SET_OPEN');
    const dueOn = due_on || null;
    await insertSet(trx, { orderId, ...definition, dueOn });
    const act = { action: 'order.ask_questions', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after: { set, due_on: dueOn } });
    await tellOfQuestions(trx, order, clock.now());
    const opened = await getCaseSet(reading, order, set);
    await announceWork(trx, deps, { order, reads: (reader) => hasSet(reader, opened) });
    return presentSet(opened, ALL);
  });
}

/** @throws AppError VALIDATION_FAILED for questions that the set does not have, or that take no answer */
function requireQuestions(definition: QuestionSet, names: readonly string[]): void {
  const details = names
    .filter((name) => {
      const kind = findQuestion(definition, name)?.kind;
      return kind === undefined || kind === 'notice' || kind === 'paper';
    })
    .map((name) => ({ path: `questions.${name}`, message: '다시 물을 수 없는 질문입니다.' }));
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details });
}

async function writeReasons(trx: Trx, seal: Seal, setId: number, questions: Readonly<Record<string, string>>) {
  await trx.deleteFrom('questions_asked_again').where('set_id', '=', setId).execute();
  for (const [question, reason] of Object.entries(questions)) {
    const id = await nextId(trx, 'questions_asked_again');
    const reason_sealed = seal(reason, `questions_asked_again.reason_sealed:${id}`);
    await trx.insertInto('questions_asked_again').values({ id, set_id: setId, question, reason_sealed }).execute();
  }
}

/**
 * Confirms a submitted set, or asks some of its questions again.
 * @throws AppError ORDER_NOT_FOUND, QUESTION_SET_NOT_FOUND, VALIDATION_FAILED; CONFLICT in a state
 *   that does not allow it
 */
export async function moveSet(
  deps: QuestionDeps,
  admin: ActingAdmin,
  { id: orderId, set }: { id: number; set: string },
  { state, questions }: ValidMoveSetBody,
): Promise<CaseQuestionSet> {
  const { db, dataKeys, clock } = deps;
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const reading = { db: trx, dataKeys };
    const order = await lockOrder(trx, orderId);
    const found = await getCaseSet(reading, order, set);
    const { row, definition } = found;
    const asked = state === 'asked_again' ? (questions ?? {}) : {};
    requireQuestions(definition, Object.keys(asked));
    if (!row || !mayStaffMove(row.state, state)) throw new AppError('CONFLICT');
    if (row.state === 'confirmed' && state === 'confirmed') return presentSet(found, ALL);
    await trx.updateTable('order_question_sets').set({ state }).where('id', '=', row.id).execute();
    await writeReasons(trx, seal, row.id, asked);
    const act = { action: 'order.move_questions', subjectType: 'order', subjectId: orderId } as const;
    const after = { set, state, ...(state === 'asked_again' && { questions: Object.keys(asked) }) };
    await recordAudit(trx, { ...admin, ...act, before: { set, state: row.state }, after });
    if (state === 'asked_again') await tellOfQuestions(trx, order, clock.now());
    await announceWork(trx, deps, { order, reads: (reader) => hasSet(reader, found) });
    return presentSet(await getCaseSet(reading, order, set), ALL);
  });
}
