import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Order, OrderCallback } from '#shared/features/orders/schemas.ts';
import { formatSlot } from '#shared/format/callback-slot.ts';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { slotsQuery } from './api.ts';
import { CalleeField } from './callee-field.tsx';
import { slotDays } from './slot-days.ts';
import { SlotFields } from './slot-fields.tsx';

type Props = {
  /** Who can be called. */
  people: Pick<Order, 'contact_phone' | 'soldier'>;
  call: OrderCallback | undefined;
  /** Why the chosen time was refused. */
  problem: string | undefined;
  onChange: (call: OrderCallback | undefined) => void;
};

/** Chooses the time of the firm's call before the payment, which books it. */
export function CallChoice({ people, call, problem, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  // The button that was pressed may be far below.
  useEffect(() => {
    if (problem) place.current?.scrollIntoView();
  }, [problem]);
  const leave = () => {
    onChange(undefined);
    setOpen(false);
  };
  const isShown = isOpen || problem !== undefined;
  return (
    <section ref={place} aria-labelledby="call-heading" className="scroll-mt-20">
      <h2 id="call-heading" className="font-semibold text-ink-900">
        전화 상담 시간 <span className="font-normal text-ink-500 text-small">(선택)</span>
      </h2>
      {call && !isShown && <p className="mt-2 font-semibold text-ink-900 tabular-nums">{formatSlot(call)}</p>}
      {!call && !isShown && (
        <p className="mt-1 text-small">
          편한 시간을 지금 골라두시면 그 시간에 전화드립니다. 결제한 뒤에 정하셔도 됩니다.
        </p>
      )}
      {isShown && <Times people={people} call={call} problem={problem} onChange={onChange} />}
      <div className="mt-2 flex flex-wrap items-center gap-x-5">
        {!isShown && !call && (
          <Button kind="secondary" onClick={() => setOpen(true)}>
            시간 고르기
          </Button>
        )}
        {!isShown && call && (
          <button type="button" onClick={() => setOpen(true)} className={TEXT_LINK}>
            <span className="sr-only">전화 상담 시간 </span>바꾸기
          </button>
        )}
        {(isShown || call) && (
          <button type="button" onClick={leave} className={TEXT_LINK}>
            결제한 뒤에 정하기
          </button>
        )}
      </div>
    </section>
  );
}

function Times({ people, call, problem, onChange }: Props) {
  const { data, error, refetch } = useQuery(slotsQuery);
  const days = data && slotDays(data);
  const [whom, setWhom] = useState(call?.whom ?? 'buyer');
  const choose = (startsAt: string | undefined) => {
    const slot = data?.find(({ starts_at }) => starts_at === startsAt);
    onChange(slot && { starts_at: slot.starts_at, ends_at: slot.ends_at, whom });
  };
  return (
    <div className="mt-3 grid gap-5">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <ListPage
        items={days?.every((day) => day.isFull) ? [] : days}
        error={error}
        onRetry={() => void refetch()}
        loading={<Skeleton className="h-[480px] w-full sm:h-[320px]" />}
        empty={<EmptyState title="앞으로 2주 동안은 예약이 모두 찼습니다." />}
        subject="예약할 수 있는 시간"
      >
        {(free) => (
          <>
            <CalleeField
              order={people}
              whom={whom}
              onChange={(chosen) => {
                setWhom(chosen);
                if (call) onChange({ ...call, whom: chosen });
              }}
            />
            <SlotFields days={free} chosen={call?.starts_at} onChange={choose} />
          </>
        )}
      </ListPage>
      <p className="text-small">맞는 시간이 없으면 아래 ‘통화 희망 시간’에 적어주세요.</p>
    </div>
  );
}
