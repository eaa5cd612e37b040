/** Where a login goes when no origin was remembered (spec §6). */
export const DEFAULT_RETURN_PATH = '/profile';

/** An empty segment anywhere in the path: `/x/..//host` is `//host` once the dots are resolved. */
const EMPTY_SEGMENT = /^[^?#]*\/\//;

/**
 * A remembered origin, or undefined unless it is a path on this site (contract §3: no open redirect).
 * Refuses schemes, `//host`, backslashes and control characters, which browsers read as slashes or drop.
 */
export function safeReturnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2048) return undefined;
  if (!value.startsWith('/') || EMPTY_SEGMENT.test(value)) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (/[\\\u0000-\u001f\u007f]/.test(value)) return undefined;
  return value;
}
