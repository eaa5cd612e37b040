import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresAccount } from '#server/db/embedded/run-as.ts';
import { kill, type Programs, run } from './programs.ts';

export const SUPERUSER = 'postgres';
/** The cluster listens on loopback and lives for minutes. */
export const PASSWORD = 'failover-drill';
/** The times of docs/operations.md. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 3 };

export type NodeAddress = { name: string; port: number; restPort: number };

/** One machine of the cluster: Patroni with its PostgreSQL. */
export type PatroniNode = NodeAddress & {
  start: () => void;
  /** Ends or stops all processes at once, as if the machine were lost or hung. */
  signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void;
  /** Ends what is left of it. */
  end: () => Promise<void>;
  /** Last lines of Patroni's log. */
  lastLines: () => string;
};

/** Patroni's configuration; JSON is YAML. */
function configuration(address: NodeAddress, folder: string, etcdPort: number, programs: Programs): string {
  const { name, port, restPort } = address;
  const authentication = Object.fromEntries(
    [
      ['superuser', SUPERUSER],
      ['replication', 'replicator'],
      ['rewind', 'rewinder'],
    ].map(([role, username]) => [role, { username, password: PASSWORD }]),
  );
  return JSON.stringify({
    scope: 'drill',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // Never `etcd3` with Patroni before 3.1: see "Failover" in docs/operations.md.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, client_connection_check_interval: '500ms', shared_buffers: '64MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: programs.postgresFolder,
      pgpass: join(folder, 'pgpass'),
      authentication,
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
  });
}

function postmasterOf(folder: string): number | undefined {
  const file = join(folder, 'data', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function statOf(pid: number): { name: string; parent: number } | undefined {
  try {
    const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/**
 * The running PostgreSQL of a folder with its children; a file of a dead one may name another
 * program by now.
 */
function postgresProcesses(folder: string): number[] {
  const postmaster = postmasterOf(folder);
  if (postmaster === undefined || statOf(postmaster)?.name !== 'postgres') return [];
  const others = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return [postmaster, ...others.filter((pid) => statOf(pid)?.parent === postmaster)];
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

/** Prepares a node in `parent`; `start` runs it. */
export function createNode(address: NodeAddress, parent: string, etcdPort: number, programs: Programs): PatroniNode {
  const folder = join(parent, address.name);
  mkdirSync(folder);
  const account = postgresAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const [configFile, logFile] = [join(folder, 'patroni.json'), join(parent, `${address.name}.log`)];
  writeFileSync(configFile, configuration(address, folder, etcdPort, programs));
  let child: ChildProcess | undefined;

  function signal(name: NodeJS.Signals): void {
    child?.kill(name);
    for (const pid of postgresProcesses(folder)) send(pid, name);
  }

  return {
    ...address,
    start() {
      child = run(programs.patroni, [configFile], folder, logFile);
    },
    signal,
    async end() {
      signal('SIGKILL');
      if (child) await kill(child);
    },
    lastLines: () =>
      existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n  ') : '',
  };
}
