import { PASSWORD_MIN } from '#shared/contract/fields.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { resetFailure } from '../account-messages.ts';
import { resetPassword } from '../api.ts';
import { newPasswordForm } from '../new-password-schema.ts';

type Props = {
  token: string;
  onReset: (message: string) => void;
  /** The link is invalid or expired: no password will help. */
  onTokenInvalid: (message: string) => void;
};

/** The message for a token that the server rejects; undefined for other errors. */
function tokenProblem(error: ApiError): string | undefined {
  if (error.code === 'RESET_TOKEN_INVALID') return error.message;
  return error.details.find(({ path }) => path === 'token')?.message;
}

/** Sets a new password by a link from a mail (spec §5, reset password). */
export function ResetPasswordForm({ token, onReset, onTokenInvalid }: Props) {
  const { field, submit, problem, setProblem, isSubmitting } = useAppForm(newPasswordForm, {
    defaultValues: { newPassword: '', passwordConfirm: '' },
    onSubmit: async ({ newPassword }) => {
      try {
        onReset((await resetPassword({ token, newPassword })).message);
      } catch (error) {
        const refusal = error instanceof ApiError ? tokenProblem(error) : undefined;
        if (refusal !== undefined) onTokenInvalid(refusal);
        else if (error instanceof ApiError && error.details.length > 0) throw error;
        else setProblem(resetFailure(error));
      }
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <PasswordField
        {...field('newPassword', { rechecks: 'passwordConfirm' })}
        label="새 비밀번호"
        hint={`${PASSWORD_MIN}자 이상`}
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
