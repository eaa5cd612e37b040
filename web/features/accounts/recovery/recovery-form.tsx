import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type RecoveryBody, recoveryBody } from '#shared/features/accounts/schemas.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Outcome } from '#web/ui/outcome.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { recoveryFailure } from '../account-messages.ts';

type Props = {
  submitLabel: string;
  /** Sends the address; the returned message replaces the form. */
  onSubmit: (request: RecoveryBody) => Promise<string>;
};

/** Asks for an account's e-mail address and shows the result. */
export function RecoveryForm({ submitLabel, onSubmit }: Props) {
  const [done, setDone] = useState<string>();
  const { form, field, submit, problem, setProblem, isSubmitting } = useAppForm(recoveryBody, {
    defaultValues: { email: '' },
    onSubmit: async (request) => {
      try {
        setDone(await onSubmit(request));
      } catch (error) {
        if (error instanceof ApiError && error.details.length > 0) throw error;
        setProblem(recoveryFailure(error));
      }
    },
  });
  const handleAgain = () => {
    // The field must be rendered again before it can take the focus.
    flushSync(() => setDone(undefined));
    form.setFocus('email');
  };

  if (done !== undefined) {
    return (
      <Outcome title="메일을 확인해주세요">
        <p>{done}</p>
        <p>
          <Button kind="secondary" onClick={handleAgain}>
            다시 보내기
          </Button>
        </p>
      </Outcome>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <TextField
        {...field('email')}
        type="email"
        label="이메일"
        hint="가입하실 때 입력하신 주소입니다."
        autoComplete="email"
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
