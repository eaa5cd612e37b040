import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDataDir } from '#server/config.ts';
import { newToken } from '#server/lib/tokens.ts';
import { type Cluster, initCluster, SUPERUSER, spawnPostgres, stopLeftover, waitUntilReady } from './cluster.ts';
import { lockDataDir } from './data-lock.ts';
import { findPlaces } from './places.ts';
import { postgresAccount } from './run-as.ts';

const DATABASE = 'shop';
/** Longest folder of a Unix socket: 103 bytes on macOS (107 on Linux) minus `/.s.PGSQL.5432`. */
const MAX_SOCKET_DIR_BYTES = 103 - '/.s.PGSQL.5432'.length;

export type EmbeddedPostgres = {
  connection: pg.ClientConfig;
  /** Stops it after its last transaction and unlocks the folder. */
  stop: () => Promise<void>;
  /** Resolves when it exits, on request or not. */
  ended: Promise<unknown>;
};

function keepPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password');
  if (!existsSync(file)) writeFileSync(file, newToken(), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Chooses the socket's folder: beside the data, or a short one when that path is too long. */
async function socketFolder(cluster: Cluster): Promise<{ path: string; remove: () => void }> {
  const beside = join(cluster.places.home, 'run');
  const isShort = Buffer.byteLength(beside) <= MAX_SOCKET_DIR_BYTES;
  if (isShort) mkdirSync(beside, { recursive: true, mode: 0o700 });
  const path = isShort ? beside : mkdtempSync(join(tmpdir(), 'shop-pg-'));
  if (cluster.account) await chown(path, cluster.account.uid, cluster.account.gid);
  return { path, remove: () => !isShort && rmSync(path, { recursive: true, force: true }) };
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function superuserConnection(socket: string, password: string): pg.ClientConfig {
  return { host: socket, port: 5432, user: SUPERUSER, password, database: DATABASE };
}

/** Line of `postmaster.pid` that names the folder of the socket. */
const SOCKET_LINE = 4;

/**
 * Returns the connection to the PostgreSQL that another process of this program runs in `dataDir`,
 * or undefined when none runs. For commands that run beside the shop.
 */
export function runningEmbeddedPostgres(dataDir: string): pg.ClientConfig | undefined {
  const { home } = findPlaces(dataDir, postgresAccount());
  const note = join(home, 'pgdata', 'postmaster.pid');
  const socket = existsSync(note) ? readFileSync(note, 'utf8').split('\n')[SOCKET_LINE] : undefined;
  return socket ? superuserConnection(socket, keepPassword(dataDir)) : undefined;
}

/**
 * Creates and starts a PostgreSQL under `dataDir` for this process alone, whose `settings` win over
 * those of the shop.
 * @throws DataDirInUse when another process has it; Error with PostgreSQL's message when it does
 *   not start
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  await prepareDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const account = postgresAccount();
    const places = findPlaces(dataDir, account);
    const cluster: Cluster = { places, account, pgdata: join(places.home, 'pgdata'), settings };
    const password = keepPassword(dataDir);
    stopLeftover(cluster);
    initCluster(cluster, password);

    const socket = await socketFolder(cluster);
    const logFile = join(dataDir, 'postgres.log');
    const child = spawnPostgres(cluster, socket.path, logFile);
    const ended = once(child, 'exit');
    const connection = superuserConnection(socket.path, password);
    await waitUntilReady(child, { ...connection, database: 'postgres' }, logFile);
    await ensureDatabase(connection);

    return {
      connection,
      ended,
      async stop() {
        // SIGINT is PostgreSQL's fast shutdown: rolls back open transactions, writes a checkpoint.
        child.ref();
        child.kill('SIGINT');
        if (child.exitCode === null && child.signalCode === null) await ended;
        socket.remove();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
