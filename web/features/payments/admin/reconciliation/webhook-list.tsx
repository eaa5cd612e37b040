import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminWebhook } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { WEBHOOK_SORTS } from '#shared/platform/list-sorts.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { RowButton } from '#web/admin-kit/lists/row-button.tsx';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { type HandledEntries, unmatchedWebhooksQuery } from '../discrepancies-api.ts';
import { HandleButton, HandledCell } from './handled-cell.tsx';
import { NOTHING_TO_CHECK, type ReconciliationSearch } from './reconciliation-lists.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

type Props = { search: ReconciliationSearch; onHandle: (handled: HandledEntries) => void };

/** The webhooks that match no order or payment of the shop. */
export function WebhookList({ search, onHandle }: Props) {
  const { list, cursor } = search;
  const sort = sortSearch(WEBHOOK_SORTS, search);
  const filters = { list, ...sort };
  const part = { state: list === 'all_webhooks' ? 'all' : 'open', ...sort, cursor } as const;
  const query = useQuery({ ...unmatchedWebhooksQuery(part), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/differences', WEBHOOK_SORTS, filters);
  const [shown, setShown] = useState<AdminWebhook>();
  const [isOpen, setOpen] = useState(false);
  const acts: RowActs = {
    onHandle: (id) => onHandle({ list: 'payment-webhooks', id }),
    onOpen: (webhook) => {
      setShown(webhook);
      setOpen(true);
    },
  };
  const columns = columnsOf(acts);
  const rows = part.state === 'open' && !query.isPlaceholderData ? query.data?.rows : undefined;
  // Only there is the newest webhook the first one shown.
  const hasNewest = cursor === undefined && sort.sort === undefined;
  return (
    <>
      {rows && <HandleMany ids={rows.map(({ id }) => id)} hasNewest={hasNewest} onHandle={onHandle} />}
      <PagedList
        query={query}
        caption="주문과 연결되지 않은 알림"
        countOf={(total) => `주문과 연결되지 않은 알림 ${total}건`}
        empty={NOTHING_TO_CHECK}
        columns={columns}
        card={cardOf(acts)}
        sorting={sorting}
        to="/admin/differences"
        filters={filters}
        isFirst={cursor === undefined}
      >
        <SortSelect columns={columns} sorting={sorting} />
      </PagedList>
      {shown && <WebhookDialog webhook={shown} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

type HandleManyProps = Pick<Props, 'onHandle'> & { ids: readonly number[]; hasNewest: boolean };

/** Marks the webhooks of a page, or all open ones up to the newest one shown. */
function HandleMany({ ids, hasNewest, onHandle }: HandleManyProps) {
  const [newest] = ids;
  if (newest === undefined) return null;
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="secondary" onClick={() => onHandle({ webhookIds: ids })}>
        {`이 목록의 ${ids.length}건 처리 완료`}
      </Button>
      {hasNewest && (
        <Button kind="secondary" onClick={() => onHandle({ allWebhooksUpTo: newest })}>
          전체 처리 완료
        </Button>
      )}
    </div>
  );
}

type RowActs = { onHandle: (id: number) => void; onOpen: (webhook: AdminWebhook) => void };

function columnsOf({ onHandle, onOpen }: RowActs): Columns<AdminWebhook> {
  return [
    {
      header: '결제 번호',
      cell: (row) => <ReceiptButton row={row} onOpen={onOpen} />,
      sort: { key: 'receipt_id', first: 'asc' },
    },
    { header: '알림의 주문 번호', cell: ({ order_number }) => <span className="break-all">{order_number}</span> },
    { header: '알림의 금액', cell: ({ price }) => (price === null ? '없음' : formatWon(price)), isNumeric: true },
    {
      header: '횟수',
      cell: ({ times_received }) => `${times_received}번`,
      isNumeric: true,
      sort: { key: 'times_received', first: 'desc' },
    },
    {
      header: '처음 받음',
      cell: ({ received_at }) => formatDateTime(received_at),
      isNumeric: true,
      sort: { key: 'received_at', first: 'desc' },
    },
    {
      header: '마지막 받음',
      cell: ({ last_received_at }) => formatDateTime(last_received_at),
      isNumeric: true,
      sort: { key: 'last_received_at', first: 'desc' },
    },
    {
      header: '처리',
      cell: (row) => (
        <>
          {!row.handled_at && <span className="block">{row.note}</span>}
          <HandledCell row={row} onHandle={onHandle} />
        </>
      ),
    },
  ];
}

/** A webhook on a phone: its payment, the order that it names, what was found or done. */
function cardOf({ onHandle, onOpen }: RowActs) {
  return (row: AdminWebhook) => (
    <ListCard
      name={<ReceiptButton row={row} onOpen={onOpen} />}
      status={<span className="whitespace-nowrap text-ink-700">{`${row.times_received}번`}</span>}
      text={[row.order_number, row.price !== null && formatWon(row.price)].filter(Boolean).join(', ')}
      action={!row.handled_at && <HandleButton row={row} onHandle={onHandle} />}
      left={<span className="break-words">{row.note}</span>}
      right={formatDateTime(row.received_at)}
    />
  );
}

function ReceiptButton({ row, onOpen }: { row: AdminWebhook; onOpen: RowActs['onOpen'] }) {
  return (
    <RowButton onOpen={() => onOpen(row)}>
      <span className="break-all">{row.receipt_id}</span>
    </RowButton>
  );
}
