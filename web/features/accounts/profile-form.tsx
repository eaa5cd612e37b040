import { useState } from 'react';
import type { Account, UpdateProfileRequest } from '#shared/contract/accounts.ts';
import { PASSWORD_MIN } from '#shared/contract/fields.ts';
import { MILITARY_STATUSES } from '#shared/rules/soldier.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { NO_PASSWORDS, profileForm, profileValues } from './profile-schema.ts';

const UPDATE_FAILED = '회원 정보를 수정하지 못했습니다.';
const STATUS_OPTIONS = MILITARY_STATUSES.map((value) => ({ value, label: value }));

type Props = {
  user: Account;
  /** Saves the profile and returns what to say about it. */
  onSubmit: (request: UpdateProfileRequest) => Promise<string>;
};

/** Name, e-mail, military status, and a new password if one is wished for (spec §5, profile edit). */
export function ProfileForm({ user, onSubmit }: Props) {
  const [saved, setSaved] = useState<string>();

  const handleSubmit = async (request: UpdateProfileRequest) => {
    setSaved(undefined);
    try {
      setSaved(await onSubmit(request));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD') {
        form.setError('currentPassword', { type: 'server', message: error.message }, { shouldFocus: true });
        return;
      }
      if (error instanceof ApiError && error.code === 'UNREADABLE') throw new Error(UPDATE_FAILED, { cause: error });
      throw error;
    }
    form.reset({ ...form.getValues(), ...NO_PASSWORDS });
  };

  const { form, field, submit, problem, isSubmitting } = useAppForm(profileForm, {
    defaultValues: profileValues(user),
    failureMessage: UPDATE_FAILED,
    onSubmit: handleSubmit,
  });
  const email = field('email');

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <TextField {...field('fullname')} label="이름" autoComplete="name" />
      <TextField {...email} type="email" label="이메일" isOptional autoComplete="email" />
      <SelectField
        {...field('military_status')}
        label="군 복무 상태"
        isOptional
        placeholder="선택하지 않음"
        options={STATUS_OPTIONS}
      />
      <fieldset className="mt-4 grid gap-5 border-line border-t pt-6">
        <legend className="float-left font-semibold text-[18px]/[28px] text-ink-900">비밀번호 변경</legend>
        <p className="-mt-4 clear-both text-[15px]/[24px] text-ink-500">
          바꾸실 때만 입력해주세요. 바꾸시면 다른 기기에서는 로그아웃됩니다.
        </p>
        <PasswordField {...field('currentPassword')} label="현재 비밀번호" autoComplete="current-password" />
        <PasswordField
          {...field('newPassword', { rechecks: 'passwordConfirm' })}
          label="새 비밀번호"
          hint={`${PASSWORD_MIN}자 이상`}
          autoComplete="new-password"
        />
        <PasswordField {...field('passwordConfirm')} label="새 비밀번호 확인" autoComplete="new-password" />
      </fieldset>
      {problem && <Notice kind="danger">{problem}</Notice>}
      {saved && !problem && <Notice kind="success">{saved}</Notice>}
      <Button type="submit" isBusy={isSubmitting} disabled={email.error !== undefined} className="w-full sm:w-auto">
        저장
      </Button>
    </form>
  );
}
