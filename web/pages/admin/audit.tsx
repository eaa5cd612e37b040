import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditEntry } from '#shared/features/audit/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin-kit/admin-page.tsx';
import type { Column } from '#web/features/admin-kit/data-table.tsx';
import { PagedList } from '#web/features/admin-kit/paged-list.tsx';
import { adminAuditQuery } from '#web/features/audit/admin/api.ts';
import { auditChanges, summariseChanges } from '#web/features/audit/admin/audit-changes.ts';
import { AuditFilter } from '#web/features/audit/admin/audit-filter.tsx';
import { auditActionLabel, auditActorLabel, auditAddressLabel } from '#web/features/audit/admin/audit-labels.ts';
import { AuditSubject } from '#web/features/audit/admin/audit-subject.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';

const route = getRouteApi('/queries/admin/admin/audit');

export function AdminAuditPage() {
  const search = route.useSearch();
  const { cursor, ...filters } = search;
  const query = useQuery({ ...adminAuditQuery(search), placeholderData: keepPreviousData });
  const [shown, setShown] = useState<AuditEntry>();
  const [isOpen, setOpen] = useState(false);
  const show = (entry: AuditEntry) => {
    setShown(entry);
    setOpen(true);
  };
  return (
    <AdminPage title="감사 기록">
      <AuditFilter filters={filters} />
      <PagedList
        query={query}
        caption="감사 기록"
        countOf={(total) => `조건에 맞는 기록 ${total}건`}
        empty={{ title: '조건에 맞는 기록이 없습니다', hint: '조건을 바꾸거나 지워보세요.' }}
        columns={columnsOf(show)}
        to="/admin/audit"
        filters={filters}
        isFirst={cursor === undefined}
      />
      {shown && <AuditEntryDialog entry={shown} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </AdminPage>
  );
}

/** The action links to the whole entry; the list shows a summary. */
function columnsOf(show: (entry: AuditEntry) => void): readonly [Column<AuditEntry>, ...Column<AuditEntry>[]] {
  return [
    {
      header: '행위',
      cell: (entry) => (
        <button type="button" aria-haspopup="dialog" onClick={() => show(entry)} className={`${ADMIN_LINK} text-left`}>
          {auditActionLabel(entry.action)}
        </button>
      ),
    },
    { header: '대상', cell: (entry) => <AuditSubject entry={entry} /> },
    { header: '내용', cell: (entry) => <span className="break-words">{summaryOf(entry)}</span> },
    { header: '담당자', cell: ({ actor }) => <span className="break-all">{auditActorLabel(actor)}</span> },
    { header: '접속 주소', cell: ({ address }) => auditAddressLabel(address) },
    { header: '일시', cell: ({ at }) => formatDateTime(at), isNumeric: true },
  ];
}

function summaryOf(entry: AuditEntry): string {
  const changes = summariseChanges(auditChanges(entry));
  return entry.reason ? `${entry.reason} (${changes})` : changes;
}
