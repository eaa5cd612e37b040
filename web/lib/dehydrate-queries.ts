import type { QueryClient, QueryKey } from '@tanstack/react-query';

type LoadedQuery = { key: QueryKey; data: unknown };

/** Dehydrates the query cache of the server's loaders to JSON in the page. */
export function dehydrateQueries(queryClient: QueryClient): string {
  const queries = queryClient.getQueryCache().getAll();
  const loaded = queries.flatMap(({ queryKey, state: { data } }): LoadedQuery[] =>
    data === undefined ? [] : [{ key: queryKey, data }],
  );
  return JSON.stringify(loaded);
}

/**
 * Hydrates the browser's cache. The entries are as fresh as the page, which is fetched on each
 * visit.
 */
export function hydrateQueries(queryClient: QueryClient, json: string): void {
  const loaded: LoadedQuery[] = JSON.parse(json);
  for (const { key, data } of loaded) queryClient.setQueryData(key, data);
}
