import { type Logger, pino } from 'pino';

/** Fields that never reach a log: secrets and personal data. */
const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'err.config',
  'err.request',
  'err.response',
  '*.password',
  '*.token',
  '*.phone',
  '*.email',
];

/** JSON lines on standard error, so that standard output stays for what a person asked to see. */
export function createLogger(level: string): Logger {
  return pino({ level, redact: { paths: REDACTED, censor: '[redacted]' } }, pino.destination({ dest: 2, sync: true }));
}
