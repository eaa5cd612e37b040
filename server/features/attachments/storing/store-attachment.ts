import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { enqueue } from '#server/db/jobs/enqueue.ts';
import { type Db, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { newObjectKey } from '../stores/file-store.ts';
import { canPreview, identifyFile } from '../types/identify-file.ts';
import type { AttachmentDeps } from './attachment-deps.ts';
import { FILE_KEY_BYTES } from './file-cipher.ts';
import { readAt, readParts, type StoredFile, writeParts } from './file-parts.ts';
import { type StoredRow, sumSizes } from './stored-files.queries.ts';

const MIB = 1024 * 1024;
/** Nothing is freed soon; the field is part of every 429. */
const QUOTA_RETRY_SECONDS = 24 * 3600;

type Uploader = { id: number; isAdmin: boolean };
type Upload = { filename: string; bytes: AsyncIterable<Buffer> };

async function newRow(db: Db, deps: AttachmentDeps, { id: ownerId, isAdmin }: Uploader, filename: string) {
  const cipher = await deps.dataKeys.forWriting();
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('attachments', 'id')) as id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a sequence gives a number');
  const key = randomBytes(FILE_KEY_BYTES);
  const objectKey = deps.files.objects && deps.files.isWritten ? newObjectKey() : null;
  await db
    .insertInto('attachments')
    .values({
      id,
      owner_id: ownerId,
      is_staff: isAdmin,
      filename: cipher.encryptText(filename, `attachments.filename:${id}`),
      file_key: cipher.encrypt(key, `attachments.file_key:${id}`),
      // Before the first object, so that what a killed process leaves is deleted with its row.
      object_key: objectKey,
      created_at: deps.clock.now(),
    })
    .execute();
  return { id, key, isPreview: false, objectKey } satisfies StoredFile;
}

async function checkQuota(deps: AttachmentDeps, db: Parameters<typeof sumSizes>[0], ownerId: number, bytes: number) {
  const { fileMib } = deps.limits;
  if (fileMib > 0 && (await sumSizes(db, ownerId)) + bytes > fileMib * MIB) {
    throw new AppError('FILE_QUOTA', { retryAfterSeconds: QUOTA_RETRY_SECONDS });
  }
}

/**
 * Stores a file, encrypted and otherwise unchanged. What is refused leaves nothing behind.
 * @throws AppError FILE_TYPE, FILE_QUOTA, TOO_MANY_REQUESTS, DATA_KEYS_MISSING, FILES_UNAVAILABLE;
 *   what `bytes` throws
 */
export async function storeAttachment(
  deps: AttachmentDeps,
  uploader: Uploader,
  { filename, bytes }: Upload,
): Promise<StoredRow> {
  const { db, limits, scanner } = deps;
  if (!uploader.isAdmin) await checkQuota(deps, db, uploader.id, 1);
  const file = await newRow(db, deps, uploader, filename);
  try {
    const { size, sha256, head } = await writeParts(deps, file, bytes);
    const whole = { ...file, size };
    const mediaType = await identifyFile({
      head,
      readAt: (offset) => readAt(deps, whole, offset),
      read: () => readParts(deps, whole),
    });
    if (!mediaType) throw new AppError('FILE_TYPE');
    const stored = await transaction(db, async (trx) => {
      if (!uploader.isAdmin) {
        // Holds the counter's row, so that uploads of one customer are summed one after the other.
        const limit = { name: 'files', points: limits.filesPerHour, windowMs: HOUR_MS };
        await consume(trx, limit, String(uploader.id));
        await checkQuota(deps, trx, uploader.id, size);
      }
      return trx
        .updateTable('attachments')
        .set({
          state: 'stored',
          media_type: mediaType,
          size,
          sha256,
          scan: scanner ? 'pending' : 'off',
          preview: canPreview(mediaType) ? 'possible' : 'none',
        })
        .where('id', '=', file.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    if (scanner) await enqueue(db, 'scan_attachments');
    return stored;
  } catch (error) {
    // Where the database is away, the job deletes it later.
    await db
      .deleteFrom('attachments')
      .where('id', '=', file.id)
      .where('state', '=', 'uploading')
      .execute()
      .catch(() => {});
    throw error;
  }
}
