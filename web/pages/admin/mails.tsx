import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminMail } from '#shared/features/mails/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { MAIL_SORTS } from '#shared/platform/list-sorts.ts';
import { AdminPage } from '#web/admin-kit/admin-page.tsx';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { LinkTabs, SCROLLING_ROW } from '#web/admin-kit/link-tabs.tsx';
import { type FailedActs, FailedButtons, useFailedActs } from '#web/admin-kit/lists/failed-acts.tsx';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting } from '#web/admin-kit/lists/list-sorting.ts';
import { RowButton } from '#web/admin-kit/lists/row-button.tsx';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { dashboardQuery } from '#web/features/dashboard/admin/api.ts';
import { SavedFilters } from '#web/features/desk/admin/saved-filters.tsx';
import { adminMailsQuery, dismissMail, mailFiltersOf, retryMail } from '#web/features/mails/admin/api.ts';
import { MailDialog } from '#web/features/mails/admin/mail-dialog.tsx';
import { MAIL_STATES, mailKindLabel, mailReason } from '#web/features/mails/admin/mail-texts.ts';
import { optional } from '#web/lib/optional.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/admin/admin/mails');
const TABS = [undefined, 'waiting', 'failed', 'sent'] as const;

export function AdminMailsPage() {
  const search = route.useSearch();
  const { cursor } = search;
  const filters = mailFiltersOf(search);
  const query = useQuery({ ...adminMailsQuery({ ...filters, cursor }), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/mails', MAIL_SORTS, filters);
  const [shown, setShown] = useState<AdminMail>();
  const [isOpen, setOpen] = useState(false);
  const failed = useFailedActs({ noun: '메일', resend: retryMail, dismiss: dismissMail });
  const acts: RowActs = {
    failed: failed.acts,
    onOpen: (mail) => {
      setShown(mail);
      setOpen(true);
    },
  };
  const columns = columnsOf(acts);
  return (
    <AdminPage title="메일 관리">
      <UnsentBanner />
      <div className="grid gap-3">
        <LinkTabs
          label="메일 상태"
          to="/admin/mails"
          tabs={TABS.map((state) => ({
            label: state ? MAIL_STATES[state].label : '전체',
            search: optional('state', state),
            isCurrent: state === filters.state,
          }))}
        />
        <div className={`${SCROLLING_ROW} empty:hidden`}>
          <SavedFilters list="mails" to="/admin/mails" filters={filters} read={mailFiltersOf} />
        </div>
      </div>
      {failed.outcome}
      <PagedList
        query={query}
        caption="메일 목록"
        countOf={(total) => `조건에 맞는 메일 ${total}건`}
        empty={{
          title: '조건에 맞는 메일이 없습니다',
          hint: '다른 상태를 골라보세요.',
          unfiltered: { title: '아직 보낸 메일이 없습니다', hint: '고객에게 메일을 보내면 여기에 표시됩니다.' },
        }}
        columns={columns}
        card={cardOf(acts)}
        sorting={sorting}
        to="/admin/mails"
        filters={filters}
        isFirst={cursor === undefined}
      >
        <SortSelect columns={columns} sorting={sorting} />
      </PagedList>
      {shown && <MailDialog mail={shown} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </AdminPage>
  );
}

/** Without a mail server, mails are kept and not sent. */
function UnsentBanner() {
  const mail = useQuery(dashboardQuery).data?.mail;
  if (!mail || mail.is_on) return null;
  const waiting = mail.waiting > 0 ? ` 기다리는 메일이 ${mail.waiting.toLocaleString('ko-KR')}건 있습니다.` : '';
  return (
    <Notice kind="info">
      {`메일 서버가 설정되지 않아 메일을 보내지 않고 보관만 합니다.${waiting} 서버 설정(SMTP_URL)을 마치면 보관한 메일부터 보냅니다.`}
    </Notice>
  );
}

/** Describes what can be done with a row. */
type RowActs = { failed: FailedActs; onOpen: (mail: AdminMail) => void };

function columnsOf(acts: RowActs): Columns<AdminMail> {
  return [
    {
      header: '종류',
      cell: (mail) => <RowButton onOpen={() => acts.onOpen(mail)}>{mailKindLabel(mail.kind)}</RowButton>,
      sort: { key: 'kind', first: 'asc' },
    },
    { header: '상태', cell: ({ state }) => <StateBadge state={state} />, sort: { key: 'state', first: 'asc' } },
    {
      header: '받는 사람',
      cell: ({ recipient }) => <span className="break-all">{recipient}</span>,
      sort: { key: 'recipient', first: 'asc' },
    },
    { header: '사유', cell: (mail) => <Reason mail={mail} /> },
    { header: '시도', cell: ({ attempts }) => `${attempts}번`, isNumeric: true },
    {
      header: '등록 일시',
      cell: ({ created_at }) => formatDateTime(created_at),
      isNumeric: true,
      sort: { key: 'created_at', first: 'desc' },
    },
    { header: '끝난 일시', cell: ({ ended_at }) => (ended_at ? formatDateTime(ended_at) : '없음'), isNumeric: true },
    {
      header: '실패 처리',
      cell: (mail) => <FailureCell mail={mail} acts={acts.failed} />,
    },
  ];
}

/** A mail on a phone: what it is about, its recipient, why it was not sent or when it was. */
function cardOf(acts: RowActs) {
  return (mail: AdminMail) => (
    <ListCard
      name={<RowButton onOpen={() => acts.onOpen(mail)}>{mailKindLabel(mail.kind)}</RowButton>}
      status={<StateBadge state={mail.state} />}
      text={mail.recipient}
      action={mail.state === 'failed' && <FailedButtons message={mail} canResend={mail.canRetry} acts={acts.failed} />}
      left={mail.state !== 'sent' && <span className="line-clamp-1 break-all">{mailReason(mail.last_error)}</span>}
      right={formatDateTime(mail.created_at)}
    />
  );
}

function StateBadge({ state }: Pick<AdminMail, 'state'>) {
  return <Badge kind={MAIL_STATES[state].badge}>{MAIL_STATES[state].label}</Badge>;
}

function Reason({ mail: { state, last_error, due_at } }: { mail: AdminMail }) {
  if (state === 'sent' || last_error === '') return '없음';
  return (
    <span className="break-words">
      {mailReason(last_error)}
      {due_at && <span className="block text-ink-500">{`다음 시도 ${formatDateTime(due_at)}`}</span>}
    </span>
  );
}

function FailureCell({ mail, acts }: { mail: AdminMail; acts: FailedActs }) {
  if (mail.state !== 'failed') return '필요 없음';
  return (
    <>
      {!mail.canRetry && <span className="block text-ink-700">회원이 새로 요청해야 합니다</span>}
      <FailedButtons message={mail} canResend={mail.canRetry} acts={acts} />
    </>
  );
}
