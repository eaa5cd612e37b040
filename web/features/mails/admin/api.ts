import { queryOptions } from '@tanstack/react-query';
import * as mailCalls from '#shared/features/mails/calls.ts';
import type { AdminMail } from '#shared/features/mails/schemas.ts';
import { MAIL_SORTS, type MailSort } from '#shared/platform/list-sorts.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { type SortSearch, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { oneOf } from '#web/lib/navigation/search-values.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** Filter and order of the list of mails, as in the address. */
type MailFilters = { state?: AdminMail['state'] | undefined } & SortSearch<MailSort>;
/** The cursor returned with the previous page. */
type MailSearch = MailFilters & { cursor?: string | undefined };

/** Drops what is not one of the list's filters. */
export function mailFiltersOf(search: Record<string, unknown>): MailFilters {
  return {
    state: oneOf(['waiting', 'failed', 'sent'], search.state),
    ...sortSearch(MAIL_SORTS, search),
  };
}

export const adminMailsQuery = (search: MailSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'mails', search],
    queryFn: ({ signal }) => sendList(mailCalls.list, { query: search, signal }),
    meta: { isPersonal: true },
  });

/** Sends a failed mail again. */
export const retryMail = (id: number) => send(mailCalls.retry, { params: { id } });

/** Takes a failed mail out of the alarms and the tasks. */
export const dismissMail = (id: number) => send(mailCalls.dismiss, { params: { id } });
