import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditEntry } from '#shared/contract/admin-audit.ts';
import { formatDateTime } from '#shared/rules/dates.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin/admin-page.tsx';
import { adminAuditQuery } from '#web/features/admin/audit-api.ts';
import { auditChanges, summariseChanges } from '#web/features/admin/audit-changes.ts';
import { AuditFilter } from '#web/features/admin/audit-filter.tsx';
import { auditActionLabel, auditActorLabel, auditAddressLabel } from '#web/features/admin/audit-labels.ts';
import { AuditSubject } from '#web/features/admin/audit-subject.tsx';
import { type Column, DataTable } from '#web/features/admin/data-table.tsx';
import { ListPaging } from '#web/features/admin/list-paging.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';

const route = getRouteApi('/admin/admin/audit');

export function AdminAuditPage() {
  const search = route.useSearch();
  const { cursor, ...filters } = search;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...adminAuditQuery(search),
    // What stood there stays until the next part is there.
    placeholderData: (previous) => previous,
  });
  const [shown, setShown] = useState<AuditEntry>();
  const [isOpen, setOpen] = useState(false);
  const show = (entry: AuditEntry) => {
    setShown(entry);
    setOpen(true);
  };
  return (
    <AdminPage title="감사 기록">
      <AuditFilter filters={filters} />
      <div className="grid gap-3" aria-busy={isPlaceholderData}>
        <p role="status" className="text-ink-700">
          {data && `조건에 맞는 기록 ${data.total}건`}
        </p>
        <ListPage
          items={data?.rows}
          error={error}
          onRetry={() => void refetch()}
          loading={<Skeleton className="h-[480px] w-full" />}
          empty={<EmptyState title="조건에 맞는 기록이 없습니다">조건을 바꾸거나 지워보세요.</EmptyState>}
          subject="감사 기록"
        >
          {(rows) => <DataTable caption="감사 기록" columns={columnsOf(show)} rows={rows} keyOf={({ id }) => id} />}
        </ListPage>
        <ListPaging to="/admin/audit" filters={filters} isFirst={cursor === undefined} next={data?.next} />
      </div>
      {shown && <AuditEntryDialog entry={shown} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </AdminPage>
  );
}

/** Its act leads to all that was written down; the list itself shows a few words of it. */
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
