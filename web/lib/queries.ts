import type { QueryClient } from '@tanstack/react-query';

/**
 * Holds the query cache once a page needs one (`queryClientOf`): pages without queries do not load
 * its code. One per browser tab, and one per rendering on the server.
 */
export type Queries = { client?: QueryClient };
