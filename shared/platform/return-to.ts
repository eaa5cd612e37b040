declare const isChecked: unique symbol;
/**
 * Path of a page of this site that a form leads to when it is done. Only this file makes one
 * (contract §3: no open redirect).
 */
export type ReturnTo = string & { readonly [isChecked]: true };

/** An empty segment anywhere in the path: `/x/..//host` is `//host` once the dots are resolved. */
const EMPTY_SEGMENT = /^[^?#]*\/\//;
/** `.` and `..` lead to another path than the one that was checked. */
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/;
/** The API answers with JSON or redirects: it has no page to return to. */
const API = /^\/api(\/|$)/;

/**
 * Returns whether the value is a path on this site. Rejects schemes, `//host`, backslashes and control characters,
 * which browsers read as slashes or drop.
 */
export function isSitePath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2048) return false;
  if (!value.startsWith('/') || EMPTY_SEGMENT.test(value)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  return !/[\\\u0000-\u001f\u007f]/.test(value);
}

/**
 * The path without query and hash as a router reads it: decoded once. Undefined when it cannot be
 * decoded.
 */
function decodedPath(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replace(/[?#].*$/, ''));
  } catch {
    return undefined;
  }
}

function isReturnTo(value: unknown): value is ReturnTo {
  if (!isSitePath(value)) return false;
  const path = decodedPath(value);
  return isSitePath(path) && !DOT_SEGMENT.test(path) && !API.test(path);
}

/** The value when it is safe to navigate to, else undefined. */
export function safeReturnTo(value: unknown): ReturnTo | undefined {
  return isReturnTo(value) ? value : undefined;
}

/** Brands a path that the code itself names. Throws for anything that `safeReturnTo` rejects. */
function pageOfThisSite(path: string): ReturnTo {
  if (!isReturnTo(path)) throw new Error(`not a page of this site: ${path}`);
  return path;
}

/** Where a form leads without a valid `returnTo` (spec §6). */
export const DEFAULT_RETURN_TO = pageOfThisSite('/profile');
