import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { PASSWORD_MIN } from '#shared/contract/fields.ts';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { UsernameHint } from '../username-hint.tsx';

type Name = 'currentPassword' | 'newPassword' | 'passwordConfirm';
type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>;

type Props = {
  hasPassword: boolean;
  /** The form that these fields belong to. */
  field: (name: Name, options?: { rechecks?: Name }) => FieldProps;
};

/**
 * The password fields of the profile; an account without a password gets its first one by mail
 * (contract §3).
 */
export function PasswordChange({ hasPassword, field }: Props) {
  return (
    <fieldset className="mt-4 border-line border-t pt-6">
      <legend className="float-left text-h4 text-ink-900">비밀번호 변경</legend>
      <div className="clear-both">
        {hasPassword ? (
          <>
            <UsernameHint />
            <p className="text-small text-ink-500">
              바꾸실 때만 입력해주세요. 바꾸시면 다른 기기에서는 로그아웃됩니다.
            </p>
            <div className="mt-5 grid gap-5">
              <PasswordField {...field('currentPassword')} label="현재 비밀번호" autoComplete="current-password" />
              <PasswordField
                {...field('newPassword', { rechecks: 'passwordConfirm' })}
                label="새 비밀번호"
                hint={`${PASSWORD_MIN}자 이상`}
                autoComplete="new-password"
              />
              <PasswordField {...field('passwordConfirm')} label="새 비밀번호 확인" autoComplete="new-password" />
            </div>
          </>
        ) : (
          <p className="text-small text-ink-500">
            소셜 로그인으로 가입하셔서 비밀번호가 없습니다. 아이디로도 로그인하시려면{' '}
            <Link to="/forgot-password" className={LINK_IN_TEXT}>
              재설정 메일
            </Link>
            로 비밀번호를 정하실 수 있습니다.
          </p>
        )}
      </div>
    </fieldset>
  );
}
