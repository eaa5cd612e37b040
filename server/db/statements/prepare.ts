import { createHash } from 'node:crypto';
import pg from 'pg';

/** Prepared statements per connection; further ones are planned each time, to bound memory. */
const MAX_PREPARED = 300;
const names = new Map<string, string>();
let madeNames = 0;

function nameFor(sql: string): string | undefined {
  const known = names.get(sql);
  if (known || names.size >= MAX_PREPARED) return known;
  madeNames += 1;
  const name = `${createHash('sha256').update(sql).digest('base64url')}-${madeNames}`;
  names.set(sql, name);
  return name;
}

/**
 * Adds a name to a parameterised statement in the arguments of `query`, so that PostgreSQL parses
 * and plans it once per connection; returns others unchanged.
 */
function prepared([statement, values, ...rest]: unknown[]): unknown[] {
  const isParameterised = typeof statement === 'string' && Array.isArray(values) && values.length > 0;
  const name = isParameterised ? nameFor(statement) : undefined;
  return name === undefined ? [statement, values, ...rest] : [{ name, text: statement, values }, ...rest];
}

/**
 * Whether PostgreSQL refused a prepared statement because it would return other columns than when
 * it was prepared: a later release has added one to a table meanwhile (decision 027). Nothing was
 * done.
 */
export function isPreparedForFormerColumns(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/**
 * Sends the arguments of `query`, prepared. A statement that was prepared for former columns is
 * sent again by another name; inside a transaction, which has failed by then, its first error
 * counts and `transaction` runs again.
 */
export function sendPrepared(args: unknown[], send: (args: unknown[]) => unknown): unknown {
  const result = send(prepared(args));
  if (!(result instanceof Promise)) return result;
  return result.catch((error: unknown) => {
    if (!isPreparedForFormerColumns(error)) throw error;
    // Others may read the changed table too: all of them are prepared again.
    names.clear();
    return Promise.resolve(send(prepared(args))).catch(() => {
      throw error;
    });
  });
}
