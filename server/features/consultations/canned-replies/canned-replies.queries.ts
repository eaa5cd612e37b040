import { type Selectable, sql } from 'kysely';
import type { CannedRepliesTable } from '#server/db/tables.ts';
import type { Db, Trx } from '#server/db/transaction.ts';
import { listPage } from '#server/http/api/list-page.ts';
import type { After, Page } from '#server/http/api/paging.ts';
import { AppError } from '#server/lib/errors.ts';

export type CannedReplyRow = Selectable<CannedRepliesTable>;

/** A page of canned replies, oldest first. */
export function listCannedReplies(
  db: Db,
  { limit, after }: { limit: number; after: After | undefined },
): Promise<Page<CannedReplyRow>> {
  return listPage(db, {
    from: sql`canned_replies`,
    select: (page) => sql`select * from ${page}`,
    sorting: { order: 'asc' },
    limit,
    after,
  });
}

/** Throws CANNED_REPLY_NOT_FOUND. */
export async function lockCannedReply(trx: Trx, id: number): Promise<CannedReplyRow> {
  const row = await trx.selectFrom('canned_replies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('CANNED_REPLY_NOT_FOUND');
  return row;
}
