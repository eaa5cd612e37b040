import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { FileStores } from '../stores/file-store.ts';

/**
 * Scans the bytes of a file. @throws Error where the scanner cannot be reached or does not answer
 */
export type Scanner = (bytes: AsyncIterable<Buffer>) => Promise<'clean' | 'infected'>;

/** Dependencies of attachments. */
export type AttachmentDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  dataKeys: DataKeys;
  events: Publisher;
  files: FileStores;
  /** Undefined: files are not scanned. */
  scanner: Scanner | undefined;
  /** 0 switches a limit off. */
  limits: { filesPerHour: number; fileMib: number };
};
