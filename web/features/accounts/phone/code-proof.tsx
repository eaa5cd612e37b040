import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SentCode } from '#shared/features/accounts/phone-schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { readDigits } from '#shared/text/typed-text.ts';
import { ApiError, errorMessage } from '#web/lib/api-error.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { sendCode, verifyCode } from './api.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const LENGTH = 6;
const CODE_LIFE_SECONDS = 180;
const RESEND_SECONDS = 60;

/** The API's sentence for a wrong code speaks to users of authenticator apps as well. */
function toMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.code === 'CODE_INVALID') return '인증번호가 맞지 않습니다. 5번 틀리면 다시 받으셔야 합니다.';
  if (error.code === 'TOO_MANY_REQUESTS') {
    return '인증번호를 여러 번 받으셨습니다. 시간을 두고 다시 시도하거나 본인인증을 이용해주세요.';
  }
  return error.message;
}

/** `2:05`. */
function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

type Props = {
  phone: string;
  /** The code under way when the page was loaded. */
  initial: SentCode | null;
  onVerified: () => Promise<void>;
};

/** Proves the number by a code that is sent to it. */
export function CodeProof({ phone, initial, onVerified }: Props) {
  const [sent, setSent] = useState(initial ?? undefined);
  const [code, setCode] = useState('');
  const [sentTimes, setSentTimes] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  const sending = useAction({ toMessage });
  const verifying = useAction({ toMessage });
  const lifeLeft = useSecondsLeft(sent?.expires_at, CODE_LIFE_SECONDS);
  const resendLeft = useSecondsLeft(sent?.resend_at, RESEND_SECONDS);

  // The field is there only after the code was sent.
  useEffect(() => {
    if (sentTimes > 0) field.current?.querySelector('input')?.focus();
  }, [sentTimes]);

  const handleSend = () =>
    sending.run(async () => {
      setSent(await sendCode());
      setSentTimes((times) => times + 1);
      setCode('');
    });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length !== LENGTH || verifying.isBusy) return;
    void verifying.run(async () => {
      await verifyCode({ code });
      await onVerified();
    });
  };

  return (
    <form onSubmit={handleSubmit} noValidate aria-label="문자 인증" className="grid gap-4">
      {sent && (
        <div ref={field} className="max-w-[360px]">
          <TextField
            label="인증번호"
            hint={
              lifeLeft > 0
                ? `문자로 받은 숫자 6자리, 남은 시간 ${minutesAndSeconds(lifeLeft)}`
                : '입력할 수 있는 시간이 지났습니다. 인증번호를 다시 받아주세요.'
            }
            error={verifying.problem}
            name="one-time-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(readDigits(event.target.value).slice(0, LENGTH))}
            action={
              <Button type="submit" disabled={code.length !== LENGTH} isBusy={verifying.isBusy} className="shrink-0">
                확인
              </Button>
            }
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="secondary" isBusy={sending.isBusy} disabled={resendLeft > 0} onClick={() => void handleSend()}>
          {sent ? '인증번호 다시 받기' : '문자로 인증번호 받기'}
        </Button>
        {resendLeft > 0 && <span className="text-ink-500 text-small tabular-nums">{resendLeft}초 후에 가능</span>}
      </div>
      <div aria-live="polite" className="text-small">
        {sentTimes > 0 && !sending.problem && !verifying.problem && (
          <p key={sentTimes} className="text-success">
            {formatPhone(phone)} 번호로 인증번호를 보냈습니다. 3분 안에 입력해주세요.
          </p>
        )}
      </div>
      {sending.problem && (
        <p role="alert" className="text-danger text-small">
          {sending.problem}
        </p>
      )}
    </form>
  );
}
