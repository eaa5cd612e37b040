import type { Selectable } from 'kysely';
import { QUESTION_SETS } from '#content/questions/question-sets.ts';
import type { OrderQuestionSetsTable, QuestionAnswersTable, QuestionsAskedAgainTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { answerValue } from '#shared/features/questions/schemas.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { AnswerValue, AnswerValues, QuestionSet } from '#shared/rules/questions/question-set.ts';
import { findSet, setsOfService } from '#shared/rules/questions/set-versions.ts';

export type SetRow = Selectable<OrderQuestionSetsTable>;
type AnswerRow = Selectable<QuestionAnswersTable>;

/** The newest revision of an answer. */
export type StoredAnswer = Omit<AnswerRow, 'value_sealed'> & { value: AnswerValue };

/** A question set of a case with its answers and the reasons for asking again, by question. */
export type CaseSet = {
  definition: QuestionSet;
  /** Undefined for a set of the service that is untouched. */
  row: SetRow | undefined;
  answers: ReadonlyMap<string, StoredAnswer>;
  reasons: ReadonlyMap<string, string>;
};

export type CaseOrder = { id: number; service_id: number; status: OrderStatus };
export type SetReading = { db: DbOrTrx; dataKeys: Pick<DataKeys, 'readText'> };

export function valuesOf({ answers }: Pick<CaseSet, 'answers'>): AnswerValues {
  return Object.fromEntries([...answers].map(([question, { value }]) => [question, value]));
}

export function readValue(
  { dataKeys }: SetReading,
  { id, value_sealed }: Pick<AnswerRow, 'id' | 'value_sealed'>,
): AnswerValue {
  if (value_sealed === null) return null;
  const text = dataKeys.readText(value_sealed, `question_answers.value_sealed:${id}`);
  try {
    return answerValue.parse(JSON.parse(text));
  } catch {
    // A text that cannot be decrypted was replaced by a sentence, which is no JSON.
    return text;
  }
}

function newestAnswers(db: DbOrTrx, setIds: readonly number[]): Promise<AnswerRow[]> {
  return db
    .selectFrom('question_answers')
    .distinctOn(['question_answers.set_id', 'question_answers.question'])
    .selectAll()
    .where('question_answers.set_id', 'in', setIds)
    .orderBy('question_answers.set_id')
    .orderBy('question_answers.question')
    .orderBy('question_answers.revision', 'desc')
    .execute();
}

function reasonOf({ dataKeys }: SetReading, asked: Selectable<QuestionsAskedAgainTable>): string {
  return dataKeys.readText(asked.reason_sealed, `questions_asked_again.reason_sealed:${asked.id}`);
}

/** The sets that the service names for a paid order, as long as they are untouched. */
function untouchedSets({ status, service_id }: CaseOrder, rows: readonly SetRow[]): CaseSet[] {
  if (status !== 'confirmed') return [];
  const isTouched = ({ set }: QuestionSet) => rows.some(({ set_name }) => set_name === set);
  return setsOfService(QUESTION_SETS, service_id)
    .filter((definition) => !isTouched(definition))
    .map((definition) => ({ definition, row: undefined, answers: new Map(), reasons: new Map() }));
}

/** Reads all question sets of a case, whatever the reader may see. */
export async function readCaseSets(reading: SetReading, order: CaseOrder): Promise<CaseSet[]> {
  const { db } = reading;
  const rows = await db
    .selectFrom('order_question_sets')
    .selectAll()
    .where('order_question_sets.order_id', '=', order.id)
    .orderBy('order_question_sets.id')
    .execute();
  if (rows.length === 0) return untouchedSets(order, rows);
  const ids = rows.map(({ id }) => id);
  const answers = await newestAnswers(db, ids);
  const asked = await db.selectFrom('questions_asked_again').selectAll().where('set_id', 'in', ids).execute();
  const touched = rows.flatMap((row): CaseSet[] => {
    const definition = findSet(QUESTION_SETS, row.set_name, row.version);
    if (!definition) return [];
    const own = answers.filter(({ set_id }) => set_id === row.id);
    const reasons = asked.filter(({ set_id }) => set_id === row.id);
    return [
      {
        definition,
        row,
        answers: new Map(
          own.map(({ value_sealed, ...answer }) => [
            answer.question,
            { ...answer, value: readValue(reading, { ...answer, value_sealed }) },
          ]),
        ),
        reasons: new Map(reasons.map((one) => [one.question, reasonOf(reading, one)])),
      },
    ];
  });
  return [...untouchedSets(order, rows), ...touched];
}

/** @throws AppError QUESTION_SET_NOT_FOUND when the case has no such set */
export async function getCaseSet(reading: SetReading, order: CaseOrder, name: string): Promise<CaseSet> {
  const found = (await readCaseSets(reading, order)).find(({ definition }) => definition.set === name);
  if (!found) throw new AppError('QUESTION_SET_NOT_FOUND');
  return found;
}

type NewSet = Pick<QuestionSet, 'set' | 'version'> & { orderId: number; dueOn?: string | null };

/** Writes the row of a set; needs the order's lock. */
export function insertSet(trx: Trx, { orderId, set, version, dueOn = null }: NewSet): Promise<SetRow> {
  return trx
    .insertInto('order_question_sets')
    .values({ order_id: orderId, set_name: set, version, due_on: dueOn })
    .returningAll()
    .executeTakeFirstOrThrow();
}
