import type { QueryClient } from '@tanstack/react-query';

/**
 * Holds the query cache once a page has needed one (`queryClientOf`): its code is no part of the pages that ask for nothing. One per
 * browser tab, and one per rendering on the server.
 */
export type Queries = { client?: QueryClient };
