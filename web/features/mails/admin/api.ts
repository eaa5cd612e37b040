import { queryOptions } from '@tanstack/react-query';
import * as mailCalls from '#shared/features/mails/calls.ts';
import type { AdminMail } from '#shared/features/mails/schemas.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** The cursor returned with the previous page. */
type MailSearch = { state?: AdminMail['state'] | undefined; cursor?: string | undefined };

export const adminMailsQuery = (search: MailSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'mails', search],
    queryFn: ({ signal }) => sendList(mailCalls.list, { query: search, signal }),
    meta: { isPersonal: true },
  });

/** Sends a failed mail again. */
export const retryMail = (id: number) => send(mailCalls.retry, { params: { id } });
