import { useEffect } from 'react';
import { type PhoneResetBody, resetByPhoneBody, type SentCode } from '#shared/features/accounts/phone-schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { recoveryFailure, resetFailure } from '../account-messages.ts';
import { requestPhoneReset, resetByPhone } from '../api.ts';
import { newPasswordForm } from '../new-password-schema.ts';
import { useSecondsLeft } from '../phone/use-seconds-left.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

const RESEND_SECONDS = 60;
const codeForm = newPasswordForm.safeExtend({ code: resetByPhoneBody.shape.code });

type Props = {
  asked: PhoneResetBody;
  sent: SentCode;
  onSentAgain: (times: SentCode) => void;
  onReset: (message: string) => void;
  /** Back to login id and phone. */
  onLeave: () => void;
};

/** Takes the code of the message together with the new password. */
export function PhoneResetCode({ asked, sent, onSentAgain, onReset, onLeave }: Props) {
  const { form, field, submit, problem, setProblem, isSubmitting } = useAppForm(codeForm, {
    defaultValues: { code: '', newPassword: '', passwordConfirm: '' },
    onSubmit: async ({ code, newPassword }) => {
      try {
        onReset((await resetByPhone({ ...asked, code, newPassword })).message);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'RESET_CODE_INVALID') {
          form.setError('code', { type: 'server', message: error.message }, { shouldFocus: true });
        } else if (error instanceof ApiError && error.details.length > 0) throw error;
        else setProblem(resetFailure(error));
      }
    },
  });
  const sending = useAction({ toMessage: recoveryFailure });
  const resendLeft = useSecondsLeft(sent.resend_at, RESEND_SECONDS);

  // The field is what the person needs next.
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const handleAgain = () =>
    sending.run(async () => {
      onSentAgain(await requestPhoneReset(asked));
      form.resetField('code');
      setFocus('code');
    });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <Notice kind="info">
        아이디와 번호가 회원 정보와 맞고 인증을 마친 번호이면 인증번호를 문자로 보내드립니다. 문자가 오지 않으면
        입력하신 내용을 확인해주세요.
      </Notice>
      <input type="text" name="username" autoComplete="username" value={asked.userId} readOnly hidden />
      <TextField
        {...field('code')}
        label="인증번호"
        hint="문자로 받은 숫자 6자리, 3분 안에 입력해주세요."
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <NewPasswordFields
        first={field('newPassword', { rechecks: 'passwordConfirm' })}
        second={field('passwordConfirm')}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        비밀번호 변경
      </Button>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="secondary" isBusy={sending.isBusy} disabled={resendLeft > 0} onClick={() => void handleAgain()}>
          인증번호 다시 받기
        </Button>
        {resendLeft > 0 && <span className="text-ink-500 text-small tabular-nums">{resendLeft}초 후에 가능</span>}
      </div>
      {sending.problem && <Notice kind="danger">{sending.problem}</Notice>}
      <p>
        <button type="button" onClick={onLeave} className={TEXT_LINK}>
          아이디·번호 고치기
        </button>
      </p>
    </form>
  );
}
