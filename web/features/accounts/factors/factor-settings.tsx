import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SecondFactor, TotpSecret } from '#shared/features/accounts/factor-schemas.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { refreshAuth } from '../auth.ts';
import { factorsQuery, removeFactor, renewRecoveryCodes, startTotp } from './api.ts';
import { FactorList } from './factor-list.tsx';
import { hasPasskeys } from './passkey-browser.ts';
import { PasskeyEnrolment } from './passkey-enrolment.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';

type Step =
  | { kind: 'list' }
  | { kind: 'totp'; totp: TotpSecret }
  | { kind: 'passkey' }
  | { kind: 'codes'; codes: readonly string[] };

/**
 * Lists the second factors of the account, and enrols and removes them (contract §6). `children`
 * lead away; they are not shown beside recovery codes, which are shown once.
 */
export function FactorSettings({ children }: { children: ReactNode }) {
  const factors = useQuery(factorsQuery);
  const known = useKnownProblem(factors);
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const [done, setDone] = useState<string>();
  const { run, isBusy, problem } = useAction();

  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
    // A factor of the account opens the administration.
    await refreshAuth();
  };
  const handleEnrolled = async (codes: readonly string[]) => {
    setDone('인증 수단을 등록했습니다. 다른 기기에서는 로그아웃되었습니다.');
    setStep(codes.length > 0 ? { kind: 'codes', codes } : { kind: 'list' });
    await reload();
  };
  const handleRemove = async ({ id, name }: SecondFactor) => {
    const isConfirmed = await confirm({
      title: `${name} 삭제`,
      message: '이 인증 수단으로는 더 이상 로그인할 수 없습니다. 다른 기기에서는 로그아웃됩니다.',
      confirmLabel: '삭제',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    await run(async () => {
      await removeFactor(id);
      setDone('인증 수단을 삭제했습니다.');
      await reload();
    });
  };
  const handleRenew = () =>
    run(async () => {
      const { recovery_codes: codes } = await renewRecoveryCodes();
      setDone(undefined);
      setStep({ kind: 'codes', codes });
      await reload();
    });
  const toList = () => setStep({ kind: 'list' });

  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onKept={toList} />;
  if (step.kind === 'totp') return <TotpEnrolment totp={step.totp} onEnrolled={handleEnrolled} onCancel={toList} />;
  if (step.kind === 'passkey') return <PasskeyEnrolment onEnrolled={handleEnrolled} onCancel={toList} />;
  return (
    <div className="grid gap-5">
      {done && <Notice kind="success">{done}</Notice>}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <ListPage
        items={factors.data}
        error={known ?? null}
        onRetry={() => void factors.refetch()}
        loading={<Skeleton className="h-24 w-full" />}
        empty={
          <EmptyState title="등록한 인증 수단이 없습니다">
            인증 앱이나 패스키를 등록하시면 비밀번호가 알려져도 다른 사람이 로그인할 수 없습니다.
          </EmptyState>
        }
        subject="인증 수단"
      >
        {(items) => (
          <FactorList
            factors={items}
            isBusy={isBusy}
            onRemove={(factor) => void handleRemove(factor)}
            onRenew={() => void handleRenew()}
          />
        )}
      </ListPage>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          isBusy={isBusy}
          className="grow sm:grow-0"
          onClick={() => void run(async () => setStep({ kind: 'totp', totp: await startTotp() }))}
        >
          인증 앱 등록
        </Button>
        {hasPasskeys() && (
          <Button kind="secondary" className="grow sm:grow-0" onClick={() => setStep({ kind: 'passkey' })}>
            패스키 등록
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}
