import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';
import { storeOf } from '../stores/file-store.ts';
import type { AttachmentDeps } from './attachment-deps.ts';
import { decryptPart, encryptPart } from './file-cipher.ts';

/** So much of a file is in memory at a time. */
export const PART_BYTES = 1024 * 1024;

/**
 * Parts of all files that are read or written at a time: each is in memory several times over, as
 * it was, encrypted, sent or received. Apart for each store, so that one that hangs holds up its own
 * files alone.
 */
const PARTS_AT_ONCE = 4;
const inHand = { database: pLimit(PARTS_AT_ONCE), objects: pLimit(PARTS_AT_ONCE) };

function limitOf({ objectKey }: { objectKey: string | null }) {
  return objectKey === null ? inHand.database : inHand.objects;
}

/** Where the parts of a file are. `key` is its own, decrypted; `objectKey` as in its row. */
export type StoredFile = { id: number; key: Buffer; isPreview: boolean; objectKey: string | null };
/** `size` is that of the original bytes. */
export type WholeFile = StoredFile & { size: number };

type Deps = Pick<AttachmentDeps, 'db' | 'files'>;

/** How many parts `cutIntoParts` makes of so many bytes. */
export function countParts(size: number): number {
  return Math.max(1, Math.ceil(size / PART_BYTES));
}

export type FilePart = { bytes: Buffer; isLast: boolean };

/**
 * Collects a stream into parts; the last one is marked, and a file without bytes has one empty
 * part.
 */
export async function* cutIntoParts(source: AsyncIterable<Buffer>): AsyncGenerator<FilePart, undefined> {
  let part = Buffer.allocUnsafe(PART_BYTES);
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.length > PART_BYTES) {
      const taken = rest.copy(part, size);
      yield { bytes: part, isLast: false };
      rest = rest.subarray(taken);
      part = Buffer.allocUnsafe(PART_BYTES);
      size = 0;
    }
    size += rest.copy(part, size);
  }
  yield { bytes: part.subarray(0, size), isLast: true };
}

/** Encrypts and stores the parts of a file. Returns size and hash of the original bytes. */
export async function writeParts(
  deps: Deps,
  file: StoredFile,
  parts: AsyncIterable<FilePart>,
): Promise<{ size: number; sha256: Buffer }> {
  const { id, key, isPreview, objectKey } = file;
  const store = storeOf(deps, objectKey);
  const limit = limitOf(file);
  const hash = createHash('sha256');
  let size = 0;
  let number = 0;
  for await (const { bytes, isLast } of parts) {
    hash.update(bytes);
    size += bytes.length;
    const place = { attachmentId: id, isPreview, number, isLast };
    const part = { fileId: id, objectKey, isPreview, number };
    await limit(() => store.write(part, encryptPart(key, bytes, place)));
    number += 1;
  }
  return { size, sha256: hash.digest() };
}

/** Where the file lies now: it may have been moved since its row was read. */
async function placeNow({ db }: Deps, { id }: StoredFile): Promise<string | null | undefined> {
  const row = await db.selectFrom('attachments').select('object_key').where('id', '=', id).executeTakeFirst();
  return row?.object_key;
}

/** An encrypted part. @throws DecryptionError where it is not there */
export async function readEncrypted(deps: Deps, file: StoredFile, number: number): Promise<Buffer> {
  const part = { fileId: file.id, isPreview: file.isPreview, number };
  const found = await storeOf(deps, file.objectKey).read({ ...part, objectKey: file.objectKey });
  if (found) return found;
  const objectKey = await placeNow(deps, file);
  const moved =
    objectKey === undefined || objectKey === file.objectKey
      ? undefined
      : await storeOf(deps, objectKey).read({ ...part, objectKey });
  if (!moved) throw new DecryptionError(`part ${number} of file ${file.id} is missing`);
  return moved;
}

/** One decrypted part. @throws DecryptionError, also where the file was cut off */
export async function readPart(deps: Deps, file: WholeFile, number: number): Promise<Buffer> {
  const isLast = number === countParts(file.size) - 1;
  const place = { attachmentId: file.id, isPreview: file.isPreview, number, isLast };
  return limitOf(file)(async () => decryptPart(file.key, await readEncrypted(deps, file, number), place));
}

/** The original bytes, a part at a time. @throws DecryptionError */
export async function* readParts(deps: Deps, file: WholeFile, from = 0): AsyncGenerator<Buffer> {
  for (let number = from; number < countParts(file.size); number += 1) yield await readPart(deps, file, number);
}

/** The whole of a file, in memory. */
export async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** Bytes at a place of the file, as many as its part holds. Empty behind the end. */
export async function readAt(deps: Deps, file: WholeFile, offset: number): Promise<Buffer> {
  const number = Math.floor(offset / PART_BYTES);
  if (number >= countParts(file.size)) return Buffer.alloc(0);
  return (await readPart(deps, file, number)).subarray(offset % PART_BYTES);
}
