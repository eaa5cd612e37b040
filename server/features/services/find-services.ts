import { sql } from 'kysely';
import { holds, searchable } from '#server/db/search.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';

/** The first services whose title contains the text, in any case, as the shop orders them. */
export function findServices(db: DbOrTrx, text: string, limit: number): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('services')
    .select(['services.id', 'services.title'])
    .where('services.deleted_at', 'is', null)
    .where(holds(searchable(sql`services.title`), [text]))
    .orderBy('services.position')
    .orderBy('services.id')
    .limit(limit)
    .execute();
}
