/**
 * Beside the session's own cookie, which scripts cannot see: tells the pages that there may be a
 * session worth asking about, so that visitors are spared a call that can only answer 401. It
 * proves nothing.
 */
export const SESSION_HINT_COOKIE = 'session_hint';

/** Returns whether a `Cookie` line holds the hint. */
export function hasSessionHint(cookies: string): boolean {
  return cookies.split('; ').includes(`${SESSION_HINT_COOKIE}=1`);
}
