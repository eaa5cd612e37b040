import { queryOptions } from '@tanstack/react-query';
import * as auditCalls from '#shared/features/audit/calls.ts';
import { AUDIT_SORTS, type AuditSort } from '#shared/platform/list-sorts.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { type SortSearch, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { dayOf, textOf } from '#web/lib/navigation/search-values.ts';
import { sendList } from '#web/lib/send-list.ts';

/** The filter of the audit log, as in the address: `subject` as in `order:12` or `order`. */
export type AuditFilters = Partial<Record<'actor' | 'action' | 'subject' | 'from' | 'to', string | undefined>> &
  SortSearch<AuditSort>;
/** The cursor returned with the previous page. */
type AuditSearch = AuditFilters & { cursor?: string | undefined };

/** Drops what is not one of the list's filters. */
export function auditFiltersOf(search: Record<string, unknown>): AuditFilters {
  return {
    actor: textOf(search.actor),
    action: textOf(search.action),
    subject: textOf(search.subject),
    from: dayOf(search.from),
    to: dayOf(search.to),
    ...sortSearch(AUDIT_SORTS, search),
  };
}

export const adminAuditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'audit', search],
    queryFn: ({ signal }) => sendList(auditCalls.list, { query: search, signal }),
    meta: { isPersonal: true },
  });
