import { ApiError } from '#web/lib/api-error.ts';

const WRONG_CREDENTIALS = '아이디 또는 비밀번호가 올바르지 않습니다.';
const LOGIN_FAILED = '로그인에 실패했습니다. 잠시 후 다시 시도해주세요.';
const REGISTER_FAILED = '회원가입 실패';
const REQUEST_FAILED = '요청을 처리하지 못했습니다. 잠시 후 다시 시도해주세요.';
const RESET_FAILED = '비밀번호를 바꾸지 못했습니다. 잠시 후 다시 시도해주세요.';
/** Errors that the user can act on; other messages of the server would not help. */
const TELLABLE = new Set(['TOO_MANY_REQUESTS', 'NETWORK', 'EMAIL_UNKNOWN']);

/**
 * The message for a failed login. The spec fixes the server's English sentence; this is its Korean
 * text (spec §8).
 */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return LOGIN_FAILED;
  return error.code === 'INVALID_CREDENTIALS' ? WRONG_CREDENTIALS : error.message;
}

export function registerFailure(error: unknown): string {
  return error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : REGISTER_FAILED;
}

/** The message when requesting a mail fails (spec §8, reset request and find ID). */
export function recoveryFailure(error: unknown): string {
  return error instanceof ApiError && TELLABLE.has(error.code) ? error.message : REQUEST_FAILED;
}

/** The server's error, or a generic message (spec §8, reset confirm). */
export function resetFailure(error: unknown): string {
  return error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : RESET_FAILED;
}
