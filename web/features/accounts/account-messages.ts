import { ApiError } from '#web/lib/api-error.ts';

const WRONG_CREDENTIALS = '아이디 또는 비밀번호가 올바르지 않습니다.';
const LOGIN_FAILED = '로그인에 실패했습니다. 잠시 후 다시 시도해주세요.';
const REGISTER_FAILED = '회원가입 실패';

/** What a failed login says. The server's English sentence is fixed by the spec and put into Korean here (spec §8). */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return LOGIN_FAILED;
  return error.code === 'INVALID_CREDENTIALS' ? WRONG_CREDENTIALS : error.message;
}

export function registerFailure(error: unknown): string {
  return error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : REGISTER_FAILED;
}
