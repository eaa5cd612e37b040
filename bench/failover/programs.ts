import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresAccount } from '#server/db/embedded/run-as.ts';

/** Paths of the programs of a cluster. */
export type Programs = { patroni: string; etcd: string; haproxy: string; postgresFolder: string };

const OLDEST_POSTGRES = 15;
const POLL_MS = 100;
/**
 * Below the ports that the system gives to outgoing connections: a stopped node gets its port back.
 */
const PORTS = { first: 20_000, last: 31_000 };

function find(program: string): string | undefined {
  try {
    const script = `PATH="$PATH:/usr/sbin" command -v ${program}`;
    return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

function findPostgres(): string | undefined {
  const versionOf = (folder: string) => Number(/\/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
  const folders = globSync('/usr/lib/postgresql/*/bin').filter((folder) => versionOf(folder) >= OLDEST_POSTGRES);
  return folders.toSorted((a, b) => versionOf(b) - versionOf(a))[0];
}

/** Finds the programs of Debian's packages; returns the names of the packages that are missing. */
export function findPrograms(): Programs | { missing: string[] } {
  const [patroni, etcd, haproxy, postgresFolder] = [find('patroni'), find('etcd'), find('haproxy'), findPostgres()];
  if (patroni && etcd && haproxy && postgresFolder) return { patroni, etcd, haproxy, postgresFolder };
  const found = { patroni, 'etcd-server': etcd, haproxy, postgresql: postgresFolder };
  return { missing: Object.entries(found).flatMap(([name, path]) => (path ? [] : [name])) };
}

/**
 * Runs a program as the account of PostgreSQL, which refuses to run as root; its output goes to
 * `logFile`.
 */
export function run(program: string, args: string[], home: string, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o644);
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  return spawn(program, args, { ...postgresAccount(), cwd: home, env, stdio: ['ignore', log, log] });
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Ends a program that has nothing to save. */
export async function kill(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}

/** Finds so many free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  let port = PORTS.first + Math.floor(Math.random() * (PORTS.last - PORTS.first));
  for (; ports.length < count; port += 1) if (await isFree(port)) ports.push(port);
  return ports;
}

/**
 * Waits until `check` answers true; an error in it counts as "not yet". @throws Error after
 * `seconds`
 */
export async function until(
  what: string,
  seconds: number,
  signal: AbortSignal,
  check: () => Promise<boolean>,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await check().catch(() => false))) {
    if (performance.now() - startedAt > seconds * 1000) throw new Error(`not within ${seconds} s: ${what}`);
    await delay(POLL_MS, undefined, { signal });
  }
}
