import { queryOptions } from '@tanstack/react-query';
import * as questionCalls from '#shared/features/questions/calls.ts';
import type { AnswerValue } from '#shared/rules/questions/question-set.ts';
import { send } from '#web/lib/send.ts';

/** The question sets of a case, below the key of its order. */
export const questionsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', orderId, 'questions'],
    queryFn: ({ signal }) => send(questionCalls.list, { params: { id: orderId }, signal }),
    meta: { isPersonal: true },
  });

type Target = { id: number; set: string };

/** Also sent when the page is left at the same moment. */
export const saveAnswer = (target: Target & { question: string }, value: AnswerValue, revision: number) =>
  send(questionCalls.saveAnswer, { params: target, body: { value, revision }, isKeptAlive: true });

export const submitSet = (target: Target) => send(questionCalls.submit, { params: target });
