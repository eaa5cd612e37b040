import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { KeyRing, Place } from '#server/lib/keys/key-ring.ts';
import type { SealedColumn } from './feature.ts';
import { SEALED_COLUMNS } from './features.ts';

const BATCH = 500;

type Value = { id: number; value: Buffer };

/** Rows behind `after` whose value another key than the writing one wrote. */
async function readBatch(db: Db, column: SealedColumn, prefix: Buffer, after: number): Promise<Value[]> {
  const value = sql.ref(column.column);
  const { rows } = await sql<Value>`
    select id, ${value} as value from ${sql.table(column.table)}
    where id > ${after} and substring(${value} from 1 for ${prefix.length}) <> ${prefix}
    order by id limit ${BATCH}`.execute(db);
  return rows;
}

/** Writes a value under the writing key, unless it was changed meanwhile. */
async function rewrite(db: Db, ring: KeyRing, { table, column, hash }: SealedColumn, row: Value): Promise<void> {
  const place: Place = `${table}.${column}:${row.id}`;
  const bytes = ring.decrypt(row.value, place);
  const hashed = hash
    ? sql`, ${sql.ref(hash.column)} = ${ring.hash(hash.of(bytes.toString()), `${table}.${hash.column}`)}`
    : sql``;
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${ring.encrypt(bytes, place)}${hashed}
    where id = ${row.id} and ${sql.ref(column)} = ${row.value}`.execute(db);
}

/**
 * Encrypts every stored value with the first key of the ring and forgets the others, so that they
 * can leave `DATA_KEYS`. Files keep their bytes: only their own keys are encrypted again. Safe beside
 * running processes that have the same ring, and to run again after it was interrupted. Returns how
 * many values were rewritten, by column.
 * @throws DecryptionError for a value that no key of the ring can read; what was rewritten stays
 */
export async function rotateKeys(db: Db, ring: KeyRing): Promise<Record<string, number>> {
  const [writer] = ring.keys;
  if (!writer) throw new Error('a key ring has a key');
  const fingerprint = { id: writer.id, fingerprint: writer.fingerprint };
  await db
    .insertInto('data_keys')
    .values(fingerprint)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const counts: Record<string, number> = {};
  for (const column of SEALED_COLUMNS) {
    let count = 0;
    let after = 0;
    for (;;) {
      const rows = await readBatch(db, column, ring.writePrefix, after);
      for (const row of rows) await rewrite(db, ring, column, row);
      count += rows.length;
      after = rows.at(-1)?.id ?? after;
      if (rows.length < BATCH) break;
    }
    counts[`${column.table}.${column.column}`] = count;
  }
  await db.deleteFrom('data_keys').where('id', '<>', writer.id).execute();
  return counts;
}
