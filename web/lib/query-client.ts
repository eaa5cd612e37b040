import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import type { Queries } from './queries.ts';

const MINUTE_MS = 60_000;
const MAX_RETRY_DELAY_MS = 30_000;
/** These answers do not change on a retry. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 429]);

function retryUpTo(times: number) {
  return (failureCount: number, error: Error) =>
    failureCount < times && !(error instanceof ApiError && FINAL_STATUSES.has(error.status));
}

/**
 * Caching of the catalogue (spec §9): fresh for 5 minutes, kept for 30, three retries with growing
 * pauses.
 */
export const CATALOGUE_CACHE = {
  staleTime: 5 * MINUTE_MS,
  gcTime: 30 * MINUTE_MS,
  retry: retryUpTo(3),
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, MAX_RETRY_DELAY_MS),
} as const;

/** The query cache with the defaults of spec §9, created at first use. */
export function queryClientOf(queries: Queries): QueryClient {
  queries.client ??= new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 5 * MINUTE_MS,
        refetchOnWindowFocus: false,
        retry: retryUpTo(1),
        // Without a network a call fails at once and says so, in place of waiting for the network.
        networkMode: 'always',
      },
    },
  });
  return queries.client;
}
