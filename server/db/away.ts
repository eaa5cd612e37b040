/**
 * SQLSTATEs of an unavailable database: a read-only standby (25006), stopped, crashed, starting or
 * dropped (57P01 to 57P05), connection errors (class 08, also sent by poolers) and no free
 * connection (53300).
 */
const AWAY_STATES = /^(25006|57P0\d|08...|53300)$/;
const SOCKET_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);
/** Errors of the driver, which have no code. */
const BROKEN =
  /^(Connection terminated|Query read timeout|timeout expired)|is not queryable|connection has been discarded/;

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * Whether an error shows that the database is unavailable: unreachable, stopping, starting, full,
 * or no longer the primary. The statement may have been executed, and the connection must not be
 * used again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return AWAY_STATES.test(code) || SOCKET_CODES.has(code) || BROKEN.test(error.message);
}

/**
 * Locks no row and writes nothing, but is refused by a standby, which would answer any other read.
 */
export const ASK_PRIMARY = 'select from sessions limit 0 for key share';

/**
 * Whether the server refused to write because it is a standby: a former primary keeps the
 * connections that it has. Nothing was written.
 */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '25006';
}
