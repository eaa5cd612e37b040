import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { AdminNotice } from '#shared/features/notices/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { NOTICE_SORTS } from '#shared/platform/list-sorts.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { ADMIN_LINK, AdminPage } from '#web/admin-kit/admin-page.tsx';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting } from '#web/admin-kit/lists/list-sorting.ts';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { adminNoticesQuery, noticeFiltersOf, resendNotice } from '#web/features/notices/admin/api.ts';
import { NoticeFilter } from '#web/features/notices/admin/notice-filter.tsx';
import { NOTICE_STATE_TEXTS, noticeReason } from '#web/features/notices/admin/notice-texts.ts';
import { CHANNEL_LABELS, NOTICE_LABELS } from '#web/features/notices/notice-labels.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/admin/admin/notices');

export function AdminNoticesPage() {
  const search = route.useSearch();
  const { cursor } = search;
  const filters = noticeFiltersOf(search);
  const query = useQuery({ ...adminNoticesQuery({ ...filters, cursor }), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/notices', NOTICE_SORTS, filters);
  const { problem, sentTo, busyId, resend } = useResend();
  const said = useRef<HTMLDivElement>(null);
  const handleResend = async (notice: AdminNotice) => {
    await resend(notice);
    // The button disappears once the notice is queued again: move the keyboard focus.
    said.current?.focus();
  };
  const acts: RowActs = { busyId, onResend: (notice) => void handleResend(notice) };
  const columns = columnsOf(acts);
  return (
    <AdminPage title="알림 관리">
      <NoticeFilter filters={filters} />
      <div ref={said} tabIndex={-1} className="empty:hidden">
        {problem && <Notice kind="danger">{problem}</Notice>}
        {sentTo && <Notice kind="success">{`${sentTo}에게 보낼 알림을 다시 보내고 있습니다.`}</Notice>}
      </div>
      <PagedList
        query={query}
        caption="알림 목록"
        countOf={(total) => `조건에 맞는 알림 ${total}건`}
        empty={{
          title: '조건에 맞는 알림이 없습니다',
          hint: '다른 상태나 종류를 골라보세요.',
          unfiltered: {
            title: '아직 보낸 알림이 없습니다',
            hint: '고객의 휴대전화로 알림을 보내면 여기에 표시됩니다.',
          },
        }}
        columns={columns}
        card={cardOf(acts)}
        sorting={sorting}
        to="/admin/notices"
        filters={filters}
        isFirst={cursor === undefined}
      >
        <SortSelect columns={columns} sorting={sorting} />
      </PagedList>
    </AdminPage>
  );
}

/** Resends one notice at a time and shows the result. */
function useResend() {
  const queryClient = useQueryClient();
  const { problem, run } = useAction();
  const [busyId, setBusyId] = useState<number>();
  const [sentTo, setSentTo] = useState<string>();
  const resend = async ({ id, recipient }: AdminNotice) => {
    setSentTo(undefined);
    setBusyId(id);
    if (await run(() => resendNotice(id))) setSentTo(recipient);
    await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
    setBusyId(undefined);
  };
  return { problem, sentTo, busyId, resend };
}

/** What can be done with a row. */
type RowActs = {
  /** The notice that is being sent again. */
  busyId: number | undefined;
  onResend: (notice: AdminNotice) => void;
};

function columnsOf(acts: RowActs): Columns<AdminNotice> {
  return [
    { header: '종류', cell: (notice) => <Kind notice={notice} /> },
    { header: '수단', cell: ({ channel }) => CHANNEL_LABELS[channel] },
    { header: '상태', cell: ({ state }) => <StateBadge state={state} /> },
    { header: '받는 사람', cell: ({ recipient }) => <span className="break-all">{recipient}</span> },
    { header: '사유', cell: (notice) => <span className="break-words">{reasonOf(notice) || '없음'}</span> },
    { header: '시도', cell: ({ attempts }) => `${attempts}번`, isNumeric: true },
    {
      header: '등록 일시',
      cell: ({ created_at }) => formatDateTime(created_at),
      isNumeric: true,
      sort: { key: 'created_at', first: 'desc' },
    },
    {
      header: '전달 일시',
      cell: ({ delivered_at }) => (delivered_at ? formatDateTime(delivered_at) : '없음'),
      isNumeric: true,
    },
    { header: '다시 보내기', cell: (notice) => <ResendCell notice={notice} acts={acts} /> },
  ];
}

/** A notice on a phone: what it is about, its channel and recipient, why it was not delivered or when it was made. */
function cardOf(acts: RowActs) {
  return (notice: AdminNotice) => (
    <ListCard
      name={<Kind notice={notice} />}
      status={<StateBadge state={notice.state} />}
      text={`${CHANNEL_LABELS[notice.channel]} ${notice.recipient}`}
      action={notice.state === 'failed' && <ResendCell notice={notice} acts={acts} />}
      left={<span className="line-clamp-1 break-all">{reasonOf(notice)}</span>}
      right={formatDateTime(notice.created_at)}
    />
  );
}

/** What the notice is about, as a link to its order where it has one. */
function Kind({ notice: { kind, order_id } }: { notice: AdminNotice }) {
  if (order_id === null) return NOTICE_LABELS[kind];
  return (
    <Link to="/admin/orders/$orderId" params={{ orderId: String(order_id) }} className={ADMIN_LINK}>
      {NOTICE_LABELS[kind]}
    </Link>
  );
}

function StateBadge({ state }: Pick<AdminNotice, 'state'>) {
  return <Badge kind={NOTICE_STATE_TEXTS[state].badge}>{NOTICE_STATE_TEXTS[state].label}</Badge>;
}

function reasonOf({ state, last_error }: AdminNotice): string {
  return state === 'sent' || state === 'delivered' ? '' : noticeReason(last_error);
}

function ResendCell({ notice, acts: { busyId, onResend } }: { notice: AdminNotice; acts: RowActs }) {
  if (notice.state !== 'failed') return '필요 없음';
  return (
    <button
      type="button"
      disabled={busyId !== undefined}
      onClick={() => onResend(notice)}
      className={`${ADMIN_LINK} -my-2.5 whitespace-nowrap md:my-0 disabled:text-ink-500 disabled:no-underline`}
    >
      <span className="sr-only">{`${notice.recipient}에게 `}</span>
      {busyId === notice.id ? '보내는 중' : '다시 보내기'}
    </button>
  );
}
