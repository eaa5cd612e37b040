import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Callee } from '#shared/rules/work/callback-slots.ts';
import { adminOrderQuery } from '#web/features/orders/admin/api.ts';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ListPage, Loaded } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { slotsQuery } from '../api.ts';
import { CalleeField } from '../callee-field.tsx';
import { slotDays } from '../slot-days.ts';
import { SlotFields } from '../slot-fields.tsx';
import { bookForCustomer } from './api.ts';

type Props = { orderId: number; name: string; onClose: () => void };

/** Books the call of an order for its customer, or moves the one that is booked. */
export function BookingDialog({ orderId, name, onClose }: Props) {
  const { data, error, refetch } = useQuery(adminOrderQuery(String(orderId)));
  return (
    <Dialog isOpen onClose={onClose} title={`통화 예약: ${name}`} isSheet>
      <div className="text-dense">
        <Loaded
          data={data}
          error={error}
          onRetry={() => void refetch()}
          subject="주문"
          loading={<Skeleton className="h-[480px] w-full" />}
        >
          {(order) => <BookingForm order={order} name={name} onBooked={onClose} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

function BookingForm({ order, name, onBooked }: { order: AdminOrder; name: string; onBooked: () => void }) {
  const { data, error, refetch } = useQuery(slotsQuery);
  const days = data && slotDays(data);
  const [chosen, setChosen] = useState<string>();
  const [whom, setWhom] = useState<Callee>(order.callback?.whom ?? 'buyer');
  const show = useShowOrder();
  const queryClient = useQueryClient();
  const { isBusy, problem, run } = useAction();
  const current = order.callback?.starts_at;
  const slot = data?.find(({ starts_at, left }) => starts_at === chosen && left > 0);
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!slot) return;
    const isBooked = await run(async () => show(await bookForCustomer(order.id, { starts_at: slot.starts_at, whom })));
    // Also after a refusal: the last place may have gone to another person.
    await queryClient.invalidateQueries(slotsQuery);
    if (isBooked) onBooked();
  };
  return (
    <ListPage
      items={days?.every(({ isFull }) => isFull) ? [] : days}
      error={error}
      onRetry={() => void refetch()}
      loading={<Skeleton className="h-[480px] w-full" />}
      empty={
        <EmptyState title="앞으로 2주 동안은 예약이 모두 찼습니다.">
          ‘통화’ 화면에서 예약 인원이나 통화 시간을 늘려주세요.
        </EmptyState>
      }
      subject="예약할 수 있는 시간"
    >
      {(free) => (
        <form onSubmit={(event) => void handleSubmit(event)} aria-label="통화 예약" className="grid gap-5">
          {order.contact_window && <p>{`고객의 통화 희망 시간: ${order.contact_window}`}</p>}
          <CalleeField
            order={{ contact_phone: order.user.phone, soldier: order.soldier }}
            buyer={`${name} 님에게`}
            whom={whom}
            onChange={setWhom}
          />
          <SlotFields days={free} chosen={slot?.starts_at} current={current} onChange={setChosen} />
          {problem && <Notice kind="danger">{problem}</Notice>}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button type="submit" isBusy={isBusy} disabled={!slot} className="grow sm:grow-0">
              {current ? '이 시간으로 변경' : '이 시간으로 예약'}
            </Button>
            <p className="text-ink-500">{slot ? '누르면 고객에게 바로 알립니다.' : '시간을 먼저 선택해주세요.'}</p>
          </div>
        </form>
      )}
    </ListPage>
  );
}
