import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { leaveCase } from './api.ts';

const QUESTION = {
  title: '참여를 끝낼까요?',
  message: '이 사건을 더 볼 수 없고, 동의와 공개가 모두 끝납니다. 다시 참여하려면 새 초대가 필요합니다.',
  confirmLabel: '참여 끝내기',
  isDangerous: true,
};

const SIGNED = '수임계약서에 서명하신 뒤에는 담당자가 참여를 끝내드립니다. 전화나 상담으로 알려주세요.';

/** Ends the client's own part in a case; once the client has signed the letter, the firm does. */
export function LeaveCase({ orderId, isSigned }: { orderId: number; isSigned: boolean }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { run, isBusy, problem } = useAction();
  const handleClick = async () => {
    if (!(await confirm(QUESTION))) return;
    await run(async () => {
      await leaveCase(orderId);
      await navigate({ to: '/profile' });
      queryClient.removeQueries({ queryKey: ['orders'] });
    });
  };
  if (isSigned) return <p className="text-small">{SIGNED}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-small">
        수임계약을 그만두는 것과는 다릅니다. 계약에 관한 것은 담당 변호사와 먼저 이야기해주세요.
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button kind="danger" isBusy={isBusy} onClick={() => void handleClick()}>
        참여 끝내기
      </Button>
    </div>
  );
}
