import { QUESTION_SETS } from '#content/questions/question-sets.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';
import { answerText } from '#shared/rules/questions/answer-text.ts';
import { findQuestion } from '#shared/rules/questions/question-set.ts';
import { findSet } from '#shared/rules/questions/set-versions.ts';
import { readValue } from './case-sets.ts';

/** Returns all answers that a person gave in cases, each revision that was kept. */
export const ownAnswers: ReadOwnData = ({ database: { db }, dataKeys }, { id: userId }) => ({
  async readFacts() {
    const rows = await db
      .selectFrom('question_answers')
      .innerJoin('order_question_sets', 'order_question_sets.id', 'question_answers.set_id')
      .innerJoin('orders', 'orders.id', 'order_question_sets.order_id')
      .select(['question_answers.id', 'question_answers.question', 'question_answers.value_sealed'])
      .select(['question_answers.answered_at', 'order_question_sets.set_name', 'order_question_sets.version'])
      .select('orders.order_number')
      .where('question_answers.user_id', '=', userId)
      .orderBy('question_answers.id')
      .execute();
    const answers = rows.map((row) => {
      const definition = findSet(QUESTION_SETS, row.set_name, row.version);
      const question = definition && findQuestion(definition, row.question);
      const value = readValue({ db, dataKeys }, row);
      return {
        order_number: row.order_number,
        question: question?.label ?? row.question,
        answer: question ? answerText(question, value) : JSON.stringify(value),
        answered_at: wireTime(row.answered_at),
      };
    });
    return { answers };
  },
});
