import { type Selectable, sql } from 'kysely';
import type { AttachmentsTable } from '#server/db/tables.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { mayReadPaper } from '#server/features/casework/papers.lookup.ts';
import { mayReadPlace } from '#server/features/participants/room-access.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { WholeFile } from './file-parts.ts';

export type StoredRow = Selectable<AttachmentsTable>;

/** The file with its own key, decrypted. */
export function openFile(
  dataKeys: DataKeys,
  { id, file_key, object_key, size }: Pick<StoredRow, 'id' | 'file_key' | 'object_key' | 'size'>,
): WholeFile {
  const key = dataKeys.decrypt(file_key, `attachments.file_key:${id}`);
  return { id, key, isPreview: false, objectKey: object_key, size };
}

/** Bytes of files that are stored for a customer. */
export async function sumSizes(db: DbOrTrx, ownerId: number): Promise<number> {
  const row = await db
    .selectFrom('attachments')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'stored')
    .executeTakeFirstOrThrow();
  return row.bytes;
}

type Reader = { id: number; isAdmin: boolean; mayReadCases: boolean };

/**
 * A file that the reader may see: the uploader's own until a message carries it, then that of those who
 * read the conversation and of administrators; one of a note only of administrators. A file of
 * a paper is also seen by administrators of cases, and by those who may read the paper.
 * Undefined for any other.
 */
export async function findVisible(db: DbOrTrx, reader: Reader, attachmentId: number, now: Date) {
  const { id, isAdmin, mayReadCases } = reader;
  const row = await db
    .selectFrom('attachments as a')
    .leftJoin('conversations as c', 'c.id', 'a.conversation_id')
    .leftJoin('order_papers as p', 'p.id', 'a.paper_id')
    .selectAll('a')
    .select(['c.user_id as customer_id', 'c.order_id as case_id', 'c.room', 'p.order_id as paper_case_id'])
    .where('a.id', '=', attachmentId)
    .where('a.state', '=', 'stored')
    .where((eb) =>
      eb.or([
        eb.and([eb('a.conversation_id', 'is', null), eb('a.owner_id', '=', id)]),
        eb('a.message_id', 'is not', null),
        eb.and([eb.lit(isAdmin), eb('a.conversation_id', 'is not', null)]),
        eb('a.paper_id', 'is not', null),
      ]),
    )
    .executeTakeFirst();
  if (row?.customer_id && row.room && !isAdmin) {
    const place = { user_id: row.customer_id, order_id: row.case_id, room: row.room };
    if (!(await mayReadPlace(db, id, place, now))) return undefined;
  }
  const isOthersPaper = row !== undefined && row.paper_id !== null && row.owner_id !== id && !mayReadCases;
  if (isOthersPaper && !(await mayReadPaper(db, id, row.paper_id ?? 0, now))) return undefined;
  return row;
}

export type VisibleFile = NonNullable<Awaited<ReturnType<typeof findVisible>>>;
