import type { Selectable } from 'kysely';
import type { CannedRepliesTable } from '#server/db/tables.ts';
import type { Db, Trx } from '#server/db/transaction.ts';
import { cutPage, type Page } from '#server/http/api/paging.ts';
import { AppError } from '#server/lib/errors.ts';

export type CannedReplyRow = Selectable<CannedRepliesTable>;

/** A page of canned replies, oldest first. */
export async function listCannedReplies(
  db: Db,
  { limit, after }: { limit: number; after: number | undefined },
): Promise<Page<CannedReplyRow>> {
  const rows = db
    .selectFrom('canned_replies')
    .selectAll()
    .orderBy('id')
    .limit(limit + 1);
  const [found, { total }] = await Promise.all([
    (after ? rows.where('id', '>', after) : rows).execute(),
    db
      .selectFrom('canned_replies')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ...cutPage(found, limit), total };
}

/** Throws CANNED_REPLY_NOT_FOUND. */
export async function lockCannedReply(trx: Trx, id: number): Promise<CannedReplyRow> {
  const row = await trx.selectFrom('canned_replies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('CANNED_REPLY_NOT_FOUND');
  return row;
}
