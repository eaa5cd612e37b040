import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ValuesOrSlots } from '#server/db/statements/compile-once.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';

/** Allowed requests per duration; 0 points disable the limit. */
export type RateLimit = { name: string; points: number; durationMs: number };

function tooMany(msBeforeNext: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / SECOND_MS)) });
}

export type RateLimiter = {
  /** Counts one; throws TOO_MANY_REQUESTS when the limit is exceeded. */
  consume: (key: string) => Promise<void>;
  /** Takes one back, for a legitimate request. */
  giveBack: (key: string) => Promise<void>;
  /** Resets the key. */
  reset: (key: string) => Promise<void>;
};

/** Creates a limit stored in PostgreSQL, which holds across instances and restarts. */
export function createRateLimiter(pool: Pool, limit: RateLimit): RateLimiter {
  if (limit.points === 0) {
    const nothing = async () => {};
    return { consume: nothing, giveBack: nothing, reset: nothing };
  }
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // A job deletes expired rows; the library's timer would run once per instance.
    clearExpiredByTimeout: false,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.durationMs / SECOND_MS,
  });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}

/** Creates a limit of this process alone, for calls that must not cost a statement. */
export function createMemoryLimiter(limit: RateLimit): Pick<RateLimiter, 'consume'> {
  const limiter = new RateLimiterMemory({ points: limit.points, duration: limit.durationMs / SECOND_MS });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason;
      }
    },
  };
}

/** What `counting` returns: the calls of the window, and its end. */
export type WindowCount = { points: number; expire: number };

/**
 * A count's row: its key, the time of the call and the end of a window that begins with it, in
 * milliseconds.
 */
export type Count = { countKey: string; at: number; until: number };

export function countOf({ name, durationMs }: RateLimit, key: string, now: Date): Count {
  const at = now.getTime();
  return { countKey: `${name}:${key}`, at, until: at + durationMs };
}

/**
 * Counts within a statement of the current transaction: the library would take another connection
 * and commit. Locks the key's row until the commit, so calls with one key run in turn, even when
 * the limit is disabled. `checkCounted` refuses the call.
 */
export function counting({ countKey, at, until }: ValuesOrSlots<Count>): RawBuilder<WindowCount> {
  return sql<WindowCount>`
    insert into rate_limits as kept (key, points, expire) values (${countKey}, 1, ${until})
    on conflict (key) do update set
      points = case when kept.expire <= ${at} then 1 else kept.points + 1 end,
      expire = case when kept.expire <= ${at} then excluded.expire else kept.expire end
    returning points, expire`;
}

/** @throws AppError TOO_MANY_REQUESTS beyond the limit */
export function checkCounted({ points }: RateLimit, counted: WindowCount, now: Date): void {
  if (points > 0 && counted.points > points) throw tooMany(counted.expire - now.getTime());
}

/** Counts within the current transaction, in a statement of its own. */
export async function consumeInTransaction(trx: Trx, limit: RateLimit, key: string, now: Date): Promise<void> {
  const [counted] = (await counting(countOf(limit, key, now)).execute(trx)).rows;
  if (counted) checkCounted(limit, counted, now);
}

/**
 * Counts an action that is skipped instead of refused at the limit. Returns how many more are
 * allowed within the window, or undefined when this one exceeds it. Beyond the limit it only reads,
 * so that callers do not queue for the row.
 */
export async function countWithin(db: DbOrTrx, limit: RateLimit, key: string, now: Date): Promise<number | undefined> {
  const at = now.getTime();
  const name = `${limit.name}:${key}`;
  const { rows } = await sql<{ points: number }>`
    insert into rate_limits as kept (key, points, expire)
    select ${name}::text, 1, ${at + limit.durationMs}::bigint
    where not exists (select from rate_limits where key = ${name} and points >= ${limit.points} and expire > ${at})
    on conflict (key) do update set
      points = case when kept.expire <= ${at} then 1 else kept.points + 1 end,
      expire = case when kept.expire <= ${at} then excluded.expire else kept.expire end
    returning points`.execute(db);
  const points = rows[0]?.points;
  return points === undefined || points > limit.points ? undefined : limit.points - points;
}
