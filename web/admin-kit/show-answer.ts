import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Shows what a call has answered in the place of what was read. A read that is under way may be older than the call,
 * and would take its change away again: it is made again.
 */
export function showAnswer<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  update: (known: Data | undefined) => Data | undefined,
): void {
  const isReading = queryClient.isFetching({ queryKey, exact: true }) > 0;
  queryClient.setQueryData<Data>(queryKey, update);
  if (isReading) void queryClient.invalidateQueries({ queryKey, exact: true });
}
