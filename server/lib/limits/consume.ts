import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { networksOf } from '#server/lib/networks.ts';
import { SECOND_MS } from '#server/lib/time.ts';

/** Allowed requests per window; 0 points disable the limit. */
export type Limit = { name: string; points: number; windowMs: number };

/** The requests of the window, this one included, and the time until the window ends. */
type Counted = { points: number; left_ms: number };

/** The database's clock: the instances' own clocks may differ from each other. */
const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Counts a request in the key's window, which begins with its first request. In a transaction the
 * key's row stays locked until the commit, so requests with one key run in turn.
 */
async function count(db: DbOrTrx, { name, windowMs }: Limit, key: string, amount: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    insert into rate_limits as kept (key, points, expire)
    values (${`${name}:${key}`}, ${amount}, ${NOW_MS} + ${windowMs}::bigint)
    on conflict (key) do update set
      points = case when kept.expire <= ${NOW_MS} then excluded.points else kept.points + excluded.points end,
      expire = case when kept.expire <= ${NOW_MS} then excluded.expire else kept.expire end
    returning points, (expire - ${NOW_MS})::float8 as left_ms`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('no count was returned');
  return counted;
}

/**
 * Counts a request, before it is carried out: many at once cannot pass the limit together. In a
 * transaction the count is part of it, and a refusal takes it back.
 * @throws AppError TOO_MANY_REQUESTS beyond the limit, with the time until the window ends
 */
export async function consume(db: DbOrTrx, limit: Limit, key: string, amount = 1): Promise<void> {
  const counted = await count(db, limit, key, amount);
  if (limit.points === 0 || counted.points <= limit.points) return;
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(counted.left_ms / SECOND_MS)) });
}

/** Counts an act that is skipped beyond the limit instead of refused. Returns false beyond it. */
export async function tryConsume(db: DbOrTrx, limit: Limit, key: string, amount = 1): Promise<boolean> {
  const { points } = await count(db, limit, key, amount);
  return limit.points === 0 || points <= limit.points;
}

/** Takes one request back that turned out to be legitimate. */
export async function giveBack(db: DbOrTrx, { name }: Limit, key: string): Promise<void> {
  await sql`update rate_limits set points = points - 1
    where key = ${`${name}:${key}`} and points > 0 and expire > ${NOW_MS}`.execute(db);
}

/** Ends the key's window. */
export async function resetLimit(db: DbOrTrx, { name }: Limit, key: string): Promise<void> {
  await sql`delete from rate_limits where key = ${`${name}:${key}`}`.execute(db);
}

/**
 * Counts a request of a client address: of IPv6 also for the networks around it, because one
 * customer of a provider owns thousands of networks of 64 bits.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function consumeFrom(db: DbOrTrx, limit: Limit, address: string): Promise<void> {
  for (const { key, share } of networksOf(address)) {
    await consume(db, { ...limit, points: limit.points * share }, key);
  }
}

/** Takes back what `consumeFrom` counted. */
export async function giveBackFrom(db: DbOrTrx, limit: Limit, address: string): Promise<void> {
  for (const { key } of networksOf(address)) await giveBack(db, limit, key);
}
