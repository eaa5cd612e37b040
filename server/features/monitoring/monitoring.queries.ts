import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#server/db/transaction.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Backlog } from './backlog.ts';

/** Timeout of connecting and of the statement; Prometheus allows ten seconds in total. */
const PATIENCE_MS = 2 * SECOND_MS;

/** Joins the counts of the features to one statement. */
function backlogStatement(db: Db, counts: Readonly<Record<string, RawBuilder<unknown>>>) {
  const columns = Object.entries(counts).map(([name, count]) => sql`${count} as ${sql.ref(name)}`);
  return sql<Backlog>`select ${sql.join(columns)}`.compile(db);
}

/**
 * Reads the backlog over a new connection, so that an exhausted pool cannot hide it.
 * @throws within four seconds when the database is unreachable, full or slow
 */
export async function readBacklog(
  { db, connection }: { db: Db; connection: pg.ClientConfig },
  counts: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<Backlog> {
  const client = new pg.Client({
    ...connection,
    application_name: 'shop metrics',
    connectionTimeoutMillis: PATIENCE_MS,
    // Also covers a network that drops all packets.
    query_timeout: PATIENCE_MS,
  });
  // Without a listener, an error while closing would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Not a startup parameter: PgBouncer refuses those.
    await client.query(`set statement_timeout = ${PATIENCE_MS}`);
    const { sql: text, parameters } = backlogStatement(db, counts);
    const { rows } = await client.query<Backlog>(text, [...parameters]);
    if (!rows[0]) throw new Error('a select of counts gives one row');
    return rows[0];
  } finally {
    // Not awaited: over a dead network the connection never closes cleanly.
    client.end().catch(() => {});
  }
}
