import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { PASSWORD_MIN } from '#shared/contract/fields.ts';
import type { ValidRegisterBody } from '#shared/features/accounts/schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { forgetEntries, readKeptEntries, useKeepEntries } from '#web/lib/storage/kept-entries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { registerFailure } from '../account-messages.ts';
import { registerAccount } from '../api.ts';
import { ConsentFields } from './consent-fields.tsx';
import { registerBlockedBy, registerForm } from './register-schema.ts';
import { useUserIdCheck } from './use-user-id-check.ts';
import { UserIdField } from './user-id-field.tsx';

type Props = { onRegistered: (credentials: { userId: string; password: string }) => Promise<void> };

const BLANK = {
  userId: '',
  password: '',
  passwordConfirm: '',
  fullname: '',
  phone: '',
  email: '',
  acceptedMarketing: false,
};

const KEPT_AS = 'register';
/** Never the password. */
const KEPT_FIELDS = ['userId', 'fullname', 'phone', 'email'] as const;
const keptEntries = z.partialRecord(z.enum(KEPT_FIELDS), z.string());

/** The normal sign-up form (spec §5, register). */
export function RegisterForm({ onRegistered }: Props) {
  const { check, start, edit, refuse } = useUserIdCheck();

  const handleSubmit = async ({ passwordConfirm: _, ...request }: ValidRegisterBody & { passwordConfirm: string }) => {
    try {
      await registerAccount(request);
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'USER_ID_TAKEN';
      if (isTaken) refuse(error.message);
      else if (error instanceof ApiError && error.details.length > 0) throw error;
      else setProblem(registerFailure(error));
      return;
    }
    forgetEntries(KEPT_AS);
    await onRegistered(request);
  };

  const { form, field, submit, problem, setProblem, isSubmitting, isValid } = useAppForm(registerForm, {
    defaultValues: BLANK,
    onSubmit: handleSubmit,
  });
  // Before the form is listened to: what is only read again does not begin another half hour.
  useEffect(() => {
    const kept = readKeptEntries(KEPT_AS, keptEntries) ?? {};
    for (const name of KEPT_FIELDS) {
      if (kept[name] && form.getValues(name) === '') form.setValue(name, kept[name], { shouldDirty: true });
    }
  }, [form]);
  useKeepEntries(form, KEPT_AS, KEPT_FIELDS);
  const values = useWatch({ control: form.control });
  const isUserIdChecked = check.status === 'available';
  const password = field('password', { rechecks: 'passwordConfirm' });
  const blockedBy = registerBlockedBy(values, isUserIdChecked) ?? (isValid ? undefined : '입력한 내용을 확인해주세요.');

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <UserIdField
        {...form.register('userId', { onChange: ({ target }: { target: HTMLInputElement }) => edit(target.value) })}
        error={field('userId').error}
        check={check}
        onCheck={() => void start(form.getValues('userId'))}
      />
      <PasswordField
        {...password}
        label="비밀번호"
        hint={password.error ? undefined : `${PASSWORD_MIN}자 이상 입력해주세요.`}
        autoComplete="new-password"
      />
      <PasswordField {...field('passwordConfirm')} label="비밀번호 확인" autoComplete="new-password" />
      <TextField {...field('fullname')} label="이름" autoComplete="name" />
      <PhoneField
        {...field('phone')}
        label="전화번호"
        hint="담당 변호사가 이 번호로 연락드립니다."
        autoComplete="tel"
      />
      <TextField {...field('email')} type="email" label="이메일" isOptional autoComplete="email" />
      <ConsentFields acceptedTos={field('acceptedTos')} acceptedMarketing={field('acceptedMarketing')} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div>
        <Button
          type="submit"
          disabled={blockedBy !== undefined}
          isBusy={isSubmitting}
          aria-describedby={blockedBy === undefined ? undefined : 'register-reason'}
          className="w-full"
        >
          가입하기
        </Button>
        <p id="register-reason" className="mt-2 min-h-6 text-small text-ink-500">
          {blockedBy}
        </p>
      </div>
    </form>
  );
}
