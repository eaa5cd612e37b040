import { type RawBuilder, sql } from 'kysely';

export type NewestTermsRow = { filename: string; version: number; title: string; html: string };

/**
 * Subquery for the current version of every terms text, to combine with other reads; null when
 * there is none.
 */
export const ALL_NEWEST_TERMS: RawBuilder<NewestTermsRow[] | null> = sql`(
  select json_agg(newest) from (
    select distinct on (filename) filename, version, title, html from terms_versions order by filename, version desc
  ) as newest)`;
