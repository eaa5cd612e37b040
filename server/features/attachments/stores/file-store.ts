import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { createDatabaseStore } from './database-store.ts';
import type { ObjectStore } from './s3-store.ts';

/**
 * Which part of which file. `objectKey` is the random name of its objects; null: it lies in the
 * database.
 */
export type PartName = { fileId: number; objectKey: string | null; isPreview: boolean; number: number };

/**
 * Where the encrypted parts of files lie: the database, or an S3-compatible store (decision 051).
 * The bytes that are written are encrypted already.
 * @throws AppError FILES_UNAVAILABLE where the store does not do what it was asked to
 */
export type FileStore = {
  write: (part: PartName, bytes: Buffer) => Promise<void>;
  /** Undefined: it is not there. */
  read: (part: PartName) => Promise<Buffer | undefined>;
};

export type FileStores = {
  /** Undefined: all files lie in the database. */
  objects: ObjectStore | undefined;
  /** New files go to `objects`. */
  isWritten: boolean;
};

/** A name that says nothing and is never used again. */
export function newObjectKey(): string {
  return randomBytes(16).toString('hex');
}

const RETRY_AFTER_SECONDS = 30;

/** The store cannot be used now; `cause` says why. */
export function filesUnavailable(cause: unknown): AppError {
  return new AppError('FILES_UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'FILES_UNAVAILABLE';
}

/**
 * The store that a file lies in. @throws AppError FILES_UNAVAILABLE where none is configured any
 * more
 */
export function storeOf({ db, files }: { db: Db; files: FileStores }, objectKey: string | null): FileStore {
  if (objectKey === null) return createDatabaseStore(db);
  if (!files.objects) throw filesUnavailable(new Error('the file lies in an S3 store, and FILES_URL is not set'));
  return files.objects;
}
