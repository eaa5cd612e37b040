import { queryOptions } from '@tanstack/react-query';
import * as questionCalls from '#shared/features/questions/calls.ts';
import type { MoveSetBody, OpenSetBody } from '#shared/features/questions/schemas.ts';
import { send } from '#web/lib/send.ts';

/** The sets that the firm can ask; they change with the program alone. */
export const questionSetsQuery = queryOptions({
  queryKey: ['question-sets'],
  queryFn: ({ signal }) => send(questionCalls.listSets, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const openSet = (id: number, body: OpenSetBody) => send(questionCalls.openSet, { params: { id }, body });

export const moveSet = (id: number, set: string, body: MoveSetBody) =>
  send(questionCalls.moveSet, { params: { id, set }, body });
