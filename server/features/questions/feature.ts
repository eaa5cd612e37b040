import { sql } from 'kysely';
import { isFiveYearsOld, WAS_PAID } from '#server/features/orders/was-paid.ts';
import type { Feature } from '#server/registry/feature.ts';
import { rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/questions/calls.ts';
import * as schemas from '#shared/features/questions/schemas.ts';
import { ownAnswers } from './own-answers.ts';
import { questionsAdminRoutes } from './questions.admin-routes.ts';
import { questionsRoutes } from './questions.routes.ts';

export const questions: Feature = {
  callTables: [{ name: 'questions', calls, description: 'The questions of a case and their answers.' }],
  schemas: [schemas],
  async routes(app, { deps: { database, dataKeys, clock, consultations } }) {
    const deps = { db: database.db, dataKeys, clock, events: consultations.events };
    await app.register(questionsRoutes, deps);
    await app.register(questionsAdminRoutes, deps);
  },
  async erase(trx, { id }) {
    // Where no contract was made there is no case to keep the answers for.
    await sql`delete from question_answers using order_question_sets, orders
      where order_question_sets.id = question_answers.set_id and orders.id = order_question_sets.order_id
        and question_answers.user_id = ${id} and not ${WAS_PAID}`.execute(trx);
  },
  ownData: ownAnswers,
  retention: [
    rowsRule({
      table: 'order_question_sets',
      data: 'questions of cases and their answers',
      kept: 'three years after the work ended, at most five after the last payment',
      basis: "the client's consent to sensitive data",
      every: 'day',
      isOver: (now) => sql`order_id in (select orders.id from orders
        where orders.work_closed_at <= ${now} - interval '3 years' or ${isFiveYearsOld(now)})`,
    }),
  ],
  sealedColumns: [
    { table: 'question_answers', column: 'value_sealed' },
    { table: 'questions_asked_again', column: 'reason_sealed' },
  ],
};
