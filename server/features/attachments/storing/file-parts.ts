import { createHash } from 'node:crypto';
import type { Db } from '#server/db/transaction.ts';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';
import { decryptPart, encryptPart } from './file-cipher.ts';

/** So much of a file is in memory at a time. */
export const PART_BYTES = 1024 * 1024;

/** Where the parts of a file are. `key` is its own, decrypted. */
export type StoredFile = { id: number; key: Buffer; isPreview: boolean };

/** Collects a stream into parts; the last one is marked, and a file without bytes has one empty part. */
export async function* cutIntoParts(source: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.length > PART_BYTES) {
      const taken = PART_BYTES - size;
      yield { bytes: Buffer.concat([...held, rest.subarray(0, taken)]), isLast: false };
      rest = rest.subarray(taken);
      held = [];
      size = 0;
    }
    held.push(rest);
    size += rest.length;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}

/**
 * Encrypts and stores a file part by part, each in a statement of its own: a slow upload holds no
 * connection. Returns size and hash of the original bytes, and its first part.
 */
export async function writeParts(
  db: Db,
  { id, key, isPreview }: StoredFile,
  source: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer; head: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  let number = 0;
  let head: Buffer | undefined;
  for await (const { bytes, isLast } of cutIntoParts(source)) {
    hash.update(bytes);
    size += bytes.length;
    head ??= bytes;
    const place = { attachmentId: id, isPreview, number, isLast };
    await db
      .insertInto('attachment_parts')
      .values({ attachment_id: id, is_preview: isPreview, number, bytes: encryptPart(key, bytes, place) })
      .execute();
    number += 1;
  }
  return { size, sha256: hash.digest(), head: head ?? Buffer.alloc(0) };
}

async function countParts(db: Db, { id, isPreview }: StoredFile): Promise<number> {
  const { count } = await db
    .selectFrom('attachment_parts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('attachment_id', '=', id)
    .where('is_preview', '=', isPreview)
    .executeTakeFirstOrThrow();
  return count;
}

/** One decrypted part. @throws DecryptionError, also where the file was cut off */
async function readPart(db: Db, { id, key, isPreview }: StoredFile, number: number, count: number): Promise<Buffer> {
  const row = await db
    .selectFrom('attachment_parts')
    .select('bytes')
    .where('attachment_id', '=', id)
    .where('is_preview', '=', isPreview)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw new DecryptionError(`part ${number} of file ${id} is missing`);
  return decryptPart(key, row.bytes, { attachmentId: id, isPreview, number, isLast: number === count - 1 });
}

/** The original bytes, a part at a time. @throws DecryptionError */
export async function* readParts(db: Db, file: StoredFile): AsyncGenerator<Buffer> {
  const count = await countParts(db, file);
  if (count === 0) throw new DecryptionError(`file ${file.id} has no parts`);
  for (let number = 0; number < count; number += 1) yield await readPart(db, file, number, count);
}

/** Bytes at a place of the file, as many as its part holds. Empty behind the end. */
export async function readAt(db: Db, file: StoredFile, offset: number): Promise<Buffer> {
  const count = await countParts(db, file);
  const number = Math.floor(offset / PART_BYTES);
  if (number >= count) return Buffer.alloc(0);
  return (await readPart(db, file, number, count)).subarray(offset % PART_BYTES);
}
