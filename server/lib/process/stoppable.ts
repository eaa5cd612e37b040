/** Options of long work: once `signal` is aborted, it finishes the current item and returns. */
export type Stoppable = { signal?: AbortSignal | undefined };
