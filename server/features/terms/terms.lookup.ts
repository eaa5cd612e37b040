import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';

export type NewestTermsRow = { filename: string; version: number; title: string; html: string };

/** The newest version of every terms text, for a statement that reads something else with them; null when there is none. */
export const ALL_NEWEST_TERMS: RawBuilder<NewestTermsRow[] | null> = sql`(
  select json_agg(newest) from (
    select distinct on (filename) filename, version, title, html from terms_versions order by filename, version desc
  ) as newest)`;

/** Which of the names are those of terms texts. */
export async function findKnownTerms(db: DbOrTrx, filenames: readonly string[]): Promise<ReadonlySet<string>> {
  if (filenames.length === 0) return new Set();
  const rows = await db
    .selectFrom('terms_versions')
    .select('filename')
    .where('filename', 'in', filenames)
    .where('version', '=', 1)
    .execute();
  return new Set(rows.map(({ filename }) => filename));
}
