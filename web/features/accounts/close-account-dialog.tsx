import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { errorMessage } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { closeAccount, closingQuery } from './api.ts';

type Props = { isOpen: boolean; onClose: () => void; onClosed: () => Promise<void> };

/** The one step in which an account is closed: what goes, what the law keeps, and two buttons of the same weight. */
export function CloseAccountDialog({ isOpen, onClose, onClosed }: Props) {
  const formId = useId();
  const closing = useQuery({ ...closingQuery, enabled: isOpen });
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const needsPassword = closing.data?.needsPassword ?? true;
  const isComplete = closing.data !== undefined && (!needsPassword || password !== '');

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await closeAccount(needsPassword ? { password } : {});
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
      return;
    }
    await onClosed();
  };

  const footer = (
    <div className="grid grid-cols-2 gap-3">
      <Button kind="secondary" onClick={onClose}>
        취소
      </Button>
      <Button kind="secondary" type="submit" form={formId} isBusy={isBusy} disabled={!isComplete}>
        탈퇴하기
      </Button>
    </div>
  );

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="회원 탈퇴" footer={footer}>
      {closing.isError && closing.data === undefined ? (
        <LoadError subject="탈퇴 안내" message={closing.error.message} onRetry={() => void closing.refetch()} />
      ) : (
        <form id={formId} onSubmit={(event) => void handleSubmit(event)} noValidate className="grid gap-5">
          <ClosingNotes keptOrders={closing.data?.keptOrders} />
          {needsPassword && (
            <PasswordField
              label="비밀번호"
              name="password"
              autoComplete="current-password"
              hint="본인 확인을 위해 입력해주세요."
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          {problem && <Notice kind="danger">{problem}</Notice>}
        </form>
      )}
    </Dialog>
  );
}

/** What is erased and what stays (decision 012); the number of orders is asked for while the rest is read. */
function ClosingNotes({ keptOrders }: { keptOrders: number | undefined }) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>아이디, 이름, 전화번호, 이메일과 등록한 군인 정보를 바로 지웁니다. 되돌릴 수 없습니다.</li>
      <li>결제를 기다리는 주문은 취소됩니다.</li>
      <li>
        {keptOrders === undefined && <Skeleton className="h-12 w-full" />}
        {keptOrders === 0 && '결제하신 주문이 없어 따로 보관하는 정보는 없습니다.'}
        {keptOrders !== undefined &&
          keptOrders > 0 &&
          `결제하신 주문 ${keptOrders}건의 계약·결제 기록과 주문하신 분의 이름·연락처는 전자상거래법에 따라 따로 5년간 보관한 뒤 지웁니다.`}
      </li>
    </ul>
  );
}
