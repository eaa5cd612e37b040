import { ERRORS } from '#shared/contract/errors.ts';
import { USER_ID_BLANK_MESSAGE } from '#shared/contract/fields.ts';
import { ApiError } from '#web/lib/api-error.ts';

const SERVER_ERROR = '서버 오류가 발생했습니다. 잠시 후 다시 시도해주세요.';

/** Used when the response has no sentence of the server's own (spec §8). */
const USER_ID_CHECK_DEFAULTS: Record<number, string> = {
  400: USER_ID_BLANK_MESSAGE,
  409: ERRORS.USER_ID_TAKEN.message,
  429: ERRORS.TOO_MANY_REQUESTS.message,
};

/** The message of a failed duplicate check, by its status (spec §8). */
export function userIdCheckFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return SERVER_ERROR;
  if (error.code !== 'UNREADABLE') return error.message;
  return USER_ID_CHECK_DEFAULTS[error.status] ?? SERVER_ERROR;
}
