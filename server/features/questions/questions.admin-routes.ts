import type { FastifyPluginAsync } from 'fastify';
import { QUESTION_SETS } from '#content/questions/question-sets.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/questions/calls.ts';
import {
  caseQuestionSet,
  moveSetBody,
  openSetBody,
  questionSetInfo,
  setParams,
} from '#shared/features/questions/schemas.ts';
import { newestSets } from '#shared/rules/questions/set-versions.ts';
import { moveSet, openSet } from './arrange-sets.ts';
import type { QuestionDeps } from './save-answer.ts';

/** The questions of a case, as administrators ask and confirm them (contract §8). */
export const questionsAdminRoutes: FastifyPluginAsync<QuestionDeps> = async (app, deps) => {
  route(
    app,
    calls.listSets,
    { summary: 'List the question sets that can be asked', answer: questionSetInfo.array() },
    async () => newestSets(QUESTION_SETS).map(({ set, title, version }) => ({ set, title, version })),
  );

  route(
    app,
    calls.openSet,
    {
      summary: 'Ask a question set of a case',
      params: idParam,
      body: openSetBody,
      answer: caseQuestionSet,
      errors: ['ORDER_NOT_FOUND', 'QUESTION_SET_NOT_FOUND', 'SET_OPEN'],
      example: { set: 'discipline', due_on: '2026-12-01' },
    },
    (request) => openSet(deps, adminOf(request), request.params.id, request.body),
  );

  route(
    app,
    calls.moveSet,
    {
      summary: 'Confirm a question set, or ask questions again',
      params: setParams,
      body: moveSetBody,
      answer: caseQuestionSet,
      errors: ['ORDER_NOT_FOUND', 'QUESTION_SET_NOT_FOUND', 'CONFLICT'],
      example: { state: 'asked_again', questions: { reasons: '처분서의 문장 그대로 적어주세요.' } },
    },
    (request) => moveSet(deps, adminOf(request), request.params, request.body),
  );
};
