import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { openDatabase } from './connection.ts';
import type { Db } from './transaction.ts';

/** How long reads use the primary after a failure, so that calls do not wait for a dead replica. */
const PAUSE_MS = 10 * SECOND_MS;
/** SQLSTATE of a statement timeout: the statement would time out on the primary too. */
const TOO_LONG = '57014';

/** For lists and statistics that may be slightly stale. Never for writes or decisions. */
export type ReadDb = {
  /**
   * Runs `work` on the replica when it is configured and reachable, else on the primary. May run
   * `work` twice, so it must only read.
   */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

type Options = { primary: Db; url: string | undefined; poolSize: number; clock: Clock; log: FastifyBaseLogger };

function isWorthAsking(error: unknown): boolean {
  return !(error instanceof AppError) && !(error instanceof Error && 'code' in error && error.code === TOO_LONG);
}

/** Opens a pool on the replica; without a URL all reads use the primary. */
export function openReadDb({ primary, url, poolSize, clock, log }: Options): ReadDb {
  if (url === undefined) return { read: (work) => work(primary), close: async () => {} };
  const replica = openDatabase({ connection: { connectionString: url }, poolSize, onConnectionLost: () => {} });
  let pausedUntil = 0;
  let saidAt = Number.NEGATIVE_INFINITY;

  function giveUp(error: unknown): void {
    const now = clock.now().getTime();
    pausedUntil = now + PAUSE_MS;
    if (now - saidAt < MINUTE_MS) return;
    saidAt = now;
    log.warn({ err: error }, 'database replica not used, the primary answers');
  }

  return {
    async read(work) {
      if (clock.now().getTime() < pausedUntil) return work(primary);
      try {
        return await work(replica.db);
      } catch (error) {
        if (!isWorthAsking(error)) throw error;
        giveUp(error);
        return work(primary);
      }
    },
    close: () => replica.close(),
  };
}
