import { type DestinationStream, type Logger, pino } from 'pino';
import { traceFields } from '#server/lib/tracing/tracing.ts';

export type { Logger };

/** Fields that are redacted: secrets and personal data. */
const REDACTED = ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.phone', '*.email'];
const CENSOR = '[redacted]';

/**
 * Personal data that libraries, PostgreSQL and mail servers quote in messages. The first pattern
 * also redacts the password of a URL.
 */
const EMAIL = /[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
const MOBILE_NUMBER = /\b01[016789][- ]?\d{3,4}[- ]?\d{4}\b/g;

function scrub(line: string): string {
  return line.replace(EMAIL, CENSOR).replace(MOBILE_NUMBER, CENSOR);
}

/** Reduces an error to loggable fields: the rest may hold connections, keys or rows. */
function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, code, message: error.message, stack: error.stack };
}

function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}

/** Writes JSON lines to standard error; standard output is for the output of commands. */
export function createLogger(level: string, destination: DestinationStream = standardError()): Logger {
  const options = {
    level,
    redact: { paths: REDACTED, censor: CENSOR },
    serializers: { err: errorFields, cause: errorFields },
    hooks: { streamWrite: scrub },
    mixin: traceFields,
  };
  return pino(options, destination);
}
