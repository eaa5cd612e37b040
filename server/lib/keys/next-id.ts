import { sql } from 'kysely';
import type { Database } from '#server/db/tables.ts';
import type { Trx } from '#server/db/transaction.ts';

/** Takes the id of a row that is about to be inserted: its encrypted texts belong to the id. */
export async function nextId(trx: Trx, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a sequence gives a number');
  return id;
}
