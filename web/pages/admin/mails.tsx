import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { AdminMail } from '#shared/features/mails/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin-kit/admin-page.tsx';
import type { Column } from '#web/features/admin-kit/data-table.tsx';
import { LinkTabs } from '#web/features/admin-kit/link-tabs.tsx';
import { PagedList } from '#web/features/admin-kit/paged-list.tsx';
import { dashboardQuery } from '#web/features/dashboard/admin/api.ts';
import { adminMailsQuery, retryMail } from '#web/features/mails/admin/api.ts';
import { MAIL_STATES, mailKindLabel, mailReason } from '#web/features/mails/admin/mail-texts.ts';
import { optional } from '#web/lib/optional.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';

const route = getRouteApi('/queries/admin/admin/mails');
const TABS = [undefined, 'waiting', 'failed', 'sent'] as const;

export function AdminMailsPage() {
  const search = route.useSearch();
  const { cursor, ...filters } = search;
  const query = useQuery({ ...adminMailsQuery(search), placeholderData: keepPreviousData });
  const { problem, sentTo, busyId, retry } = useRetry();
  const said = useRef<HTMLDivElement>(null);
  const handleRetry = async (mail: AdminMail) => {
    await retry(mail);
    // The button disappears once the mail is queued again: move the keyboard focus.
    said.current?.focus();
  };
  return (
    <AdminPage title="메일 관리">
      <UnsentBanner />
      <LinkTabs
        label="메일 상태"
        to="/admin/mails"
        tabs={TABS.map((state) => ({
          label: state ? MAIL_STATES[state].label : '전체',
          search: optional('state', state),
          isCurrent: state === filters.state,
        }))}
      />
      <div ref={said} tabIndex={-1} className="empty:hidden">
        {problem && <Notice kind="danger">{problem}</Notice>}
        {sentTo && <Notice kind="success">{`${sentTo}에게 보낼 메일을 다시 보내고 있습니다.`}</Notice>}
      </div>
      <PagedList
        query={query}
        caption="메일 목록"
        countOf={(total) => `조건에 맞는 메일 ${total}건`}
        empty={{ title: '조건에 맞는 메일이 없습니다', hint: '다른 상태를 골라보세요.' }}
        columns={columnsOf(busyId, (mail) => void handleRetry(mail))}
        to="/admin/mails"
        filters={filters}
        isFirst={cursor === undefined}
      />
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

/** Resends one mail at a time and shows the result. */
function useRetry() {
  const queryClient = useQueryClient();
  const { problem, run } = useAction();
  const [busyId, setBusyId] = useState<number>();
  const [sentTo, setSentTo] = useState<string>();
  const retry = async ({ id, recipient }: AdminMail) => {
    setSentTo(undefined);
    setBusyId(id);
    if (await run(() => retryMail(id))) setSentTo(recipient);
    await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
    setBusyId(undefined);
  };
  return { problem, sentTo, busyId, retry };
}

function columnsOf(
  busyId: number | undefined,
  onRetry: (mail: AdminMail) => void,
): readonly [Column<AdminMail>, ...Column<AdminMail>[]] {
  return [
    { header: '종류', cell: ({ kind }) => <span className="font-semibold">{mailKindLabel(kind)}</span> },
    { header: '상태', cell: ({ state }) => <Badge kind={MAIL_STATES[state].badge}>{MAIL_STATES[state].label}</Badge> },
    { header: '받는 사람', cell: ({ recipient }) => <span className="break-all">{recipient}</span> },
    { header: '사유', cell: (mail) => <Reason mail={mail} /> },
    { header: '시도', cell: ({ attempts }) => `${attempts}번`, isNumeric: true },
    { header: '등록 일시', cell: ({ created_at }) => formatDateTime(created_at), isNumeric: true },
    { header: '끝난 일시', cell: ({ ended_at }) => (ended_at ? formatDateTime(ended_at) : '없음'), isNumeric: true },
    {
      header: '다시 보내기',
      cell: (mail) => <RetryCell mail={mail} busyId={busyId} onRetry={onRetry} />,
    },
  ];
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

type RetryProps = { mail: AdminMail; busyId: number | undefined; onRetry: (mail: AdminMail) => void };

function RetryCell({ mail, busyId, onRetry }: RetryProps) {
  if (mail.state !== 'failed') return '필요 없음';
  if (!mail.canRetry) return <span className="text-ink-700">회원이 새로 요청해야 합니다</span>;
  return (
    <button
      type="button"
      disabled={busyId !== undefined}
      onClick={() => onRetry(mail)}
      className={`${ADMIN_LINK} -my-2.5 whitespace-nowrap md:my-0 disabled:text-ink-500 disabled:no-underline`}
    >
      <span className="sr-only">{`${mail.recipient}에게 `}</span>
      {busyId === mail.id ? '보내는 중' : '다시 보내기'}
    </button>
  );
}
