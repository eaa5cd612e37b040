import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditEntry } from '#shared/features/audit/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { AUDIT_SORTS } from '#shared/platform/list-sorts.ts';
import { AdminPage } from '#web/admin-kit/admin-page.tsx';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { SCROLLING_ROW } from '#web/admin-kit/link-tabs.tsx';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting } from '#web/admin-kit/lists/list-sorting.ts';
import { RowButton } from '#web/admin-kit/lists/row-button.tsx';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { adminAuditQuery, auditFiltersOf } from '#web/features/audit/admin/api.ts';
import { auditChanges, summariseChanges } from '#web/features/audit/admin/audit-changes.ts';
import { AuditFilter } from '#web/features/audit/admin/audit-filter.tsx';
import { auditActionLabel, auditActorLabel, auditAddressLabel } from '#web/features/audit/admin/audit-labels.ts';
import { AuditSubject } from '#web/features/audit/admin/audit-subject.tsx';
import { SavedFilters } from '#web/features/desk/admin/saved-filters.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';

const route = getRouteApi('/queries/admin/admin/audit');

export function AdminAuditPage() {
  const search = route.useSearch();
  const { cursor } = search;
  const filters = auditFiltersOf(search);
  const query = useQuery({ ...adminAuditQuery({ ...filters, cursor }), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/audit', AUDIT_SORTS, filters);
  const [shown, setShown] = useState<AuditEntry>();
  const [isOpen, setOpen] = useState(false);
  const show = (entry: AuditEntry) => {
    setShown(entry);
    setOpen(true);
  };
  const columns = columnsOf(show);
  return (
    <AdminPage title="감사 기록">
      <div className="grid gap-3">
        <AuditFilter filters={filters} />
        <div className={`${SCROLLING_ROW} empty:hidden`}>
          <SavedFilters list="audit" to="/admin/audit" filters={filters} read={auditFiltersOf} />
        </div>
      </div>
      <PagedList
        query={query}
        caption="감사 기록"
        countOf={(total) => `조건에 맞는 기록 ${total}건`}
        empty={{
          title: '조건에 맞는 기록이 없습니다',
          hint: '조건을 바꾸거나 지워보세요.',
          unfiltered: { title: '아직 감사 기록이 없습니다', hint: '관리자가 한 일이 여기에 기록됩니다.' },
        }}
        columns={columns}
        card={cardOf(show)}
        sorting={sorting}
        to="/admin/audit"
        filters={filters}
        isFirst={cursor === undefined}
      >
        <SortSelect columns={columns} sorting={sorting} />
      </PagedList>
      {shown && <AuditEntryDialog entry={shown} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </AdminPage>
  );
}

/** The action links to the whole entry; the list shows a summary. */
function columnsOf(show: (entry: AuditEntry) => void): Columns<AuditEntry> {
  return [
    {
      header: '행위',
      cell: (entry) => <RowButton onOpen={() => show(entry)}>{auditActionLabel(entry.action)}</RowButton>,
      sort: { key: 'action', first: 'asc' },
    },
    { header: '대상', cell: (entry) => <AuditSubject entry={entry} /> },
    { header: '내용', cell: (entry) => <span className="break-words">{summaryOf(entry)}</span> },
    {
      header: '담당자',
      cell: ({ actor }) => <span className="break-all">{auditActorLabel(actor)}</span>,
      sort: { key: 'actor', first: 'asc' },
    },
    { header: '접속 주소', cell: ({ address }) => auditAddressLabel(address) },
    {
      header: '일시',
      cell: ({ at }) => formatDateTime(at),
      isNumeric: true,
      sort: { key: 'at', first: 'desc' },
    },
  ];
}

/** An entry on a phone: what was done to what, the change, by which account and when. */
function cardOf(show: (entry: AuditEntry) => void) {
  return (entry: AuditEntry) => (
    <ListCard
      name={<RowButton onOpen={() => show(entry)}>{auditActionLabel(entry.action)}</RowButton>}
      status={<AuditSubject entry={entry} />}
      text={summaryOf(entry)}
      left={<span className="break-all">{auditActorLabel(entry.actor)}</span>}
      right={formatDateTime(entry.at)}
    />
  );
}

function summaryOf(entry: AuditEntry): string {
  const changes = summariseChanges(auditChanges(entry));
  return entry.reason ? `${entry.reason} (${changes})` : changes;
}
