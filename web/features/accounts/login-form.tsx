import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { SecondFactorKind } from '#shared/features/accounts/factor-kinds.ts';
import { readAscii } from '#shared/text/typed-text.ts';
import { markMemberKnown, readSavedUserId, writeSavedUserId } from '#web/lib/storage/page-storage.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { loginFailure } from './account-messages.ts';
import { logIn } from './api.ts';

type Props = {
  /** A message to show before the first attempt. */
  notice: string | undefined;
  /** With the kinds of second factors that the login still needs; none: a session is open. */
  onLoggedIn: (kinds: readonly SecondFactorKind[]) => Promise<void>;
};

/** Phones belong to one person; soldiers share the computers of their barracks. */
const isOwnDevice = () => window.matchMedia('(pointer: coarse)').matches;

/** Login id and password. Both are only required, so the page needs no validation code. */
export function LoginForm({ notice, onLoggedIn }: Props) {
  const isHydrated = useHydrated();
  const savedUserId = isHydrated ? readSavedUserId() : undefined;
  const [typedUserId, setUserId] = useState<string>();
  const [isSavingId, setSavingId] = useState<boolean>();
  const [isRemembered, setRemembered] = useState<boolean>();
  const [password, setPassword] = useState('');
  const [hasTried, setTried] = useState(false);
  const { isBusy, problem: failure, run } = useAction({ toMessage: loginFailure });
  const problem = hasTried ? failure : notice;
  const shownUserId = typedUserId ?? savedUserId ?? '';
  const userId = readAscii(shownUserId);
  const savesId = isSavingId ?? savedUserId !== undefined;
  const remember = isRemembered ?? (isHydrated && isOwnDevice());
  const isComplete = userId !== '' && password.trim() !== '';

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    setTried(true);
    await run(async () => {
      const { second_factor = [] } = await logIn({ userId, password, remember });
      markMemberKnown();
      writeSavedUserId(savesId ? userId : undefined);
      await onLoggedIn(second_factor);
    });
  };

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className="grid gap-5">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <TextField
        label="아이디"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={shownUserId}
        onChange={(event) => setUserId(event.target.value)}
      />
      <PasswordField
        label="비밀번호"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="-my-2 flex flex-wrap gap-x-8">
        <Checkbox
          label="로그인 상태 유지"
          checked={remember}
          onChange={(event) => setRemembered(event.target.checked)}
        />
        <Checkbox label="아이디 저장" checked={savesId} onChange={(event) => setSavingId(event.target.checked)} />
      </div>
      <div>
        <Button
          type="submit"
          disabled={!isComplete}
          isBusy={isBusy}
          aria-describedby={isComplete ? undefined : 'login-reason'}
          className="w-full"
        >
          로그인
        </Button>
        <p id="login-reason" className="mt-2 min-h-6 text-small text-ink-500">
          {isComplete ? '' : '아이디와 비밀번호를 모두 입력해주세요.'}
        </p>
      </div>
    </form>
  );
}
