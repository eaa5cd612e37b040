import type { ComponentProps } from 'react';
import { PASSWORD_MIN } from '#shared/contract/fields.ts';
import { PasswordField } from '#web/ui/password-field.tsx';

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'>;

/** A new password and its repetition. */
export function NewPasswordFields({ first, second }: { first: FieldProps; second: FieldProps }) {
  return (
    <>
      <PasswordField {...first} label="새 비밀번호" hint={`${PASSWORD_MIN}자 이상`} autoComplete="new-password" />
      <PasswordField {...second} label="새 비밀번호 확인" autoComplete="new-password" />
    </>
  );
}
