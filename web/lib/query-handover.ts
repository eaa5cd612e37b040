import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Loaded = { key: QueryKey; data: unknown };

/** What the server's loaders read, as JSON that stands in the page, for the browser to go on with. */
export function writeLoadedData(queryClient: QueryClient): string {
  const queries = queryClient.getQueryCache().getAll();
  const loaded = queries.flatMap(({ queryKey, state: { data } }): Loaded[] =>
    data === undefined ? [] : [{ key: queryKey, data }],
  );
  return JSON.stringify(loaded);
}

/** Puts it into the browser's cache, as fresh as the page itself, which is asked for anew each time. */
export function readLoadedData(queryClient: QueryClient, json: string): void {
  const loaded: Loaded[] = JSON.parse(json);
  for (const { key, data } of loaded) queryClient.setQueryData(key, data);
}
