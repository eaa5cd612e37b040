import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '#web/lib/api-error.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { pushQuery, turnPushOff, turnPushOn } from './api.ts';
import { PushProblem, type PushSupport, pushSupport } from './browser-push.ts';

const REASONS: Readonly<Record<Exclude<PushSupport, 'ready'>, string>> = {
  denied: '이 브라우저에서 알림이 차단되어 있습니다. 브라우저의 사이트 설정에서 알림을 허용해주세요.',
  home_screen: '아이폰과 아이패드에서는 이 화면을 홈 화면에 추가한 뒤 그 아이콘으로 열어야 알림을 켤 수 있습니다.',
  unsupported: '이 브라우저는 알림을 지원하지 않습니다.',
};

function sentenceOf(error: unknown): string {
  return error instanceof PushProblem ? error.message : errorMessage(error);
}

/** Switches the pushes of the administrator on and off in this browser. */
export function PushSwitch() {
  const [support, setSupport] = useState(pushSupport);
  const isReady = support === 'ready';
  const { data, error, refetch } = useQuery({ ...pushQuery, enabled: isReady });
  const queryClient = useQueryClient();
  const { run, isBusy, problem } = useAction({ toMessage: sentenceOf });
  if (!isReady) return <p className="text-small">{REASONS[support]}</p>;
  if (!data) {
    if (error) return <LoadError subject="알림 설정" error={error} onRetry={() => void refetch()} />;
    return <Skeleton className="h-11 w-full" />;
  }
  const handleChange = async (isOn: boolean) => {
    await run(async () => {
      try {
        await (isOn ? turnPushOn(data.publicKey) : turnPushOff());
      } finally {
        await queryClient.invalidateQueries({ queryKey: pushQuery.queryKey });
      }
    });
    // The visitor may just have blocked them.
    setSupport(pushSupport());
  };
  return (
    <>
      <Checkbox
        label="이 기기에서 알림 받기"
        checked={data.isOn}
        disabled={isBusy}
        onChange={({ currentTarget }) => void handleChange(currentTarget.checked)}
      />
      <p className="text-small text-ink-500">
        새 상담 메시지, 주문, 환불 요청이 있을 때 알려드립니다. 알림에 이름과 내용은 표시하지 않습니다.
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </>
  );
}
