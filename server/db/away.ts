/** Thrown for a connection that leads to a standby or to another server that takes no writes. */
export class ReadOnlyServer extends Error {
  constructor() {
    super('the server of this address takes no writes');
    this.name = 'ReadOnlyServer';
  }
}

/**
 * SQLSTATEs of an unavailable database: it refuses writes (25006), stopped, crashed, starting or
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
 * Returns whether an error shows that the database is unavailable: unreachable, stopping, starting, full, or not the
 * primary. The statement may have been executed, and the connection must not be used again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ReadOnlyServer) return true;
  const code = codeOf(error);
  return AWAY_STATES.test(code) || SOCKET_CODES.has(code) || BROKEN.test(error.message);
}
