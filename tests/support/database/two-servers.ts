import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';

/** One of two PostgreSQL servers, of which one follows the other by streaming replication. */
export type ReplicatedServer = {
  connection: pg.ClientConfig;
  /** Runs one statement. */
  query: <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>;
  /** Returns whether it has replayed all that the other one, which is the primary, has written. */
  hasAllOf: (primary: ReplicatedServer) => Promise<boolean>;
  /** Makes it the primary. */
  promote: () => Promise<void>;
  /** Stops it after the other one has all that was committed. */
  stop: () => Promise<void>;
  /** Starts it as the standby of the other one. */
  startAsStandby: () => Promise<void>;
  /** Ends it at once, without a checkpoint. */
  crash: () => Promise<void>;
};

async function queryOn<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client({ ...connection, application_name: 'test' });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Marks the data as those of a standby; PostgreSQL takes the mark away when it is promoted. */
function markAsStandby(pgdata: string): void {
  const mark = join(pgdata, 'standby.signal');
  const { uid, gid } = statSync(pgdata);
  writeFileSync(mark, '');
  chownSync(mark, uid, gid);
}

function replicated(folder: string, first: EmbeddedPostgres): ReplicatedServer {
  const pgdata = join(folder, 'postgres/pgdata');
  let running: EmbeddedPostgres | undefined = first;
  const { connection } = first;
  const query: ReplicatedServer['query'] = (sql) => queryOn(connection, sql);
  async function stop(): Promise<void> {
    await running?.stop();
    running = undefined;
  }
  return {
    connection,
    query,
    async hasAllOf(primary) {
      const [{ at } = {}] = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
      const [{ isSo = false } = {}] = await query<{ isSo: boolean }>(
        `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as "isSo"`,
      );
      return isSo;
    },
    promote: () => query('select pg_promote()').then(() => {}),
    stop,
    async startAsStandby() {
      markAsStandby(pgdata);
      running = await startEmbeddedPostgres(folder);
    },
    async crash() {
      const pid = Number(readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGQUIT');
      await running?.ended;
      await stop();
    },
  };
}

/** Lets a server follow another one whenever it is marked as a standby. */
function setPrimary(folder: string, { host, port, user, password }: pg.ClientConfig): void {
  const conninfo = `host=${host} port=${port} user=${user} password=${password}`;
  appendFileSync(join(folder, 'postgres/pgdata/postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
}

/** Starts a primary and its standby, with an empty database. */
export async function startTwoServers() {
  const root = mkdtempSync(join(tmpdir(), 'shop-two-'));
  const [firstFolder, secondFolder] = [join(root, 'first'), join(root, 'second')];
  // The account that PostgreSQL runs as has to enter them.
  for (const folder of [root, firstFolder, secondFolder]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  const made = await startEmbeddedPostgres(firstFolder);
  await made.stop();
  execFileSync('cp', ['-a', `${firstFolder}/.`, secondFolder]);
  const primary = await startEmbeddedPostgres(firstFolder);
  setPrimary(secondFolder, primary.connection);
  markAsStandby(join(secondFolder, 'postgres/pgdata'));
  const standby = await startEmbeddedPostgres(secondFolder);
  setPrimary(firstFolder, standby.connection);
  const [first, second] = [replicated(firstFolder, primary), replicated(secondFolder, standby)];
  return {
    first,
    second,
    async close() {
      await first.stop();
      await second.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
