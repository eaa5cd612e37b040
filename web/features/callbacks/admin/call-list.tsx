import { useQuery } from '@tanstack/react-query';
import type { AdminCallback } from '#shared/features/callbacks/schemas.ts';
import { formatSlotTime } from '#shared/format/callback-slot.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { type Columns, DataTable } from '#web/admin-kit/data-table.tsx';
import { OrderLink } from '#web/admin-kit/lists/order-link.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { CallButton } from '#web/features/orders/admin/call-button.tsx';
import { rememberDialled } from '#web/features/orders/admin/dialled-order.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { callsQuery } from './api.ts';
import { BookingButton } from './booking-button.tsx';

/** The calls of a day in order of time, with the outcome of each. */
export function CallList({ day }: { day: string }) {
  const { data, error, refetch } = useQuery(callsQuery(day));
  const left = data?.filter(({ contacted_at }) => contacted_at === null).length ?? 0;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-ink-700">
        {data && `예약 ${data.length}건, 남은 통화 ${left}건`}
      </p>
      <ListPage
        items={data}
        error={error}
        onRetry={() => void refetch()}
        loading={<Skeleton className="h-64 w-full" />}
        empty={<EmptyState title="이 날에는 통화 예약이 없습니다.">다른 날짜를 선택해보세요.</EmptyState>}
        subject="통화 예약"
      >
        {(rows) => (
          <DataTable
            caption="통화 예약"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ order_id, starts_at, contacted_at }) => `${order_id} ${starts_at} ${contacted_at}`}
          />
        )}
      </ListPage>
    </div>
  );
}

const calledOf = ({ order_id: id, customer, phone }: AdminCallback) => ({ id, name: customer || '이름 없음', phone });

const COLUMNS: Columns<AdminCallback> = [
  {
    header: '시간',
    cell: (call) => <span className="whitespace-nowrap font-semibold tabular-nums">{formatSlotTime(call)}</span>,
  },
  { header: '고객', cell: ({ customer }) => customer || '이름 없음' },
  {
    header: '전화번호',
    cell: (call) => (
      <>
        <PhoneLink phone={call.phone} onDial={() => rememberDialled(calledOf(call))} />
        {call.whom === 'soldier' && <span className="ml-1 whitespace-nowrap text-ink-500 text-small">군인</span>}
      </>
    ),
  },
  { header: '주문 번호', cell: (call) => <OrderLink of={call} /> },
  { header: '통화', cell: (call) => <Contact call={call} /> },
];

function Contact({ call }: { call: AdminCallback }) {
  if (call.contacted_at) {
    return <span className="text-success tabular-nums">{`${formatDateTime(call.contacted_at)} 통화함`}</span>;
  }
  const order = calledOf(call);
  return (
    <span className="flex flex-wrap gap-2">
      <CallButton isInRow order={order} />
      <BookingButton isInRow order={order} isBooked />
    </span>
  );
}
