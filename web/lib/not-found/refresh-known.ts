import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isNotFound } from './is-not-found.ts';

/** Refetches a query, unless the server has nothing under its number: that answer stays the same. */
export function refreshKnown(queryClient: QueryClient, queryKey: QueryKey): void {
  void queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => !isNotFound(state.error) });
}
