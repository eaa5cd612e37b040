import type { Config } from '#server/config.ts';
import type { FileStores } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

/** A part is tried twice, and a call is to be answered within its deadline. */
const SHARE_OF_DEADLINE = 0.4;

/** The stores of the configuration; nothing connects yet. */
export function createFileStores({ files, serving }: Pick<Config, 'files' | 'serving'>): FileStores {
  const timeoutMs = Math.ceil(serving.deadlineMs * SHARE_OF_DEADLINE);
  return { objects: files.store && createS3Store(files.store, timeoutMs), isWritten: files.isWritten };
}
