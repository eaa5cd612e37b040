import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentEvent } from '#shared/features/payments/admin-schemas.ts';
import { formatDateTimeSeconds } from '#shared/format/dates.ts';
import { isProviderMessage, PAYMENT_EVENTS_SHOWN, paymentEventLabel } from '#shared/rules/payments/payment-event.ts';
import { formatWon } from '#shared/rules/price.ts';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { paymentEventsQuery } from './api.ts';

const TITLE = '결제 기록';

/** Every step of an order's payments and refunds, oldest first; fetched when opened. */
export function PaymentEvents({ orderId }: { orderId: number }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...paymentEventsQuery(orderId), enabled: isOpen });
  return (
    <section aria-label={TITLE} className="min-w-0">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-11 py-2 text-h4 text-ink-900 md:min-h-10 md:py-1.5">{TITLE}</summary>
        <div className="grid gap-2">
          <p className="text-ink-700">
            결제와 환불의 각 단계를 일어난 차례로 적은 기록입니다. 누구도 고칠 수 없습니다.
          </p>
          {data?.length === PAYMENT_EVENTS_SHOWN && (
            <p className="text-ink-700">{`가장 최근의 ${PAYMENT_EVENTS_SHOWN}건만 표시합니다.`}</p>
          )}
          <ListPage
            items={data}
            error={error}
            onRetry={() => void refetch()}
            loading={<Skeleton className="h-[160px] w-full" />}
            empty={<EmptyState title="아직 결제 기록이 없습니다">고객이 결제를 시작하면 기록됩니다.</EmptyState>}
            subject={TITLE}
          >
            {(events) => <DataTable caption={TITLE} columns={COLUMNS} rows={events} keyOf={({ id }) => id} />}
          </ListPage>
        </div>
      </details>
    </section>
  );
}

const COLUMNS: readonly [Column<PaymentEvent>, ...Column<PaymentEvent>[]] = [
  {
    header: '단계',
    cell: ({ kind, note }) => (
      <>
        <span className="whitespace-nowrap font-semibold">{paymentEventLabel(kind)}</span>
        {note && <span className="block break-words">{isProviderMessage(kind) ? `결제사 메시지: ${note}` : note}</span>}
      </>
    ),
  },
  { header: '금액', cell: ({ amount }) => (amount === null ? '없음' : formatWon(amount)), isNumeric: true },
  {
    header: '영수증 번호',
    cell: ({ receipt_id, cancel_id }) => (
      <>
        <span className="break-all">{receipt_id}</span>
        {cancel_id && <span className="block break-all text-ink-500">{`환불 번호 ${cancel_id}`}</span>}
      </>
    ),
  },
  {
    header: '일시',
    cell: ({ at }) => <time dateTime={at}>{formatDateTimeSeconds(at)}</time>,
    isNumeric: true,
  },
];
