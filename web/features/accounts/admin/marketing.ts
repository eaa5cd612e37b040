import { queryOptions } from '@tanstack/react-query';
import * as marketingCalls from '#shared/features/accounts/marketing-calls.ts';
import { MARKETING_SORTS } from '#shared/platform/list-sorts.ts';
import {
  MARKETING_CHANNELS,
  MARKETING_VIEWS,
  type MarketingChannel,
  type MarketingView,
} from '#shared/rules/notices/marketing.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { type SortSearch, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { oneOf } from '#web/lib/navigation/search-values.ts';
import { urlOf } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** Filter and order of the list of consents to advertising, as in the address. */
export type MarketingFilters = {
  view?: MarketingView | undefined;
  channel?: MarketingChannel | undefined;
} & SortSearch<(typeof MARKETING_SORTS)[number]>;

/** Drops what is not one of the list's filters. */
export function marketingFiltersOf(search: Record<string, unknown>): MarketingFilters {
  return {
    view: oneOf(MARKETING_VIEWS, search.view),
    channel: oneOf(MARKETING_CHANNELS, search.channel),
    ...sortSearch(MARKETING_SORTS, search),
  };
}

export const marketingConsentsQuery = (search: MarketingFilters & { cursor?: string | undefined }) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'marketing-consents', search],
    queryFn: ({ signal }) => sendList(marketingCalls.list, { query: search, signal }),
    meta: { isPersonal: true },
  });

/** A file of what the list finds. */
export function marketingFileUrl({ view, channel }: MarketingFilters, reason: string): string {
  return urlOf(marketingCalls.exportFile, { query: { view, channel, reason } });
}

export const VIEW_LABELS: Readonly<Record<MarketingView, string>> = {
  standing: '지금 동의함',
  two_years: '2년이 된 동의',
  all: '모든 기록',
};
