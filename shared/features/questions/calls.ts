import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type {
  CaseQuestionSet,
  MoveSetBody,
  OpenSetBody,
  QuestionParams,
  QuestionSetInfo,
  SaveAnswerBody,
  SavedAnswer,
  SetParams,
} from './schemas.ts';

/** The question sets of a case, as far as the person may see them. */
export const list = call<{ params: IdParam; answer: CaseQuestionSet[] }>('GET', '/api/orders/:id/questions', {
  access: 'user',
});

/** Saves one answer over the revision that was seen; null clears it. */
export const saveAnswer = call<{ params: QuestionParams; body: SaveAnswerBody; answer: SavedAnswer }>(
  'PUT',
  '/api/orders/:id/questions/:set/:question',
  { access: 'user' },
);

export const submit = call<{ params: SetParams; answer: CaseQuestionSet }>(
  'POST',
  '/api/orders/:id/questions/:set/submit',
  { access: 'user' },
);

/** The newest version of each set that the firm can ask. */
export const listSets = call<{ answer: QuestionSetInfo[] }>('GET', '/api/admin/question-sets', {
  access: 'admin',
  needs: 'orders',
});

export const openSet = call<{ params: IdParam; body: OpenSetBody; answer: CaseQuestionSet }>(
  'POST',
  '/api/admin/orders/:id/questions',
  { access: 'admin', needs: 'orders', status: 201 },
);

/** Confirms what was submitted, or asks questions again. */
export const moveSet = call<{ params: SetParams; body: MoveSetBody; answer: CaseQuestionSet }>(
  'PUT',
  '/api/admin/orders/:id/questions/:set',
  { access: 'admin', needs: 'orders' },
);
