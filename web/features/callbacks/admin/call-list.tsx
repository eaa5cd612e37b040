import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminCallback } from '#shared/features/callbacks/schemas.ts';
import { formatSlotTime } from '#shared/format/callback-slot.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { type Columns, DataTable } from '#web/admin-kit/data-table.tsx';
import { OrderLink } from '#web/admin-kit/lists/order-link.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { recordContact } from '#web/features/orders/admin/work-api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { callsQuery } from './api.ts';

/** The calls of a day in order of time, with one click that records that a customer was called. */
export function CallList({ day }: { day: string }) {
  const { data, error, refetch } = useQuery(callsQuery(day));
  const { problem, busyId, said, record } = useRecordContact();
  const left = data?.filter(({ contacted_at }) => contacted_at === null).length ?? 0;
  return (
    <div className="grid gap-3">
      <p ref={said} tabIndex={-1} role="status" className="text-ink-700">
        {data && `예약 ${data.length}건, 남은 통화 ${left}건`}
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
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
            columns={columnsOf(busyId, (call) => void record(call))}
            rows={rows}
            keyOf={({ order_id, starts_at, contacted_at }) => `${order_id} ${starts_at} ${contacted_at}`}
          />
        )}
      </ListPage>
    </div>
  );
}

/** Records one call at a time and reads the list again. */
function useRecordContact() {
  const queryClient = useQueryClient();
  const { problem, run } = useAction();
  const [busyId, setBusyId] = useState<number>();
  const said = useRef<HTMLParagraphElement>(null);
  const record = async ({ order_id: id }: AdminCallback) => {
    setBusyId(id);
    const isDone = await run(() => recordContact(id, {}));
    await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
    setBusyId(undefined);
    // The pressed button is gone, so move the focus to what is left.
    if (isDone) said.current?.focus();
  };
  return { problem, busyId, said, record };
}

function columnsOf(busyId: number | undefined, onContacted: (call: AdminCallback) => void): Columns<AdminCallback> {
  return [
    {
      header: '시간',
      cell: (call) => <span className="whitespace-nowrap font-semibold tabular-nums">{formatSlotTime(call)}</span>,
    },
    { header: '고객', cell: ({ customer }) => customer || '이름 없음' },
    {
      header: '전화번호',
      cell: ({ phone, whom }) => (
        <>
          <PhoneLink phone={phone} />
          {whom === 'soldier' && <span className="ml-1 whitespace-nowrap text-ink-500 text-small">군인</span>}
        </>
      ),
    },
    { header: '주문 번호', cell: (call) => <OrderLink of={call} /> },
    { header: '연락', cell: (call) => <Contact call={call} busyId={busyId} onContacted={onContacted} /> },
  ];
}

type ContactProps = {
  call: AdminCallback;
  busyId: number | undefined;
  onContacted: (call: AdminCallback) => void;
};

function Contact({ call, busyId, onContacted }: ContactProps) {
  if (call.contacted_at) {
    return <span className="text-success tabular-nums">{`${formatDateTime(call.contacted_at)}에 연락함`}</span>;
  }
  return (
    <button
      type="button"
      disabled={busyId !== undefined}
      onClick={() => onContacted(call)}
      className={`${ADMIN_LINK} whitespace-nowrap disabled:text-ink-500 disabled:no-underline`}
    >
      <span className="sr-only">{`${call.customer} ${call.order_number} `}</span>
      {busyId === call.order_id ? '저장하는 중' : '연락함'}
    </button>
  );
}
