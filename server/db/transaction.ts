import type { Kysely, Transaction } from 'kysely';
import type { Database } from './tables.ts';

export type Db = Kysely<Database>;

declare const inTransaction: unique symbol;
/**
 * A database handle inside a transaction. Only `transaction` makes one, so a function that asks for
 * it cannot run outside.
 */
export type Trx = Transaction<Database> & { readonly [inTransaction]: true };
export type DbOrTrx = Db | Trx;

/** Serialisation failures and deadlocks: the database asks to try the whole transaction again. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 3;

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE.has(error.code);
}

function brand(trx: Transaction<Database>): asserts trx is Trx {
  if (!trx.isTransaction) throw new Error('not a transaction');
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. May run `work` again after a
 * deadlock, so it must do nothing but SQL through the handle that it is given.
 */
export async function transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        brand(trx);
        return await work(trx);
      });
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
    }
  }
}
