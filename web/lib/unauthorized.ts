type Handler = (status: 401 | 403) => void;

let onUnauthorized: Handler | undefined;

/**
 * Sets what happens after an answer of 401 or 403. Called once, before the first call's code is
 * loaded.
 */
export function setUnauthorizedHandler(handler: Handler): void {
  onUnauthorized = handler;
}

/** For the API client: a call was answered with 401 or 403. */
export function reportUnauthorized(status: 401 | 403): void {
  onUnauthorized?.(status);
}
