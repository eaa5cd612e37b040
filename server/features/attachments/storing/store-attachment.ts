import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import { transaction } from '#server/db/transaction.ts';
import { type ActingSession, requireStanding } from '#server/http/guards/standing.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Cipher } from '#server/lib/keys/data-keys.ts';
import { storedName } from '../names/stored-name.ts';
import { newObjectKey } from '../stores/file-store.ts';
import { identifyCompoundFile } from '../types/compound-file.ts';
import { COMPOUND, canPreview, identifyFile } from '../types/identify-file.ts';
import type { FirstPart } from '../types/text-file.ts';
import { checkQuota } from './admit-upload.ts';
import type { AttachmentDeps } from './attachment-deps.ts';
import { FILE_KEY_BYTES } from './file-cipher.ts';
import { cutIntoParts, type FilePart, readAt, type StoredFile, writeParts } from './file-parts.ts';
import type { StoredRow } from './stored-files.queries.ts';

/** A read of the directory of a compound file. */
const SECTOR_BYTES = 4096;

/** Whose file it is: a customer's, or an administrator's by the rights of a session. */
export type Uploader = { id: number; session?: ActingSession | undefined };
type Upload = { filename: string; bytes: AsyncIterable<Buffer> };

function encryptName(cipher: Cipher, id: number, filename: string): Buffer {
  return cipher.encryptText(filename, `attachments.filename:${id}`);
}

function encryptHash(cipher: Cipher, id: number, sha256: Buffer): Buffer {
  return cipher.encrypt(sha256, `attachments.sha256:${id}`);
}

async function newRow(deps: AttachmentDeps, cipher: Cipher, { id: ownerId, session }: Uploader) {
  const { db } = deps;
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
      is_staff: session !== undefined,
      filename: encryptName(cipher, id, ''),
      sha256: encryptHash(cipher, id, Buffer.alloc(0)),
      file_key: cipher.encrypt(key, `attachments.file_key:${id}`),
      // Before the first object, so that what a killed process leaves is deleted with its row.
      object_key: objectKey,
      created_at: deps.clock.now(),
    })
    .execute();
  return { id, key, isPreview: false, objectKey } satisfies StoredFile;
}

/**
 * The type by the first part. `COMPOUND` where only the directory tells, and it lies behind that
 * part, as in large documents.
 * @throws AppError FILE_TYPE
 */
async function judgeFirst(first: FirstPart): Promise<string> {
  const { head, isWhole } = first;
  const type = await identifyFile(first);
  if (type === undefined) throw new AppError('FILE_TYPE');
  if (type !== COMPOUND) return type;
  let isBehind = false;
  const known = await identifyCompoundFile(async (offset) => {
    isBehind ||= !isWhole && offset + SECTOR_BYTES > head.length;
    return head.subarray(offset);
  });
  if (known === undefined && !isBehind) throw new AppError('FILE_TYPE');
  return known ?? COMPOUND;
}

/** @throws AppError FILE_TYPE */
function nameOf(filename: string, mediaType: string): string {
  const name = storedName(filename, mediaType);
  if (name === undefined) throw new AppError('FILE_TYPE');
  return name;
}

async function* chain(first: FilePart, rest: AsyncGenerator<FilePart>): AsyncGenerator<FilePart> {
  yield first;
  yield* rest;
}

/** Reads the first part, writes nothing before its type is known. @throws AppError FILE_TYPE */
async function begin({ filename, bytes }: Upload) {
  const rest = cutIntoParts(bytes);
  const { value: first } = await rest.next();
  if (!first) throw new AppError('FILE_TYPE');
  const type = await judgeFirst({ head: first.bytes, isWhole: first.isLast });
  if (type !== COMPOUND) nameOf(filename, type);
  return { type, parts: chain(first, rest) };
}

/**
 * Stores a file, encrypted and otherwise unchanged. What is refused leaves nothing behind.
 * @throws AppError FILE_TYPE, FILE_QUOTA, FILES_UNAVAILABLE; what `bytes` throws
 */
export async function storeAttachment(deps: AttachmentDeps, uploader: Uploader, upload: Upload): Promise<StoredRow> {
  const { db, scanner } = deps;
  const cipher = await deps.dataKeys.forWriting();
  const { type, parts } = await begin(upload);
  const file = await newRow(deps, cipher, uploader);
  try {
    const { size, sha256 } = await writeParts(deps, file, parts);
    const whole = { ...file, size };
    const mediaType = type === COMPOUND ? await identifyCompoundFile((offset) => readAt(deps, whole, offset)) : type;
    if (!mediaType) throw new AppError('FILE_TYPE');
    const filename = nameOf(upload.filename, mediaType);
    const stored = await transaction(db, async (trx) => {
      // A file arrives slowly: the rights may have been taken meanwhile.
      if (uploader.session) await requireStanding(trx, uploader.id, uploader.session);
      else {
        // Uploads of one customer are summed one after the other.
        await trx.selectFrom('users').select('id').where('id', '=', uploader.id).forNoKeyUpdate().execute();
        await checkQuota(deps, trx, uploader.id, size);
      }
      return trx
        .updateTable('attachments')
        .set({
          state: 'stored',
          filename: encryptName(cipher, file.id, filename),
          media_type: mediaType,
          size,
          sha256: encryptHash(cipher, file.id, sha256),
          scan: scanner ? 'pending' : 'off',
          preview: canPreview(mediaType) ? 'possible' : 'none',
        })
        .where('id', '=', file.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    if (scanner) wakeSoon(db, 'scan_attachments');
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
