import { ERRORS, type ErrorCode, type ErrorDetail } from '#shared/contract/errors.ts';

type AppErrorOptions = {
  details?: readonly ErrorDetail[];
  retryAfterSeconds?: number;
  extra?: Readonly<Record<string, unknown>>;
  cause?: unknown;
};

/**
 * The one error that features throw. Status and Korean sentence come from the table in the contract;
 * `http/error-handler.ts` is the only place that turns it into an answer.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Further fields of the answer's body that the contract names for one call. */
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
