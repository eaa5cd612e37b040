import type { Kysely, Transaction } from 'kysely';
import { isPlanOutdated } from './prepared-statements.ts';
import type { Database } from './tables.ts';

export type Db = Kysely<Database>;

declare const inTransaction: unique symbol;
/**
 * A database handle inside a transaction. Only `transaction` creates one, so a function that takes
 * it cannot run outside of one.
 */
export type Trx = Transaction<Database> & { readonly [inTransaction]: true };
export type DbOrTrx = Db | Trx;

type AfterCommit = (db: Db) => void;

const afterCommit = new WeakMap<Trx, AfterCommit[]>();

/**
 * Runs `act` with the handle outside of the transaction once it is committed; not at all when it is
 * rolled back. `act` must not throw.
 */
export function onCommit(trx: Trx, act: AfterCommit): void {
  const acts = afterCommit.get(trx);
  if (acts) acts.push(act);
  else afterCommit.set(trx, [act]);
}

/**
 * SQLSTATEs of serialisation failures and deadlocks, after which the transaction is retried:
 * nothing was written.
 */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 3;

function isRetryable(error: unknown): boolean {
  if (isPlanOutdated(error)) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE.has(error.code);
}

function brand(trx: Transaction<Database>): asserts trx is Trx {
  if (!trx.isTransaction) throw new Error('not a transaction');
}

/**
 * Runs `work` in one transaction: commits when it returns, rolls back when it throws. Runs `work`
 * again, a few times, after a deadlock, so it must only run SQL through the given handle.
 */
export async function transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactionOnce(db, work);
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
    }
  }
}

async function transactionOnce<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  let acts: AfterCommit[] = [];
  const result = await db.transaction().execute(async (trx) => {
    brand(trx);
    const worked = await work(trx);
    acts = afterCommit.get(trx) ?? [];
    return worked;
  });
  for (const act of acts) act(db);
  return result;
}
