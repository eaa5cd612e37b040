import type { ClientBase } from 'pg';
import { BackupError } from './backup-files.ts';

export type SchemaTable = { name: string; columns: string[] };

/** Quotes an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Lists the tables of the shop with their columns, except generated ones, each table after those
 * that it references. Omits the tables of the job queue: jobs are created again from the rows
 * that need them.
 * @throws BackupError when tables refer to each other in a circle
 */
export async function listTables(client: ClientBase): Promise<SchemaTable[]> {
  const { rows: tables } = await client.query<SchemaTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'schema_migrations'
    group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`);
  return inOrder(tables, references);
}

function inOrder(tables: readonly SchemaTable[], references: readonly { from: string; to: string }[]): SchemaTable[] {
  const ordered: SchemaTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const next = left.filter(({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)));
    if (next.length === 0) throw new BackupError(`tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}
