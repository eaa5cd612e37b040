import { type Selectable, sql } from 'kysely';
import type { Slice } from '#server/db/read-slices.ts';
import type { AttachmentsTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { fieldError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { Attachment } from '#shared/features/attachments/schemas.ts';

const COLUMNS = ['id', 'filename', 'media_type', 'size', 'sha256', 'scan', 'preview'] as const;

export type AttachmentRow = Pick<
  Selectable<AttachmentsTable>,
  (typeof COLUMNS)[number] | 'message_id' | 'note_id' | 'is_staff' | 'created_at'
>;

/** A file as the wire has it. */
export function presentAttachment(
  dataKeys: Pick<DataKeys, 'decrypt' | 'decryptText'>,
  row: Pick<AttachmentRow, (typeof COLUMNS)[number]>,
): Attachment {
  return {
    id: row.id,
    filename: dataKeys.decryptText(row.filename, `attachments.filename:${row.id}`),
    media_type: row.media_type,
    size: row.size,
    sha256: dataKeys.decrypt(row.sha256, `attachments.sha256:${row.id}`).toString('hex'),
    scan: row.scan,
    has_preview: row.preview !== 'none' && row.scan !== 'infected',
  };
}

function selectCarried(db: DbOrTrx) {
  return db
    .selectFrom('attachments')
    .select([...COLUMNS, 'message_id', 'note_id', 'is_staff', 'created_at'])
    .where('state', '=', 'stored');
}

/** Files of messages, in their order. */
export async function listOfMessages(db: DbOrTrx, messageIds: readonly number[]): Promise<AttachmentRow[]> {
  if (messageIds.length === 0) return [];
  return selectCarried(db).where('message_id', 'in', messageIds).orderBy('message_id').orderBy('position').execute();
}

/** Files of private notes, in their order. Never for customers. */
export async function listOfNotes(db: DbOrTrx, noteIds: readonly number[]): Promise<AttachmentRow[]> {
  if (noteIds.length === 0) return [];
  return selectCarried(db).where('note_id', 'in', noteIds).orderBy('note_id').orderBy('position').execute();
}

/** Files of papers of cases, in their order. */
export async function listOfPapers(db: DbOrTrx, paperIds: readonly number[]) {
  if (paperIds.length === 0) return [];
  return selectCarried(db).select('paper_id').where('paper_id', 'in', paperIds).orderBy('id').execute();
}

/** Documents that an order shows; the conversation has the earlier ones. */
const SHOWN_DOCUMENTS = 200;

type SentRow = AttachmentRow & { owner_id: number; owner_name: string | null };

/**
 * The newest files of the messages of conversations with who sent them, oldest first; those of notes are no documents
 * of a case.
 */
export async function listOfConversations(db: DbOrTrx, ids: readonly number[]): Promise<SentRow[]> {
  if (ids.length === 0) return [];
  const newest = await selectCarried(db)
    .select('attachments.owner_id')
    .select((eb) =>
      eb
        .selectFrom('users')
        .select('users.fullname')
        .whereRef('users.id', '=', 'attachments.owner_id')
        .as('owner_name'),
    )
    .where('message_id', 'is not', null)
    .where('conversation_id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(SHOWN_DOCUMENTS)
    .execute();
  return newest.toReversed();
}

/** A slice of the files that a person uploaded and that are still there. */
export async function listOfOwner(db: DbOrTrx, ownerId: number, { after, limit }: Slice): Promise<AttachmentRow[]> {
  return selectCarried(db)
    .where('owner_id', '=', ownerId)
    .where('is_staff', '=', false)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

type Carrier =
  | { conversation_id: number; message_id: number }
  | { conversation_id: number; note_id: number }
  | { paper_id: number };

/**
 * Gives files to the message, note or paper that carries them.
 * @throws AppError VALIDATION_FAILED for one that is unknown, another person's or used already
 */
export async function attachFiles(
  trx: Trx,
  ids: readonly number[],
  uploader: { id: number; isAdmin: boolean },
  carrier: Carrier,
): Promise<void> {
  if (ids.length === 0) return;
  const attached = await trx
    .updateTable('attachments')
    .set({ ...carrier, position: sql<number>`array_position(${ids}::int[], attachments.id)` })
    .where('id', 'in', ids)
    .where('owner_id', '=', uploader.id)
    .where('is_staff', '=', uploader.isAdmin)
    .where('state', '=', 'stored')
    .where('conversation_id', 'is', null)
    .where('paper_id', 'is', null)
    .executeTakeFirst();
  if (attached.numUpdatedRows !== BigInt(ids.length)) {
    throw fieldError('attachment_ids', '첨부한 파일이 올바르지 않습니다. 다시 첨부해주세요.');
  }
}
