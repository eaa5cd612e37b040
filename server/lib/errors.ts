import { ERRORS, type ErrorCode, type ErrorDetail } from '#shared/contract/errors.ts';

type AppErrorOptions = {
  details?: readonly ErrorDetail[];
  retryAfterSeconds?: number;
  extra?: Readonly<Record<string, unknown>>;
  cause?: unknown;
};

/**
 * The error class of all features. Status and Korean message come from the table in the contract;
 * only `http/error-handler.ts` turns it into a response.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Additional fields of the response body that the contract defines for one call. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extra = options.extra;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The error of a field of the request that only the verb can judge. */
export function fieldError(path: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', { details: [{ path, message }] });
}
