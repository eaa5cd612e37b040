import { queryOptions } from '@tanstack/react-query';
import * as noticeCalls from '#shared/features/notices/calls.ts';
import { NOTICE_SORTS } from '#shared/platform/list-sorts.ts';
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  NOTICE_STATES,
  type NoticeChannel,
  type NoticeKind,
  type NoticeState,
} from '#shared/rules/notices/notices.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { type SortSearch, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { oneOf } from '#web/lib/navigation/search-values.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** Filter and order of the list of notices, as in the address. */
export type NoticeFilters = {
  state?: NoticeState | undefined;
  channel?: NoticeChannel | undefined;
  kind?: NoticeKind | undefined;
} & SortSearch<(typeof NOTICE_SORTS)[number]>;
/** The cursor returned with the previous page. */
type NoticeSearch = NoticeFilters & { cursor?: string | undefined };

/** Drops what is not one of the list's filters. */
export function noticeFiltersOf(search: Record<string, unknown>): NoticeFilters {
  return {
    state: oneOf(NOTICE_STATES, search.state),
    channel: oneOf(NOTICE_CHANNELS, search.channel),
    kind: oneOf(NOTICE_KINDS, search.kind),
    ...sortSearch(NOTICE_SORTS, search),
  };
}

export const adminNoticesQuery = (search: NoticeSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'notices', search],
    queryFn: ({ signal }) => sendList(noticeCalls.listForAdmin, { query: search, signal }),
    meta: { isPersonal: true },
  });

/** Sends a failed notice again. */
export const resendNotice = (id: number) => send(noticeCalls.resend, { params: { id } });

/** Takes a failed notice out of the alarms. */
export const dismissNotice = (id: number) => send(noticeCalls.dismiss, { params: { id } });
