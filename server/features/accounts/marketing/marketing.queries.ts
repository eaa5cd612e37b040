import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { allOf, listPage } from '#server/http/api/list-page.ts';
import type { After, Page } from '#server/http/api/paging.ts';
import type { ValidMarketingConsentsQuery } from '#shared/features/accounts/marketing-schemas.ts';
import {
  givenTwoYearsBefore,
  type MarketingChannel,
  type MarketingSource,
  type MarketingView,
} from '#shared/rules/notices/marketing.ts';

export type MarketingConsentRow = {
  id: number;
  account_id: number;
  user_id: string;
  fullname: string;
  contact: string;
  channel: MarketingChannel;
  is_given: boolean;
  source: MarketingSource;
  changed_at: Date;
  remind_at: Date | null;
};

type ListOptions = Omit<ValidMarketingConsentsQuery, 'cursor' | 'sort'> & { after: After | undefined; now: Date };

const STANDING = sql`l.remind_at is not null`;

function shownIn(view: MarketingView, now: Date): RawBuilder<unknown> | undefined {
  if (view === 'all') return undefined;
  return view === 'standing' ? STANDING : sql`${STANDING} and l.changed_at <= ${givenTwoYearsBefore(now)}`;
}

/** Reads a page of consents to advertising, newest first unless sorted otherwise. */
export function listMarketingConsents(
  db: DbOrTrx,
  { view, channel, order, limit, after, now }: ListOptions,
): Promise<Page<MarketingConsentRow>> {
  return listPage(db, {
    from: sql`marketing_consents`,
    where: allOf([shownIn(view, now), channel && sql`l.channel = ${channel}`]),
    select: (page) => sql`
      select l.sort_key, l.id, l.channel, l.is_given, l.source, l.changed_at, l.remind_at, account.id as account_id,
        account.user_id, account.fullname,
        case l.channel when 'email' then account.email else account.phone end as contact
      from ${page} join users as account on account.id = l.user_id`,
    sorting: { order },
    limit,
    after,
  });
}
