import { type FormEvent, useState } from 'react';
import type { SecondFactorKind } from '#shared/features/accounts/factor-kinds.ts';
import type { GiveFactorBody } from '#shared/features/accounts/factor-schemas.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { giveFactor } from './api.ts';
import { CodeField, isCode } from './code-field.tsx';
import { passkeyMessage, signWithPasskey } from './passkey-browser.ts';

type Props = {
  kinds: readonly SecondFactorKind[];
  /** Recovery codes finish a login; they do not prove a person within a session. */
  hasRecovery: boolean;
  onGiven: () => Promise<void> | void;
  /** A call failed; the form shows the sentence. */
  onFailed?: (error: unknown) => void;
};

/** Gives a second factor: by passkey, by the code of an app, or by a recovery code. */
export function FactorForm({ kinds, hasRecovery, onGiven, onFailed }: Props) {
  const [isRecovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState('');
  const { isBusy, problem, run } = useAction({ toMessage: passkeyMessage });
  const hasApp = kinds.includes('totp');
  const hasPasskey = kinds.includes('passkey');
  const isComplete = isRecovering ? recovery.trim() !== '' : isCode(code);

  const give = (proof: () => Promise<GiveFactorBody>) =>
    run(async () => {
      try {
        await giveFactor(await proof());
      } catch (error) {
        setCode('');
        onFailed?.(error);
        throw error;
      }
      await onGiven();
    });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may lie within another form.
    event.stopPropagation();
    if (!isComplete || isBusy) return;
    void give(async () => (isRecovering ? { recovery_code: recovery } : { code }));
  };

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      {problem && <Notice kind="danger">{problem}</Notice>}
      {hasPasskey && !isRecovering && (
        <Button
          kind={hasApp ? 'secondary' : 'primary'}
          isBusy={isBusy}
          className="w-full"
          onClick={() => void give(async () => ({ response: await signWithPasskey() }))}
        >
          패스키로 확인
        </Button>
      )}
      {hasApp && !isRecovering && <CodeField value={code} onChange={setCode} />}
      {isRecovering && (
        <TextField
          label="복구 코드"
          hint="인증 수단을 등록하실 때 받으신 코드입니다. 하나를 한 번만 쓸 수 있습니다."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={recovery}
          onChange={(event) => setRecovery(event.target.value)}
        />
      )}
      {(hasApp || isRecovering) && (
        <Button type="submit" disabled={!isComplete} isBusy={isBusy} className="w-full">
          확인
        </Button>
      )}
      {hasRecovery && (
        <button
          type="button"
          onClick={() => setRecovering(!isRecovering)}
          className={`${TEXT_LINK} justify-self-start`}
        >
          {isRecovering ? '다른 방법으로 확인' : '복구 코드로 로그인'}
        </button>
      )}
    </form>
  );
}
