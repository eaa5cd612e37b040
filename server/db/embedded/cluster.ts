import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Places } from './places.ts';
import type { Account } from './run-as.ts';

export const SUPERUSER = 'shop';
const START_PATIENCE_MS = 60 * SECOND_MS;
const POLL_MS = 15;

/** Runs the programs of one PostgreSQL as its account. They inherit only the locale. */
export type Cluster = {
  places: Places;
  pgdata: string;
  account: Account;
  /** Settings, `name=value`, that win over those of the shop. */
  settings: readonly string[];
};

function environment(): NodeJS.ProcessEnv {
  return { LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

function program({ places }: Cluster, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(places.native, 'bin', name);
}

/**
 * Creates the data folder: UTF-8, locale C.UTF-8, password authentication. The folder gets its
 * final name only when complete, so that an interrupted start is repeated.
 */
export function initCluster(cluster: Cluster, password: string): void {
  const { pgdata, account, places } = cluster;
  if (existsSync(pgdata)) return;
  const unfinished = `${pgdata}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = join(places.home, 'initial-password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  try {
    execFileSync(
      program(cluster, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...account, cwd: '/', env: environment(), stdio: ['ignore', 'ignore', 'pipe'] },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, pgdata);
}

/** Stops a PostgreSQL that outlived its parent (after `kill -9`); its committed data is on disk. */
export function stopLeftover(cluster: Cluster): void {
  const pidFile = join(cluster.pgdata, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const args = ['stop', '-D', cluster.pgdata, '-m', 'fast', '-w', '-t', '30'];
  // Fails when only a stale pid file is left, which PostgreSQL itself checks and replaces.
  spawnSync(program(cluster, 'pg_ctl'), args, { ...cluster.account, cwd: '/', env: environment(), stdio: 'ignore' });
}

/**
 * Starts PostgreSQL on a Unix socket in `socketDir` only, in its own session: a Ctrl-C in the
 * terminal reaches only this process, which stops the database after its last request.
 */
export function spawnPostgres(cluster: Cluster, socketDir: string, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketDir}`,
    'unix_socket_permissions=0700',
    'fsync=on',
    'max_connections=100',
    'jit=off',
    'timezone=UTC',
    ...cluster.settings,
  ];
  const args = ['-D', cluster.pgdata, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(program(cluster, 'postgres'), args, {
    ...cluster.account,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', 'ignore', log],
  });
  // The shop stops it explicitly; it must not keep a failed process alive.
  child.unref();
  return child;
}

function lastLines(logFile: string): string {
  return existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' / ') : '';
}

/** Waits until it accepts connections. @throws Error with the end of its log on exit or timeout */
export async function waitUntilReady(child: ChildProcess, connection: pg.ClientConfig, logFile: string): Promise<void> {
  for (let waited = 0; waited < START_PATIENCE_MS; waited += POLL_MS) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`PostgreSQL did not start: ${lastLines(logFile)}`);
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Not listening yet, or still recovering; waiting does not solve other errors.
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED' && code !== '57P03') throw error;
    }
    await delay(POLL_MS);
  }
  throw new Error(`PostgreSQL did not start in time: ${lastLines(logFile)}`);
}
