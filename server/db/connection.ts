import { AsyncResource } from 'node:async_hooks';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { dropLostConnections } from './drop-lost.ts';
import { noteReleases, noteTaken } from './held-connections.ts';
import type { Pooling } from './pooling.ts';
import { sendPrepared } from './statements/prepare.ts';
import { traceStatement } from './statements/trace-statement.ts';
import type { Database } from './tables.ts';
import type { Db } from './transaction.ts';

export type ConnectionOptions = {
  connection: pg.ClientConfig;
  /** The database without the pooler in front of `connection`; the same unless given. */
  direct?: pg.ClientConfig | undefined;
  /** How `connection` is pooled; `session` unless given. */
  pooling?: Pooling | undefined;
  poolSize: number;
  /** Application name in `pg_stat_activity`; 'shop' by default. */
  applicationName?: string;
  /** Called when an idle connection breaks; the pool replaces it. */
  onConnectionLost?: (error: Error) => void;
};

export type OpenDatabase = {
  db: Db;
  pool: pg.Pool;
  /** For callers that need a dedicated connection, such as LISTEN; leads past a pooler. */
  connection: pg.ClientConfig;
  close: () => Promise<void>;
};

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const isConfig = typeof statement === 'object' && statement !== null && 'text' in statement;
  return isConfig && typeof statement.text === 'string' ? statement.text : undefined;
}

/** Statement timeout of the server, and later of the client: a server that is gone ends nothing. */
const STATEMENT_MS = 15 * SECOND_MS;
const ANSWER_MS = STATEMENT_MS + 2 * SECOND_MS;
const IDLE_IN_TRANSACTION_MS = 30 * SECOND_MS;

const limits = (set: string) =>
  `${set} statement_timeout = ${STATEMENT_MS}; ${set} idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
/** Sent once per connection: PgBouncer refuses them among the startup parameters. */
const SESSION_LIMITS = limits('set');
const TRANSACTION_LIMITS = limits('set local');

/**
 * Adapts the arguments of `query` to a pooler in transaction mode: no statement has a name, and a
 * transaction sets its own time limits as it begins, in the same message.
 */
function withoutSession([statement, ...rest]: unknown[]): unknown[] {
  if (statement === 'begin') return [`begin; ${TRANSACTION_LIMITS}`, ...rest];
  const hasName = typeof statement === 'object' && statement !== null && 'name' in statement;
  return [hasName ? { ...statement, name: undefined } : statement, ...rest];
}

/**
 * Client class of the pool. It names each parameterised statement, so that PostgreSQL parses and
 * plans it once per connection; the query builder has no option for that.
 */
function preparingClient({ pooling, onFailure }: ClientOptions): typeof pg.Client {
  const sendAdapted: typeof sendPrepared =
    pooling === 'transaction' ? (args, send) => send(withoutSession(args)) : sendPrepared;
  return class PreparingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.query = new Proxy(this.query, {
        apply: (query, client, args: unknown[]) => {
          if (args[0] === SESSION_LIMITS) return Reflect.apply(query, client, args);
          const text = textOf(args[0]);
          const result = traceStatement(text, args, (traced) =>
            sendAdapted(traced, (sent) => Reflect.apply(query, client, sent)),
          );
          if (result instanceof Promise) result.catch((error: unknown) => onFailure(this, error));
          return result;
        },
      });
    }
  };
}

type ClientOptions = {
  pooling: Pooling;
  onFailure: (client: pg.Client, error: unknown) => void;
};

/**
 * Records which call takes a connection, and preserves the async context of the call across
 * `pool.connect()`: a queued call would continue in the context of the one that released the
 * connection.
 */
function keepContext(pool: pg.Pool): void {
  pool.connect = new Proxy(pool.connect, {
    apply(connect, target, [callback]: unknown[]) {
      if (typeof callback !== 'function') {
        return Reflect.apply(connect, target, []).then((client: pg.PoolClient) => {
          const refusal = noteTaken(client);
          if (!refusal) return client;
          client.release();
          throw refusal;
        });
      }
      const bound = AsyncResource.bind((error: unknown, client: pg.PoolClient | undefined, release: unknown) => {
        const refusal = client && noteTaken(client);
        if (!refusal) return callback(error, client, release);
        client.release();
        return callback(refusal);
      });
      return Reflect.apply(connect, target, [bound]);
    },
  });
  noteReleases(pool);
}

/**
 * Maximum age of a connection, so that none stays with a former primary, or bypasses a balancer,
 * for longer.
 */
const LIFETIME_MS = 15 * MINUTE_MS;
/**
 * Time after which an unused connection is closed. The driver's default of ten seconds would give
 * most orders of a quiet shop a new connection, which plans each statement five times and fills its
 * caches: 43 ms of processor time in PostgreSQL.
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

/** Creates a pool that connects lazily. */
export function openDatabase(options: ConnectionOptions): OpenDatabase {
  const { connection, direct = connection, pooling = 'session', poolSize } = options;
  const { applicationName = 'shop', onConnectionLost } = options;
  const settings: pg.ClientConfig = {
    ...connection,
    application_name: applicationName,
    connectionTimeoutMillis: 5 * SECOND_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  let onFailure: ClientOptions['onFailure'] = () => {};
  const pool = new pg.Pool({
    ...settings,
    max: poolSize,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_MS / SECOND_MS,
    Client: preparingClient({ pooling, onFailure: (client, error) => onFailure(client, error) }),
    async onConnect(client) {
      if (pooling === 'session') await client.query(SESSION_LIMITS);
    },
  });
  keepContext(pool);
  onFailure = dropLostConnections(pool);
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', (error) => onConnectionLost?.(error));
  pool.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    connection: direct,
    async close() {
      await db.destroy();
      // The query builder does not end a pool that it has never used.
      if (!pool.ended) await pool.end();
    },
  };
}
