import { z } from 'zod';
import { password } from '#shared/contract/fields.ts';

export const PASSWORDS_DIFFER = '비밀번호가 일치하지 않습니다.';

/** A new password, typed twice. */
export const newPasswordForm = z
  .object({ newPassword: password, passwordConfirm: z.string({ error: PASSWORDS_DIFFER }) })
  .refine(({ newPassword, passwordConfirm }) => newPassword === passwordConfirm, {
    path: ['passwordConfirm'],
    message: PASSWORDS_DIFFER,
    // Runs even if the password itself is invalid, so that both errors show at once.
    when: () => true,
  });
