import { useInfiniteQuery } from '@tanstack/react-query';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import { conversationsQuery } from '../api.ts';

type UnreadAnswers = {
  /** How many are unread in the conversations of each order. */
  byOrder: ReadonlyMap<number, number>;
  /** The conversations without an order that have unread ones. */
  questions: readonly Conversation[];
  isPending: boolean;
};

/** Returns where answers are unread, of the latest conversations alone. */
export function useUnreadAnswers(): UnreadAnswers {
  const { data, isPending } = useInfiniteQuery(conversationsQuery);
  const byOrder = new Map<number, number>();
  const questions: Conversation[] = [];
  for (const conversation of data?.pages.flatMap(({ rows }) => rows) ?? []) {
    const { order_id, unread } = conversation;
    if (unread === 0) continue;
    if (order_id === null) questions.push(conversation);
    else byOrder.set(order_id, (byOrder.get(order_id) ?? 0) + unread);
  }
  return { byOrder, questions, isPending };
}
