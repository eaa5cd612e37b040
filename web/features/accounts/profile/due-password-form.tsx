import { z } from 'zod';
import { PASSWORD_BLANK_MESSAGE } from '#shared/contract/fields.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { updateProfile } from '../api.ts';
import { setAccount } from '../auth.ts';
import { newPasswordForm } from '../new-password-schema.ts';
import { UsernameHint } from '../username-hint.tsx';

const form = z
  .object({ currentPassword: z.string({ error: PASSWORD_BLANK_MESSAGE }).min(1, PASSWORD_BLANK_MESSAGE) })
  .and(newPasswordForm);

const FAILED = '비밀번호를 바꾸지 못했습니다. 잠시 후 다시 시도해주세요.';

/** Changes a password that is too short for an administrator. */
export function DuePasswordForm({ onChanged }: { onChanged: () => Promise<void> }) {
  const { field, submit, problem, setProblem, isSubmitting } = useAppForm(form, {
    defaultValues: { currentPassword: '', newPassword: '', passwordConfirm: '' },
    failureMessage: FAILED,
    onSubmit: async ({ currentPassword, newPassword }): Promise<void> => {
      try {
        setAccount((await updateProfile({ currentPassword, newPassword })).user);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'WRONG_PASSWORD') return setProblem(error.message);
        throw error;
      }
      await onChanged();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <UsernameHint />
      <PasswordField {...field('currentPassword')} label="현재 비밀번호" autoComplete="current-password" />
      <PasswordField
        {...field('newPassword', { rechecks: 'passwordConfirm' })}
        label="새 비밀번호"
        hint="12자 이상"
        autoComplete="new-password"
      />
      <PasswordField {...field('passwordConfirm')} label="새 비밀번호 확인" autoComplete="new-password" />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        비밀번호 변경
      </Button>
    </form>
  );
}
