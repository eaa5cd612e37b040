import { queryOptions } from '@tanstack/react-query';
import * as auditCalls from '#shared/features/audit/calls.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { sendList } from '#web/lib/send-list.ts';

/** The filter of the audit log, as in the address: `subject` as in `order:12` or `order`. */
export type AuditFilters = Partial<Record<'actor' | 'action' | 'subject' | 'from' | 'to', string | undefined>>;
/** The cursor returned with the previous page. */
type AuditSearch = AuditFilters & { cursor?: string | undefined };

export const adminAuditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'audit', search],
    queryFn: ({ signal }) => sendList(auditCalls.list, { query: search, signal }),
    meta: { isPersonal: true },
  });
