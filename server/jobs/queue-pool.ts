import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { SECOND_MS } from '#server/lib/time.ts';

const FIRST_WAIT_MS = 50;
const MOST_WAIT_MS = 2 * SECOND_MS;
/** Every worker repeats its own statement, so an outage would log several lines a second. */
const LOG_EVERY_MS = 30 * SECOND_MS;
/**
 * Classes of PostgreSQL errors that a retry does not resolve: not supported, data, constraints,
 * syntax and rights.
 */
const PERMANENT_CLASSES = ['0A', '22', '23', '42'];

const NO_ANSWER: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

export type QueuePool = {
  /** For graphile-worker alone. */
  pool: pg.Pool;
  /**
   * From now on statements are repeated; before, while the runner starts, their errors are thrown.
   */
  startRepeating: () => void;
  /** From now on a statement that fails is not repeated. */
  close: () => void;
};

function isPermanent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && PERMANENT_CLASSES.some((prefix) => error.code?.startsWith(prefix));
}

/**
 * Wraps the pool so that the queue's statements never fail. graphile-worker 0.18 does not await the
 * statements that complete and fail a job, so an error in one would be an unhandled rejection and
 * end the process. Each statement is repeated until PostgreSQL answers; all of them may run twice.
 * One that cannot be answered returns no rows, and the lock of its job expires (job-locks.ts).
 */
export function createQueuePool(pool: pg.Pool, log: FastifyBaseLogger): QueuePool {
  const closing = new AbortController();
  let isRepeating = false;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function logFailure(error: unknown): void {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    if (isPermanent(error)) log.error({ err: error }, 'job queue statement failed');
    else log.warn({ err: error }, 'job queue statement failed, repeating');
  }

  async function repeat(statement: unknown[]): Promise<pg.QueryResult> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MOST_WAIT_MS)) {
      try {
        return await Reflect.apply(pool.query, pool, statement);
      } catch (error) {
        logFailure(error);
        if (closing.signal.aborted || isPermanent(error)) return NO_ANSWER;
        await delay(waitMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  // Stands for a client of the pool. Outside its own migrations graphile-worker needs no
  // transaction.
  const client = { query: (...statement: unknown[]) => repeat(statement), release: () => {} };

  function connect(...args: unknown[]): unknown {
    // With a callback it is the connection that listens: graphile-worker itself opens that one
    // again.
    const isForListening = typeof args[0] === 'function';
    return isRepeating && !isForListening ? Promise.resolve(client) : Reflect.apply(pool.connect, pool, args);
  }

  function query(...args: unknown[]): unknown {
    return isRepeating ? repeat(args) : Reflect.apply(pool.query, pool, args);
  }

  return {
    pool: new Proxy(pool, {
      get(target, key) {
        if (key === 'connect') return connect;
        if (key === 'query') return query;
        return Reflect.get(target, key);
      },
    }),
    startRepeating() {
      isRepeating = true;
    },
    close: () => closing.abort(),
  };
}
