/** For work that takes long: once `signal` is aborted, it finishes the item in hand, starts no other and returns. */
export type Stoppable = { signal?: AbortSignal | undefined };
