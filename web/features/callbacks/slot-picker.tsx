import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { FIRM } from '#content/firm.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { Callee } from '#shared/rules/work/callback-slots.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { LINK_IN_TEXT, TEXT_LINK } from '#web/ui/button-class.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { bookCallback, slotsQuery } from './api.ts';
import { CalleeField } from './callee-field.tsx';
import { type SlotDay, slotDays } from './slot-days.ts';
import { SlotFields } from './slot-fields.tsx';

type Props = {
  order: Order;
  onBooked: (order: Order) => void;
  /** Leaves an existing booking as it is. */
  onLeave: (() => void) | undefined;
};

/** Chooses the time of the firm's call out of the slots of the next two weeks. */
export function SlotPicker(props: Props) {
  const { data, error, refetch } = useQuery(slotsQuery);
  const days = data && slotDays(data);
  const isFull = days?.every((day) => day.isFull);
  return (
    <ListPage
      items={isFull ? [] : days}
      error={error}
      onRetry={() => void refetch()}
      loading={<Skeleton className="h-[600px] w-full sm:h-[396px]" />}
      empty={<NothingFree onLeave={props.onLeave} />}
      subject="예약할 수 있는 시간"
    >
      {(free) => <PickerForm {...props} days={free} />}
    </ListPage>
  );
}

function NothingFree({ onLeave }: Pick<Props, 'onLeave'>) {
  return (
    <EmptyState title="앞으로 2주 동안은 예약이 모두 찼습니다.">
      <p>
        급하시면{' '}
        <a href={`tel:${FIRM.phone}`} className={LINK_IN_TEXT}>
          {FIRM.phone}
        </a>{' '}
        번호로 전화해주세요. 취소된 자리가 나면 이 화면에 나타납니다.
      </p>
      {onLeave && (
        <button type="button" onClick={onLeave} className={TEXT_LINK}>
          예약한 시간 그대로 두기
        </button>
      )}
    </EmptyState>
  );
}

function PickerForm({ order, days, onBooked, onLeave }: Props & { days: readonly SlotDay[] }) {
  const [chosenSlot, setSlot] = useState<string>();
  const [whom, setWhom] = useState<Callee>(order.callback?.whom ?? 'buyer');
  const { isBusy, problem, run } = useAction();
  const queryClient = useQueryClient();
  const current = order.callback?.starts_at;
  const slot = days.flatMap(({ slots }) => slots).find(({ starts_at, left }) => starts_at === chosenSlot && left > 0);
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!slot) return;
    await run(async () => onBooked(await bookCallback(order.id, { starts_at: slot.starts_at, whom })));
    // Also after a refusal: the last place may have gone to another person.
    await queryClient.invalidateQueries(slotsQuery);
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} aria-label="전화 상담 시간 선택" className="grid gap-5">
      {order.my_role !== 'client' && <CalleeField order={order} whom={whom} onChange={setWhom} />}
      <SlotFields days={days} chosen={slot?.starts_at} current={current} onChange={setSlot} />
      <p className="text-ink-700 text-small">
        맞는 시간이 없으면{' '}
        <Link to="/orders/$orderId" params={{ orderId: String(order.id) }} hash="consult" className={LINK_IN_TEXT}>
          상담
        </Link>
        으로 통화하실 수 있는 시간을 알려주세요.
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" isBusy={isBusy} disabled={!slot} className="grow sm:grow-0">
          {current ? '이 시간으로 변경' : '이 시간으로 예약'}
        </Button>
        {onLeave && (
          <button type="button" onClick={onLeave} className={TEXT_LINK}>
            그대로 두기
          </button>
        )}
        {!slot && <p className="text-ink-500 text-small">시간을 먼저 선택해주세요.</p>}
      </div>
    </form>
  );
}
