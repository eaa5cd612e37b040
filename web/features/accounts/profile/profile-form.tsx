import { type ReactNode, useState } from 'react';
import type { Account, UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { MILITARY_STATUSES } from '#shared/rules/soldier.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { EmailStatus } from '../email/email-status.tsx';
import { PasswordChange } from './password-change.tsx';
import { NO_PASSWORDS, profileForm, profileValues } from './profile-schema.ts';

const UPDATE_FAILED = '회원 정보를 수정하지 못했습니다.';
const STATUS_OPTIONS = MILITARY_STATUSES.map((value) => ({ value, label: value }));
const FIXED_LOOK = '[&_input:read-only]:border-line [&_input:read-only]:bg-paper';

type Props = {
  user: Account;
  /** Accounts of a social login may have no password: then there is nothing to change. */
  hasPassword: boolean;
  /** Saves the profile and returns the message to show. */
  onSubmit: (request: UpdateProfileBody) => Promise<string>;
  /** Rendered beside the save button. */
  actions: ReactNode;
};

/** Name, e-mail, military status and an optional new password (spec §5, profile edit). */
export function ProfileForm({ user, hasPassword, onSubmit, actions }: Props) {
  const [saved, setSaved] = useState<string>();

  const handleSubmit = async (request: UpdateProfileBody) => {
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
  // The message of the last save does not apply to new input.
  const isSaved = saved !== undefined && !problem && !form.formState.isDirty;

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <TextField label="아이디" value={user.user_id} readOnly autoComplete="username" className={FIXED_LOOK} />
      <TextField {...field('fullname')} label="이름" autoComplete="name" />
      <PhoneField
        {...field('phone')}
        label="전화번호"
        hint="신청하신 사건으로 연락드리는 번호입니다."
        autoComplete="tel"
      />
      <TextField
        {...email}
        type="email"
        label="이메일"
        hint="아이디와 비밀번호를 찾으실 때 이 주소로 메일을 보내드립니다."
        isOptional
        autoComplete="email"
      />
      <EmailStatus />
      <SelectField
        {...field('military_status')}
        label="군 복무 상태"
        isOptional
        placeholder="선택하지 않음"
        options={STATUS_OPTIONS}
      />
      <PasswordChange hasPassword={hasPassword} field={field} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isSaved && <Notice kind="success">{saved}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting} disabled={email.error !== undefined} className="grow sm:grow-0">
          저장
        </Button>
        {actions}
      </div>
    </form>
  );
}
