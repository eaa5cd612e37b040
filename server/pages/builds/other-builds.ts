import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { OpenDatabase } from '#server/db/connection.ts';
import type { Encoding } from '#server/http/encodings.ts';
import { refuseOverload } from '#server/http/guards/load-guard.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { isHashedName } from './read-build.ts';
import { digestOf, type SealedContent, sealPlace } from './seal-file.ts';

/** A published file as it is sent. */
export type PublishedFile = { type: string; etag: string; bodies: Partial<Record<Encoding, Buffer>> };

export type OtherBuilds = {
  /** Finds a file by its path without the slash in front; undefined when no build has it. */
  find: (name: string) => Promise<PublishedFile | undefined>;
};

type Deps = Pick<OpenDatabase, 'db' | 'pool'> & { dataKeys: DataKeys; log: FastifyBaseLogger };

/** A build with its fonts is 5 MB, of which tabs ask for a part. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Between two queries for builds, however many unknown names are asked for. */
const LOOK_EVERY_MS = SECOND_MS;

/**
 * Returns a function that runs `read` and shares it among its callers: each call waits for a run
 * that begins after the call, and runs begin at most once per interval.
 */
function sharedLook(read: () => Promise<void>): () => Promise<void> {
  let pause: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= pause.then(() => {
      next = undefined;
      const reading = read();
      pause = Promise.allSettled([reading, delay(LOOK_EVERY_MS, undefined, { ref: false })]);
      return reading;
    });
    return next;
  };
}

/**
 * Returns whether a process with the same `DATA_KEYS` published the file as it is: a right to write rows is not
 * enough to have a script sent to browsers.
 */
function isSealed({ dataKeys, log }: Deps, row: SealedContent & { id: number; seal: Buffer }, digest: Buffer): boolean {
  try {
    if (dataKeys.decrypt(row.seal, sealPlace(row.id)).equals(digest)) return true;
    log.error({ file: row.name }, 'published file was changed');
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error({ err: error, file: row.name }, 'published file was changed');
  }
  return false;
}

async function readFileOf(deps: Deps, name: string): Promise<PublishedFile | undefined> {
  const row = await deps.db.selectFrom('build_files').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) return undefined;
  const digest = digestOf(row);
  if (!isSealed(deps, row, digest)) return undefined;
  return {
    type: row.type,
    etag: digest.toString('base64url').slice(0, 22),
    bodies: {
      identity: row.body,
      ...(row.body_gzip && { gzip: row.body_gzip }),
      ...(row.body_br && { br: row.body_br }),
    },
  };
}

function bytesOf({ bodies }: PublishedFile): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.length, 1);
}

/** Finds files of builds that other processes published, and keeps them in memory. */
export function createOtherBuilds(deps: Deps): OtherBuilds {
  const { db, pool } = deps;
  const builds = new Set<string>();
  const names = new Set<string>();
  const files = new LRUCache<string, PublishedFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: bytesOf,
    fetchMethod: async (name) => {
      await refuseOverload(pool);
      return readFileOf(deps, name);
    },
  });
  const look = sharedLook(async () => {
    const found = await db
      .selectFrom('builds')
      .select(['id', 'names'])
      .where(sql<boolean>`id <> all(${[...builds]}::text[])`)
      .execute();
    for (const build of found) {
      builds.add(build.id);
      for (const name of build.names) names.add(name);
    }
  });
  return {
    async find(name) {
      if (!isHashedName(name)) return undefined;
      if (!names.has(name)) await look();
      return names.has(name) ? files.fetch(name) : undefined;
    },
  };
}
