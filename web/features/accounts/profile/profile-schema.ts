import { z } from 'zod';
import { email, militaryStatus, personName, requiredPhone } from '#shared/contract/fields.ts';
import type { Account, UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { readAscii } from '#shared/text/typed-text.ts';
import { newPasswordForm } from '../new-password-schema.ts';

const EMAIL_INVALID = '유효한 이메일 형식이 아닙니다.';
const CURRENT_BLANK = '현재 비밀번호를 입력해주세요.';

const fields = z.object({
  fullname: personName,
  // The page's own sentence for an invalid address (spec §5).
  email: z
    .string()
    .overwrite(readAscii)
    .refine((text) => email.safeParse(text).success, EMAIL_INVALID),
  phone: requiredPhone,
  military_status: z.union([z.literal(''), militaryStatus]),
  currentPassword: z.string(),
  newPassword: z.string(),
  passwordConfirm: z.string(),
});
type Fields = z.output<typeof fields>;

/** The current password alone does not mean a change: browsers fill it in. */
function isPasswordWished({ newPassword, passwordConfirm }: Fields): boolean {
  return newPassword !== '' || passwordConfirm !== '';
}

/** The profile, and a new password if one was typed (spec §5, profile edit). */
export const profileForm = fields
  .superRefine((typed, context) => {
    if (!isPasswordWished(typed)) return;
    if (typed.currentPassword.trim() === '') {
      context.addIssue({ code: 'custom', path: ['currentPassword'], message: CURRENT_BLANK });
    }
    for (const { path, message } of newPasswordForm.safeParse(typed).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message });
    }
  })
  .transform(toRequest);

function toRequest(typed: Fields): UpdateProfileBody {
  const { fullname, phone, military_status, currentPassword, newPassword } = typed;
  return {
    fullname,
    phone,
    email: typed.email,
    military_status: military_status === '' ? null : military_status,
    ...(isPasswordWished(typed) && { currentPassword, newPassword }),
  };
}

export const NO_PASSWORDS = { currentPassword: '', newPassword: '', passwordConfirm: '' };

/** The form's initial values. */
export function profileValues({ fullname, phone, email, military_status }: Account): Fields {
  return { fullname, phone: formatPhone(phone), email, military_status: military_status ?? '', ...NO_PASSWORDS };
}
