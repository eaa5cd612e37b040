import { queryOptions } from '@tanstack/react-query';
import type { AdminMail } from '#shared/contract/admin-mails.ts';
import { api } from '#web/lib/api-client.ts';
import { readList } from '#web/lib/send-list.ts';
import { ADMIN_KEY } from './api.ts';
import { toQuery } from './order-search.ts';

/** The cursor is the one that the part of the list before this one ended with. */
type MailSearch = { state?: AdminMail['state'] | undefined; cursor?: string | undefined };

export const adminMailsQuery = (search: MailSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'mails', search],
    queryFn: ({ signal }) => readList<AdminMail>(`/api/admin/mails?${toQuery(search)}`, { signal }),
    meta: { isPersonal: true },
  });

/** Has a mail that was given up sent again. */
export const retryMail = (id: number) => api.post<AdminMail>(`/api/admin/mails/${id}/retry`);
