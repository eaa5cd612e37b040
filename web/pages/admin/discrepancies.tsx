import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { AdminDiscrepancy, AdminWebhook } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin-kit/admin-page.tsx';
import type { Column } from '#web/features/admin-kit/data-table.tsx';
import { LinkTabs } from '#web/features/admin-kit/link-tabs.tsx';
import { PagedList } from '#web/features/admin-kit/paged-list.tsx';
import {
  discrepanciesQuery,
  type Handled,
  unmatchedWebhooksQuery,
} from '#web/features/payments/admin/discrepancies-api.ts';
import { MarkHandledDialog } from '#web/features/payments/admin/mark-handled-dialog.tsx';
import { optional } from '#web/lib/optional.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/admin/admin/differences');

/** Discrepancies or webhooks, the open ones or all of them. */
const LISTS = [
  { list: undefined, label: '확인할 차이' },
  { list: 'all', label: '모든 차이' },
  { list: 'webhooks', label: '주문과 연결되지 않은 알림' },
  { list: 'all_webhooks', label: '전체 미확인 알림' },
] as const;
type List = (typeof LISTS)[number]['list'];

const KINDS: Record<AdminDiscrepancy['kind'], string> = {
  missing: '결제사에 없음',
  amount: '금액이 다름',
  other_order: '다른 주문의 결제',
  refund: '요청보다 많이 환불됨',
  books: '장부와 주문이 다름',
};

/** Discrepancies with the provider's records, and unmatched webhooks. */
export function AdminDiscrepanciesPage() {
  const { list, cursor } = route.useSearch();
  const [handled, setHandled] = useState<Handled>();
  const [isDone, setDone] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  const part = {
    state: list === 'all' || list === 'all_webhooks' ? 'all' : 'open',
    ...optional('cursor', cursor),
  } as const;
  const handleDone = () => {
    setHandled(undefined);
    setDone(true);
    // The row and its button are gone: move the keyboard focus.
    said.current?.focus();
  };
  const shown = { list, isFirst: cursor === undefined, onHandle: setHandled };
  return (
    <AdminPage title="결제 대사">
      <LinkTabs
        label="결제 대사 목록"
        to="/admin/differences"
        tabs={LISTS.map(({ list: other, label }) => ({
          label,
          search: optional('list', other),
          isCurrent: other === list,
        }))}
      />
      <div ref={said} tabIndex={-1} className="empty:hidden">
        {isDone && <Notice kind="success">처리 완료로 표시했습니다.</Notice>}
      </div>
      {list === 'webhooks' || list === 'all_webhooks' ? (
        <Webhooks part={part} {...shown} />
      ) : (
        <Discrepancies part={part} {...shown} />
      )}
      {handled && <MarkHandledDialog handled={handled} onClose={() => setHandled(undefined)} onDone={handleDone} />}
    </AdminPage>
  );
}

type ListProps = {
  part: Parameters<typeof discrepanciesQuery>[0];
  list: List;
  isFirst: boolean;
  onHandle: (handled: Handled) => void;
};

const EMPTY = { title: '확인할 내역이 없습니다', hint: '매일 새벽에 결제사의 기록과 비교합니다.' };

function Discrepancies({ part, list, isFirst, onHandle }: ListProps) {
  const query = useQuery({ ...discrepanciesQuery(part), placeholderData: keepPreviousData });
  return (
    <PagedList
      query={query}
      caption="결제사와 다른 내역"
      countOf={(total) => `결제사와 다른 내역 ${total}건`}
      empty={EMPTY}
      columns={discrepancyColumns((id) => onHandle({ list: 'payment-differences', id }))}
      to="/admin/differences"
      filters={optional('list', list)}
      isFirst={isFirst}
    />
  );
}

