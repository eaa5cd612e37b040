import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';

/** A version for administrators, with the author's login id. */
export type TermsVersionRow = {
  filename: string;
  version: number;
  title: string;
  html: string;
  note: string;
  created_at: Date;
  created_by: string | null;
};

function selectVersions(db: DbOrTrx, filename: string) {
  return db
    .selectFrom('terms_versions')
    .leftJoin('users', 'users.id', 'terms_versions.created_by')
    .select([
      'terms_versions.filename',
      'terms_versions.version',
      'terms_versions.title',
      'terms_versions.note',
      'terms_versions.created_at',
      'users.user_id as created_by',
    ])
    .where('terms_versions.filename', '=', filename);
}

/** Lists the versions of a file, newest first, without texts; empty for an unknown name. */
export function listVersions(db: DbOrTrx, filename: string): Promise<Omit<TermsVersionRow, 'html'>[]> {
  return selectVersions(db, filename).orderBy('version', 'desc').execute();
}

export function findNewestVersion(db: DbOrTrx, filename: string): Promise<TermsVersionRow | undefined> {
  return selectVersions(db, filename)
    .select('terms_versions.html')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findVersion(db: DbOrTrx, filename: string, version: number): Promise<TermsVersionRow | undefined> {
  return selectVersions(db, filename)
    .select('terms_versions.html')
    .where('terms_versions.version', '=', version)
    .executeTakeFirst();
}

/** Lists the current version of each file by name, with the number of services that require it. */
export function listTermsLines(db: DbOrTrx) {
  return db
    .selectFrom('terms_versions')
    .distinctOn('filename')
    .select(['filename', 'title', 'version', 'created_at'])
    .select(
      sql<number>`(select count(*)::integer from services where services.deleted_at is null
        and services.description @> jsonb_build_object('sections',
          jsonb_build_array(jsonb_build_object('type', 'tos', 'filename', terms_versions.filename))))`.as(
        'service_count',
      ),
    )
    .orderBy('filename')
    .orderBy('version', 'desc')
    .execute();
}

type NewVersion = {
  filename: string;
  version: number;
  title: string;
  html: string;
  note: string;
  created_by: number | null;
};

/** Adds a version unless its number exists: of concurrent writers one succeeds. */
export async function insertVersion(db: DbOrTrx, version: NewVersion): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('terms_versions')
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
