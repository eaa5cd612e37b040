import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AdminNotice } from '#shared/features/notices/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { NOTICE_SORTS } from '#shared/platform/list-sorts.ts';
import { ADMIN_LINK, AdminPage } from '#web/admin-kit/admin-page.tsx';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { type FailedActs, FailedButtons, useFailedActs } from '#web/admin-kit/lists/failed-acts.tsx';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting } from '#web/admin-kit/lists/list-sorting.ts';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { adminNoticesQuery, dismissNotice, noticeFiltersOf, resendNotice } from '#web/features/notices/admin/api.ts';
import { NoticeFilter } from '#web/features/notices/admin/notice-filter.tsx';
import { NOTICE_STATE_TEXTS, noticeReason } from '#web/features/notices/admin/notice-texts.ts';
import { CHANNEL_LABELS, NOTICE_LABELS } from '#web/features/notices/notice-labels.ts';
import { Badge } from '#web/ui/badge.tsx';

const route = getRouteApi('/queries/admin/admin/notices');

export function AdminNoticesPage() {
  const search = route.useSearch();
  const { cursor } = search;
  const filters = noticeFiltersOf(search);
  const query = useQuery({ ...adminNoticesQuery({ ...filters, cursor }), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/notices', NOTICE_SORTS, filters);
  const { acts, outcome } = useFailedActs({ noun: '알림', resend: resendNotice, dismiss: dismissNotice });
  const columns = columnsOf(acts);
  return (
    <AdminPage title="알림 관리">
      <NoticeFilter filters={filters} />
      {outcome}
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

function columnsOf(acts: FailedActs): Columns<AdminNotice> {
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
    {
      header: '실패 처리',
      cell: (notice) =>
        notice.state === 'failed' ? <FailedButtons message={notice} canResend acts={acts} /> : '필요 없음',
    },
  ];
}

/** A notice on a phone: what it is about, its channel and recipient, why it was not delivered or when it was made. */
function cardOf(acts: FailedActs) {
  return (notice: AdminNotice) => (
    <ListCard
      name={<Kind notice={notice} />}
      status={<StateBadge state={notice.state} />}
      text={`${CHANNEL_LABELS[notice.channel]} ${notice.recipient}`}
      action={notice.state === 'failed' && <FailedButtons message={notice} canResend acts={acts} />}
      left={<span className="line-clamp-1 break-all">{reasonOf(notice)}</span>}
      right={formatDateTime(notice.created_at)}
    />
  );
}

/** Shows what the notice is about, as a link to its order where it has one. */
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
