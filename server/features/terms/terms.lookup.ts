import type { DbOrTrx } from '#server/db/transaction.ts';

/** The newest version of every terms text. */
export function listNewestTerms(db: DbOrTrx) {
  return db
    .selectFrom('terms_versions')
    .distinctOn('filename')
    .select(['filename', 'version', 'title', 'html'])
    .orderBy('filename')
    .orderBy('version', 'desc')
    .execute();
}

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
