import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '#tests/support/app/shop-process.ts';

const root = resolve(import.meta.dirname, '..');

let dataDir: string;
let url: string;
let npm: ReturnType<typeof spawn>;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'shop-npm-'));
  // The account that PostgreSQL runs as has to enter it.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  // In a process group of its own: a signal reaches npm alone, as from a service manager.
  npm = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, PAGES: 'none', SEED_SAMPLE: '0' },
    stdio: 'ignore',
    detached: true,
  });
});
afterEach(() => {
  if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid, 'SIGKILL');
  if (postgresPid() > 0 && isAlive(postgresPid())) process.kill(postgresPid(), 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true });
});

/** 0 as long as it does not run. */
function postgresPid(): number {
  const note = join(dataDir, 'postgres/pgdata/postmaster.pid');
  return existsSync(note) ? Number(readFileSync(note, 'utf8').split('\n')[0]) : 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The signal goes to npm, not to its children. */
async function endNpm(): Promise<void> {
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
}

async function status(): Promise<number | undefined> {
  return (await fetch(`${url}/readyz`).catch(() => undefined))?.status;
}

const EVENTUALLY = { timeout: 50_000, interval: 25 };

it('SIGTERM to npm alone stops the server and its database', async () => {
  await expect.poll(status, EVENTUALLY).toBe(200);
  const postgres = postgresPid();
  await endNpm();
  await expect.poll(status, EVENTUALLY).toBe(undefined);
  await expect.poll(() => isAlive(postgres), EVENTUALLY).toBe(false);
});

it('SIGTERM during the start does not leave the database running', async () => {
  await expect.poll(postgresPid, { ...EVENTUALLY, interval: 2 }).toBeGreaterThan(0);
  const postgres = postgresPid();
  await endNpm();
  await expect.poll(() => isAlive(postgres), EVENTUALLY).toBe(false);
  await expect.poll(status, EVENTUALLY).toBe(undefined);
});
