import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { resetFailure } from '../account-messages.ts';
import { resetPassword } from '../api.ts';
import { newPasswordForm } from '../new-password-schema.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

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
      <NewPasswordFields
        first={field('newPassword', { rechecks: 'passwordConfirm' })}
        second={field('passwordConfirm')}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        비밀번호 변경
      </Button>
    </form>
  );
}
