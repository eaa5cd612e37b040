import { type PhoneResetBody, phoneResetBody, type SentCode } from '#shared/features/accounts/phone-schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { recoveryFailure } from '../account-messages.ts';
import { requestPhoneReset } from '../api.ts';

type Props = {
  /** Empty at first; what was typed when the person comes back to correct it. */
  initial: PhoneResetBody;
  onSent: (request: PhoneResetBody, times: SentCode) => void;
};

/** Asks for the login id and the phone that a code goes to. */
export function PhoneResetRequest({ initial, onSent }: Props) {
  const { field, submit, problem, setProblem, isSubmitting } = useAppForm(phoneResetBody, {
    defaultValues: { userId: initial.userId, phone: formatPhone(initial.phone) },
    onSubmit: async (request) => {
      try {
        onSent(request, await requestPhoneReset(request));
      } catch (error) {
        if (error instanceof ApiError && error.details.length > 0) throw error;
        setProblem(recoveryFailure(error));
      }
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <TextField {...field('userId')} label="아이디" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <PhoneField
        {...field('phone')}
        label="휴대폰 번호"
        hint="마이페이지에서 인증을 마친 번호입니다."
        autoComplete="tel"
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        인증번호 받기
      </Button>
    </form>
  );
}
