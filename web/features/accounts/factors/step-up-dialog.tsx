import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SECOND_FACTOR_KINDS } from '#shared/features/accounts/factor-kinds.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { factorsQuery, giveFactor } from './api.ts';
import { FactorForm } from './factor-form.tsx';

type Props = { onDone: (isGiven: boolean) => void };

/** Asks the person to prove again who they are (contract §6). What they typed on the page stays. */
export function StepUpDialog({ onDone }: Props) {
  const factors = useQuery(factorsQuery);
  const kinds = SECOND_FACTOR_KINDS.filter((kind) => factors.data?.some((factor) => factor.kind === kind));
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
      <p className="mb-5 text-small">
        중요한 작업이라 한 번 더 확인합니다. 확인하시면 하시던 작업이 이어서 진행되고, 10분 동안 다시 묻지 않습니다.
      </p>
      {factors.isError && (
        <LoadError subject="인증 수단" error={factors.error} onRetry={() => void factors.refetch()} />
      )}
      {factors.isLoading && <Skeleton className="h-40 w-full" />}
      {factors.data && kinds.length > 0 && (
        <FactorForm kinds={kinds} hasRecovery={false} onGiven={() => onDone(true)} />
      )}
      {factors.data && kinds.length === 0 && <PasswordProof onGiven={() => onDone(true)} />}
    </Dialog>
  );
}

/** For people without a second factor, who are about to enrol one. */
function PasswordProof({ onGiven }: { onGiven: () => void }) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, run } = useAction();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
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
        hint="비밀번호가 없는 소셜 로그인 계정은 로그아웃한 뒤 다시 로그인해주세요."
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
