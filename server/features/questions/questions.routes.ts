import type { FastifyPluginAsync } from 'fastify';
import { getOrderRow } from '#server/features/orders/orders.moves.ts';
import { recordPersonsView } from '#server/features/participants/case-views.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/questions/calls.ts';
import {
  caseQuestionSet,
  questionParams,
  saveAnswerBody,
  savedAnswer,
  setParams,
} from '#shared/features/questions/schemas.ts';
import { listSetsFor } from './questions.lookup.ts';
import { type QuestionDeps, saveAnswer } from './save-answer.ts';
import { submitSet } from './submit-set.ts';

/** The questions of a case, for those who take part in it (contract §8). */
export const questionsRoutes: FastifyPluginAsync<QuestionDeps> = async (app, deps) => {
  const { db, dataKeys, clock } = deps;

  route(
    app,
    calls.list,
    {
      summary: 'List the question sets of a case',
      params: idParam,
      answer: caseQuestionSet.array(),
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      const now = clock.now();
      const access = await getCaseAccess(db, actorOf(request).id, request.params.id, now);
      await recordPersonsView(db, access, ['answers'], now);
      return listSetsFor({ db, dataKeys }, await getOrderRow(db, request.params.id), access);
    },
  );

  route(
    app,
    calls.saveAnswer,
    {
      summary: 'Save the answer to a question',
      params: questionParams,
      body: saveAnswerBody,
      answer: savedAnswer,
      errors: [
        'ORDER_NOT_FOUND',
        'QUESTION_SET_NOT_FOUND',
        'QUESTION_NOT_FOUND',
        'CONSENT_REQUIRED',
        'SET_SUBMITTED',
        'ANSWER_CHANGED',
      ],
      example: { value: '처분서를 받았습니다.', revision: 0 },
    },
    (request) => saveAnswer(deps, actorOf(request).id, request.params, request.body),
  );

  route(
    app,
    calls.submit,
    {
      summary: 'Submit a question set',
      params: setParams,
      answer: caseQuestionSet,
      errors: ['ORDER_NOT_FOUND', 'QUESTION_SET_NOT_FOUND'],
    },
    (request) => submitSet(deps, actorOf(request).id, request.params),
  );
};