function Webhooks({ part, list, isFirst, onHandle }: ListProps) {
  const query = useQuery({ ...unmatchedWebhooksQuery(part), placeholderData: keepPreviousData });
  const rows = part.state === 'open' && !query.isPlaceholderData ? query.data?.rows : undefined;
  return (
    <>
      {rows && <HandleMany ids={rows.map(({ id }) => id)} isFirst={isFirst} onHandle={onHandle} />}
      <PagedList
        query={query}
        caption="주문과 연결되지 않은 알림"
        countOf={(total) => `주문과 연결되지 않은 알림 ${total}건`}
        empty={EMPTY}
        columns={webhookColumns((id) => onHandle({ list: 'payment-webhooks', id }))}
        to="/admin/differences"
        filters={optional('list', list)}
        isFirst={isFirst}
      />
    </>
  );
}

type HandleManyProps = Pick<ListProps, 'isFirst' | 'onHandle'> & { ids: readonly number[] };

/**
 * Marks the webhooks of a page, or all open ones: the newest one shown is known on the first page
 * only.
 */
function HandleMany({ ids, isFirst, onHandle }: HandleManyProps) {
  const [newest] = ids;
  if (newest === undefined) return null;
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="secondary" onClick={() => onHandle({ webhookIds: ids })}>
        {`이 목록의 ${ids.length}건 처리 완료`}
      </Button>
      {isFirst && (
        <Button kind="secondary" onClick={() => onHandle({ allWebhooksUpTo: newest })}>
          전체 처리 완료
        </Button>
      )}
    </div>
  );
}

type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

function discrepancyColumns(onHandle: (id: number) => void): Columns<AdminDiscrepancy> {
  return [
    {
      header: '주문 번호',
      cell: ({ order_id, order_number }) => (
        <Link
          to="/admin/orders/$orderId"
          params={{ orderId: String(order_id) }}
          className={`${ADMIN_LINK} whitespace-nowrap tabular-nums`}
        >
          {order_number}
        </Link>
      ),
    },
    { header: '차이', cell: ({ kind }) => <span className="font-semibold">{KINDS[kind]}</span> },
    { header: '결제 번호', cell: ({ receipt_id }) => <span className="break-all">{receipt_id || '없음'}</span> },
    { header: '우리 금액', cell: ({ ours }) => formatWon(ours), isNumeric: true },
    { header: '비교한 금액', cell: ({ theirs }) => formatWon(theirs), isNumeric: true },
    { header: '발견', cell: ({ found_at }) => formatDateTime(found_at), isNumeric: true },
    { header: '처리', cell: (row) => <HandledCell row={row} onHandle={onHandle} /> },
  ];
}

function webhookColumns(onHandle: (id: number) => void): Columns<AdminWebhook> {
  return [
    { header: '결제 번호', cell: ({ receipt_id }) => <span className="break-all font-semibold">{receipt_id}</span> },
    { header: '알림의 주문 번호', cell: ({ order_number }) => <span className="break-all">{order_number}</span> },
    { header: '종류', cell: ({ webhook_type }) => <span className="break-all">{webhook_type || '없음'}</span> },
    { header: '알림의 금액', cell: ({ price }) => (price === null ? '없음' : formatWon(price)), isNumeric: true },
    { header: '받은 횟수', cell: ({ times_received }) => `${times_received}번`, isNumeric: true },
    { header: '받은 일시', cell: ({ last_received_at }) => formatDateTime(last_received_at), isNumeric: true },
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

type Line = Pick<AdminDiscrepancy, 'id' | 'handled_at' | 'handled_by' | 'note'>;

function HandledCell({ row, onHandle }: { row: Line; onHandle: (id: number) => void }) {
  if (row.handled_at) {
    return (
      <span className="break-words">
        {row.note}
        <span className="block text-ink-500">{`${row.handled_by ?? '시스템'}, ${formatDateTime(row.handled_at)}`}</span>
      </span>
    );
  }
  return (
    <button type="button" onClick={() => onHandle(row.id)} className={ADMIN_LINK}>
      처리 완료
    </button>
  );
}
