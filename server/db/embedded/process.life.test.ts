import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort, type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';

let dataDir: string;
const started: ShopProcess[] = [];

async function start(...args: Parameters<typeof startShop>): Promise<ShopProcess> {
  const shop = await startShop(...args);
  started.push(shop);
  return shop;
}

/** A temporary folder is private by default; the database's account must be able to enter it. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-life-'));
  chmodSync(folder, 0o755);
  return folder;
}

beforeEach(() => {
  dataDir = openFolder();
});

afterEach(async () => {
  for (const shop of started.splice(0)) await shop.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

type Jar = { cookie: string; token: string };

async function csrf(url: string): Promise<Jar> {
  const response = await fetch(`${url}/api/csrf-token`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  return {
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
    token: csrfToken,
  };
}

async function register(url: string, userId: string): Promise<number> {
  const { cookie, token } = await csrf(url);
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ userId, password: 'long enough 1', phone: '010-0000-0000', acceptedTos: true }),
  });
  return response.status;
}

async function isTaken(url: string, userId: string): Promise<boolean> {
  return (await fetch(`${url}/api/auth/check-userid/${userId}`)).status === 409;
}

describe('the embedded database', () => {
  // Created by the first start, and used by all tests, one after the other.
  let kept: string;
  let shop: ShopProcess;
  beforeAll(() => {
    kept = openFolder();
  });
  afterAll(async () => {
    await shop.end('SIGTERM');
    rmSync(kept, { recursive: true, force: true });
  });

  async function startKept(): Promise<void> {
    shop = await startShop(kept);
    await shop.ready();
  }

  it('is created at the first start, logs each migration, and hides its password', async () => {
    await startKept();
    const lines = shop.output().split('\n');
    expect(lines.find((line) => line.includes('0001-foundation.sql'))).toMatch(
      /"migration":"0001-foundation\.sql","ms":\d+,.*"msg":"migration applied"/,
    );
    expect(statSync(join(kept, 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  it('belongs to one process: a second start reports it in one line and changes nothing', async () => {
    const second = await start(kept);
    await expect(second.ready()).rejects.toThrow('in use by another process');
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect(second.child.exitCode).toBe(1);
    expect(await register(shop.url, 'untouched')).toBe(201);
  });

  it('refuses a wrong password in one line, without showing it', async () => {
    const socket = encodeURIComponent(join(kept, 'postgres', 'run'));
    const wrong = await start(dataDir, { DATABASE_URL: `postgres://postgres:very-secret@${socket}/shop` });
    await expect(wrong.ready()).rejects.toThrow('the database cannot be reached: password authentication failed');
    expect(wrong.output().trim().split('\n')).toHaveLength(1);
    expect(wrong.output()).not.toContain('very-secret');
  });

  it('lets one of two simultaneous starts have a folder with a creation that was interrupted, beside another one', async () => {
    mkdirSync(join(dataDir, 'postgres/pgdata.unfinished'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres/pgdata.unfinished/PG_VERSION'), '18\n');
    const both = [await start(dataDir), await start(dataDir)];
    const outcomes = await Promise.allSettled(both.map((one) => one.ready()));
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    // Neither uses a port, so both run at the same time.
    expect(await isTaken(shop.url, 'untouched')).toBe(true);
  });

  it('has its data after a stop, and every acknowledged write after a kill, whose PostgreSQL it replaces', async () => {
    expect(await shop.end('SIGTERM')).toBe(0);
    await startKept();
    expect(await isTaken(shop.url, 'untouched')).toBe(true);
    expect(await register(shop.url, 'answered')).toBe(201);
    await shop.end('SIGKILL');
    await startKept();
    expect(await isTaken(shop.url, 'answered')).toBe(true);
    // The signal arrives twice, as with Ctrl-C under npm: the stop happens once.
    shop.child.kill('SIGINT');
    expect(await shop.end('SIGINT')).toBe(0);
    expect(existsSync(join(kept, 'postgres/pgdata/postmaster.pid'))).toBe(false);
  });
});

// Only root can have a folder that the database's account cannot enter.
describe.runIf(process.getuid?.() === 0)('the embedded database of root', () => {
  it('is created in a staging folder when its account cannot enter DATA_DIR, runs as that account, and is found again', async () => {
    const hidden = mkdtempSync(join(homedir(), 'shop-life-'));
    const inside = join(hidden, 'data');
    try {
      const first = await start(inside);
      await first.ready();
      const home = readFileSync(join(inside, 'postgres-is-in.txt'), 'utf8').trim();
      expect(existsSync(join(home, 'pgdata'))).toBe(true);
      const pid = readFileSync(join(home, 'pgdata/postmaster.pid'), 'utf8').split('\n')[0] ?? '';
      expect(execFileSync('ps', ['-o', 'user=', '-p', pid], { encoding: 'utf8' }).trim()).not.toBe('root');
      expect(await register(first.url, 'hidden')).toBe(201);
      await first.end('SIGTERM');

      const second = await start(inside);
      await second.ready();
      expect(await isTaken(second.url, 'hidden')).toBe(true);
      await second.end('SIGTERM');
      rmSync(home, { recursive: true });
    } finally {
      rmSync(hidden, { recursive: true, force: true });
    }
  });
});

/** A start that the first administrator and the keys do not refuse. */
const PRODUCTION = {
  NODE_ENV: 'production',
  ADMIN_USER_ID: 'owner.kim',
  DATA_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
};

describe('a start that cannot succeed', () => {
  it('reports an unreachable database in one line, without its password', async () => {
    const shop = await start(dataDir, {
      DATABASE_URL: `postgres://shop:very-secret@127.0.0.1:${await freePort()}/shop`,
    });
    await expect(shop.ready()).rejects.toThrow('the database cannot be reached: connect ECONNREFUSED');
    expect(shop.output().trim().split('\n')).toHaveLength(1);
    expect(shop.output()).not.toContain('very-secret');
    expect(shop.child.exitCode).toBe(1);
  });

  it('reports missing built pages and the build command', async () => {
    const unbuilt = openFolder();
    const root = resolve(import.meta.dirname, '../../..');
    for (const part of ['server', 'shared', 'content', 'dist/app', 'package.json'])
      cpSync(join(root, part), join(unbuilt, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(unbuilt, 'node_modules'));
    try {
      const shop = await start(
        dataDir,
        { ...PRODUCTION, PAYMENT_SANDBOX: '1', PUBLIC_URL: 'https://shop.example' },
        unbuilt,
      );
      await expect(shop.ready()).rejects.toThrow('npm run build');
      expect(shop.output().trim().split('\n')).toHaveLength(1);
      expect(shop.child.exitCode).toBe(1);
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      rmSync(unbuilt, { recursive: true, force: true });
    }
  });

  it('names an unusable address in one line, and creates no database', async () => {
    const shop = await start(dataDir, { PUBLIC_URL: 'nonsense' });
    await expect(shop.ready()).rejects.toThrow('PUBLIC_URL');
    expect(shop.output().trim().split('\n')).toHaveLength(1);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('refuses the sandbox in production unless it is enabled explicitly', async () => {
    const refused = await start(dataDir, PRODUCTION);
    await expect(refused.ready()).rejects.toThrow('PAYMENT_SANDBOX=1');
  });
});
