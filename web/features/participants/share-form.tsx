import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shares } from '#shared/features/participants/share-schemas.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { AREAS, type Area } from '#shared/rules/case-access/areas.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { changeShares, sharesQuery } from './api.ts';

const LABELS: Readonly<Record<Area, string>> = {
  progress: '진행 단계와 기한',
  papers: '서류',
  answers: '질문지 답변 (민감한 답변은 따로 동의한 때만)',
  conversation: '함께 보는 대화방 (나와 담당자만의 대화는 보이지 않습니다)',
  letter: '수임계약서',
  appointments: '내가 예약한 전화',
};

type Props = { orderId: number; isAllowed: boolean };

/** The client chooses what the buyer may read; all of it is off at first. */
export function ShareForm({ orderId, isAllowed }: Props) {
  const { data } = useQuery(sharesQuery(orderId));
  if (!data) return <Skeleton className="h-72 w-full" />;
  if (!isAllowed) {
    return (
      <p className="rounded-card border border-line bg-surface p-5">
        지금은 결제하신 분에게 사건의 내용이 보이지 않습니다. 보여주시려면 위에서 ‘결제하신 분에게 제공’에 먼저
        동의해주세요.
      </p>
    );
  }
  return <LoadedForm orderId={orderId} stored={data} />;
}

/** The end of a day in Korea. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59+09:00`).toISOString();
}

function LoadedForm({ orderId, stored }: { orderId: number; stored: Shares }) {
  const queryClient = useQueryClient();
  const [shares, setShares] = useState(stored.shares);
  const [until, setUntil] = useState(stored.shares_until === null ? '' : koreanDay(new Date(stored.shares_until)));
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, problem } = useAction();
  const handleSave = () =>
    run(async () => {
      const changed = await changeShares(orderId, { shares, shares_until: until === '' ? null : endOf(until) });
      setSaved(true);
      queryClient.setQueryData(sharesQuery(orderId).queryKey, changed);
    });
  return (
    <form
      className="rounded-card border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault();
        void handleSave();
      }}
    >
      <fieldset>
        <legend className="text-small">결제하신 분에게 보여줄 것을 고르세요. 언제든지 바꿀 수 있습니다.</legend>
        <div className="mt-2">
          {AREAS.map((area) => (
            <Checkbox
              key={area}
              label={LABELS[area]}
              checked={shares[area]}
              onChange={({ target }) => {
                setSaved(false);
                setShares({ ...shares, [area]: target.checked });
              }}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label="공개를 끝낼 날"
        type="date"
        isOptional
        className="mt-3 max-w-60"
        value={until}
        onChange={({ target }) => {
          setSaved(false);
          setUntil(target.value);
        }}
      />
      <div className="mt-4 grid gap-3 empty:hidden">
        {problem && <Notice kind="danger">{problem}</Notice>}
        {isSaved && <Notice kind="success">저장했습니다.</Notice>}
      </div>
      <Button type="submit" className="mt-4" isBusy={isBusy}>
        공개 범위 저장
      </Button>
    </form>
  );
}
