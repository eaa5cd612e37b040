import { type Logger, pino } from 'pino';

export type { Logger };

/** Fields that never reach a log: secrets and personal data. */
const REDACTED = ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.phone', '*.email'];

/** What a log needs of an error. The rest of it may hold whole connections, requests with their keys, or rows. */
function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, code, message: error.message, stack: error.stack };
}

/** JSON lines on standard error, so that standard output stays for what a person asked to see. */
export function createLogger(level: string): Logger {
  const options = {
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: errorFields, cause: errorFields },
  };
  return pino(options, pino.destination({ dest: 2, sync: true }));
}
