import { isCommonPassword } from '#server/lib/common-passwords.ts';
import { fieldError } from '#server/lib/errors.ts';
import { ADMIN_PASSWORD_MIN } from '#shared/contract/fields.ts';
import type { LeakCheck } from './leaked-passwords.ts';

const ADMIN_MESSAGE = `관리자의 비밀번호는 ${ADMIN_PASSWORD_MIN}자 이상이어야 합니다.`;
const COMMON_MESSAGE = '너무 흔히 쓰이는 비밀번호입니다. 다른 비밀번호를 사용해주세요.';
const LEAKED_MESSAGE = '다른 사이트에서 유출된 적이 있는 비밀번호입니다. 다른 비밀번호를 사용해주세요.';
const SAME_AS_ID_MESSAGE = '아이디와 같은 비밀번호는 사용할 수 없습니다.';

/**
 * Refuses a password that is easy to guess: the most common ones, leaked ones where they are looked
 * up, and the login id itself. The schema checks its length.
 * @throws AppError VALIDATION_FAILED at `path`, with the reason
 */
export async function checkNewPassword(
  password: string,
  { user_id: userId, role }: { user_id: string; role: 'user' | 'admin' },
  path: string,
  isLeaked?: LeakCheck,
): Promise<void> {
  if (role === 'admin' && password.length < ADMIN_PASSWORD_MIN) throw fieldError(path, ADMIN_MESSAGE);
  if (password.toLowerCase() === userId.toLowerCase()) throw fieldError(path, SAME_AS_ID_MESSAGE);
  if (await isCommonPassword(password)) throw fieldError(path, COMMON_MESSAGE);
  if (await isLeaked?.(password)) throw fieldError(path, LEAKED_MESSAGE);
}
