import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Proofs } from '#shared/features/accounts/factor-schemas.ts';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SocialButtons } from '../social/social-buttons.tsx';
import { giveFactor, proofsQuery } from './api.ts';
import { FactorForm } from './factor-form.tsx';

type Props = { onDone: (isGiven: boolean) => void };

const PROVEN_HERE =
  '중요한 작업이라 한 번 더 확인합니다. 확인하시면 하시던 작업이 이어서 진행되고, 10분 동안 다시 묻지 않습니다.';
const PROVEN_ELSEWHERE =
  '중요한 작업이라 한 번 더 확인합니다. 다시 로그인하시면 이 화면으로 돌아오며, 10분 안에 같은 작업을 다시 진행해주세요.';

/**
 * Asks the user to prove again who they are (contract §3 and §6): by a second factor, else by the
 * password; what they typed on the page stays. An account without both logs in again at its
 * provider, which leaves the page.
 */
export function StepUpDialog({ onDone }: Props) {
  const { data, isError, isLoading, error, refetch } = useQuery(proofsQuery);
  const isElsewhere = data !== undefined && data.factors.length === 0 && !data.password;
  return (
    <Dialog
      isOpen
      size="small"
      title="본인 확인"
      onClose={() => onDone(false)}
      footer={
        <Button kind="secondary" onClick={() => onDone(false)}>
          취소
        </Button>
      }
    >
      <p className="mb-5 text-small">{isElsewhere ? PROVEN_ELSEWHERE : PROVEN_HERE}</p>
      {isError && <LoadError subject="확인 방법" error={error} onRetry={() => void refetch()} />}
      {isLoading && <Skeleton className="h-40 w-full" />}
      {data && <Proof proofs={data} onGiven={() => onDone(true)} />}
    </Dialog>
  );
}

function Proof({ proofs, onGiven }: { proofs: Proofs; onGiven: () => void }) {
  if (proofs.factors.length > 0) return <FactorForm kinds={proofs.factors} hasRecovery={false} onGiven={onGiven} />;
  if (proofs.password) return <PasswordProof onGiven={onGiven} />;
  const { pathname, search, hash } = window.location;
  return <SocialButtons only={proofs.providers} returnTo={safeReturnTo(`${pathname}${search}${hash}`)} />;
}

/** For accounts without a second factor. */
function PasswordProof({ onGiven }: { onGiven: () => void }) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, run } = useAction();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may lie within another form.
    event.stopPropagation();
    if (password === '' || isBusy) return;
    void run(async () => {
      await giveFactor({ password });
      onGiven();
    });
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <PasswordField
        label="비밀번호"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" disabled={password === ''} isBusy={isBusy} className="w-full">
        확인
      </Button>
    </form>
  );
}
