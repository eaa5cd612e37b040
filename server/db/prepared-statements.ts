import { createHash } from 'node:crypto';
import pg from 'pg';

/** Prepared statements per connection; further ones are planned each time, to bound memory. */
const MAX_NAMES = 300;
const names = new Map<string, string>();
let generation = 0;

/**
 * Name under which the driver prepares a statement, so that PostgreSQL parses and plans it once per
 * connection; undefined for one that is planned each time.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `${generation}-${createHash('sha256').update(sql).digest('base64url')}`;
  names.set(sql, name);
  return name;
}

/**
 * Returns whether PostgreSQL refused a prepared statement because it would return other columns than when it was
 * prepared: a later release has added one to a table meanwhile (decision 027). Nothing was done.
 */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** Lets every connection prepare its statements again: all of them may read the changed table. */
export function forgetPlans(): void {
  generation += 1;
  names.clear();
}
