import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { ReadOnlyServer } from './away.ts';
import { createQueryPool } from './query-pool.ts';
import type { Database } from './tables.ts';
import { traceStatement } from './trace-statement.ts';
import type { Db } from './transaction.ts';

export type ConnectionOptions = {
  connection: pg.ClientConfig;
  poolSize: number;
  /** Application name in `pg_stat_activity`; 'shop' by default. */
  applicationName?: string;
  /** Called when an idle connection breaks; the pool replaces it. */
  onConnectionLost?: (error: Error) => void;
};

export type OpenDatabase = {
  db: Db;
  pool: pg.Pool;
  /** For callers that need a dedicated connection, such as LISTEN. */
  connection: pg.ClientConfig;
  close: () => Promise<void>;
};

/** Statement timeout of the server, and later of the client: a server that is gone ends nothing. */
const STATEMENT_MS = 15 * SECOND_MS;
const ANSWER_MS = STATEMENT_MS + 2 * SECOND_MS;
const IDLE_IN_TRANSACTION_MS = 30 * SECOND_MS;
/** One message per connection: PgBouncer refuses these limits among the startup parameters. */
const SESSION_LIMITS = `set statement_timeout = ${STATEMENT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

/**
 * Maximum age of a connection, so that none stays with a former primary, or bypasses a balancer,
 * for longer.
 */
const LIFETIME_MS = 15 * MINUTE_MS;
/**
 * Time after which an unused connection is closed. With the driver's default of ten seconds most
 * orders of a quiet shop would wait for a new connection, whose caches are empty.
 */
const IDLE_MS = 5 * MINUTE_MS;
/** Idle time after which the system sends keep-alive probes, ten times, once a second. */
const KEEP_ALIVE_MS = 5 * SECOND_MS;

const INT8_OID = 20;
const DATE_OID = 1082;

// `bigint` values such as counts arrive as text; all of ours fit a safe integer.
pg.types.setTypeParser(INT8_OID, Number);
// A day has no time zone: it stays text as in `2026-03-01`.
pg.types.setTypeParser(DATE_OID, String);

/**
 * Refuses a server that takes no writes, as `target_session_attrs=read-write` does in libpq: the
 * address may still lead to a former primary.
 * @throws ReadOnlyServer
 */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer();
}

/** Creates a pool that connects lazily. */
export function openDatabase(options: ConnectionOptions): OpenDatabase {
  const { connection, poolSize, applicationName = 'shop', onConnectionLost } = options;
  const pool = new pg.Pool({
    ...connection,
    application_name: applicationName,
    connectionTimeoutMillis: 5 * SECOND_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    max: poolSize,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_MS / SECOND_MS,
    async onConnect(client) {
      await client.query(SESSION_LIMITS);
      await requirePrimary(client);
    },
  });
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', (error) => onConnectionLost?.(error));
  pool.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: createQueryPool(pool) }),
    log: traceStatement,
  });
  return {
    db,
    pool,
    connection,
    async close() {
      await db.destroy();
      // The query builder does not end a pool that it has never used.
      if (!pool.ended) await pool.end();
    },
  };
}
