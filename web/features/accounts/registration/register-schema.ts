import { z } from 'zod';
import { PASSWORD_MIN, personName } from '#shared/contract/fields.ts';
import { registerBody } from '#shared/features/accounts/schemas.ts';
import { readLine } from '#shared/text/typed-text.ts';
import { PASSWORDS_DIFFER } from '../new-password-schema.ts';

/**
 * The fields of the form: those of the API, the password twice, and the name, which a contract
 * needs (contract §3).
 */
export const registerForm = registerBody
  .extend({
    fullname: personName,
    passwordConfirm: z.string({ error: PASSWORDS_DIFFER }),
  })
  .refine(({ password, passwordConfirm }) => password === passwordConfirm, {
    path: ['passwordConfirm'],
    message: PASSWORDS_DIFFER,
    // Runs even if other fields are invalid, so that all errors show at once.
    when: () => true,
  });

type Typed = {
  userId?: string | undefined;
  password?: string | undefined;
  passwordConfirm?: string | undefined;
  fullname?: string | undefined;
  phone?: string | undefined;
  acceptedTos?: boolean | undefined;
};

/**
 * Why the form cannot be sent yet, the first reason from top to bottom (spec §5); undefined if
 * complete.
 */
export function registerBlockedBy(typed: Typed, isUserIdChecked: boolean): string | undefined {
  const required = [typed.userId, typed.password, typed.fullname, typed.phone];
  if (required.some((value) => readLine(value ?? '') === ''))
    return '아이디, 비밀번호, 이름, 전화번호를 모두 입력해주세요.';
  if (!isUserIdChecked) return '아이디 중복 확인을 해주세요.';
  if ((typed.password ?? '').length < PASSWORD_MIN) return `비밀번호는 ${PASSWORD_MIN}자 이상이어야 합니다.`;
  if (typed.password !== typed.passwordConfirm) return PASSWORDS_DIFFER;
  if (typed.acceptedTos !== true) return '약관에 동의해야 가입이 가능합니다.';
  return undefined;
}
