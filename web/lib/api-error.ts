import type { ErrorCode, ErrorDetail } from '#shared/contract/errors.ts';

export const NETWORK_ERROR_MESSAGE = '네트워크 오류. 연결을 확인해주세요.';
export const UNREADABLE_ERROR_MESSAGE = '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.';

/** Code of an error: the server's, or that there was no usable response. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE';

type ApiErrorOptions = {
  status: number;
  code: ApiErrorCode;
  message: string;
  details?: readonly ErrorDetail[] | undefined;
  extra?: Readonly<Record<string, unknown>>;
  retryAfter?: number | undefined;
};

/**
 * A call that failed. `message` is a Korean sentence for users; `status` is 0 when there was no
 * response.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Holds what the answer says beside, such as the stored value of a conflict. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Seconds to wait before retrying, if the server named them. */
  readonly retryAfter: number | undefined;

  constructor(options: ApiErrorOptions) {
    super(options.message);
    this.name = 'ApiError';
    this.status = options.status;
    this.code = options.code;
    this.details = options.details ?? [];
    this.extra = options.extra ?? {};
    this.retryAfter = options.retryAfter;
  }
}

/** Returns whether the call may have succeeded all the same: no answer, or a failure of the server. */
export function isUnclear(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Returns the sentence to show for any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : UNREADABLE_ERROR_MESSAGE;
}
