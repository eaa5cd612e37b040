import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { freePort, startShop } from '#tests/support/app/shop-process.ts';
import { backupFiles } from './backup-files.ts';

const root = resolve(import.meta.dirname, '../../..');

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'shop-commands-'));
  // A temporary folder is private by default; the database's account must be able to enter it.
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

type Outcome = { code: number | string | null | undefined; lines: string[] };

/** Runs a command as an operator does; returns the lines of its standard error. */
function run(script: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  const { PATH, HOME } = process.env;
  const options = { cwd: root, env: { PATH, HOME, DATA_DIR: dataDir, ...env } };
  return new Promise((settle) => {
    execFile(process.execPath, [join('scripts', script), ...args], options, (error, _stdout, stderr) =>
      settle({ code: error ? error.code : 0, lines: stderr.split('\n').filter(Boolean) }),
    );
  });
}

it('the backup fails without a database, and creates none', async () => {
  expect(await run('db-backup.ts')).toEqual({
    code: 1,
    lines: [`DATABASE_URL: is not set, and there is no embedded database in ${dataDir}`],
  });
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each([
  ['db-backup.ts', []],
  ['db-restore.ts', ['no-such-folder']],
])('%s reports a failure in one line', async (script, args) => {
  const DATABASE_URL = `postgres://shop:very-secret@127.0.0.1:${await freePort()}/shop`;
  const { code, lines } = await run(script, args, { DATABASE_URL });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/the database cannot be reached: connect ECONNREFUSED|no complete backup/);
  expect(lines[0]).not.toContain('very-secret');
});

it("backs up the running shop's database, and reports a damaged backup in one line", async () => {
  const shop = await startShop(dataDir);
  const copy = join(dataDir, 'copy');
  const encrypted = join(dataDir, 'encrypted');
  const BACKUP_KEY = Buffer.alloc(32, 9).toString('base64');
  try {
    await shop.ready();
    expect(await run('db-backup.ts', [copy])).toEqual({ code: 0, lines: [] });
    expect(await run('db-backup.ts', [encrypted], { BACKUP_KEY })).toEqual({ code: 0, lines: [] });
  } finally {
    await shop.end('SIGTERM');
  }
  writeFileSync(backupFiles(copy, undefined).tableFile('users'), 'nonsense');
  const { code, lines } = await run('db-restore.ts', [copy]);
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringContaining('users.copy.gz is damaged')]);
  expect(await run('db-restore.ts', [encrypted])).toEqual({
    code: 1,
    lines: [`${encrypted} is encrypted; set BACKUP_KEY to the key that it was made with`],
  });
});

it('production makes no backup without BACKUP_KEY', async () => {
  const env = {
    DATA_KEYS: newDataKey(),
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    PAYMENT_SANDBOX: '1',
  };
  const { code, lines } = await run('db-backup.ts', [], { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/shop' });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^BACKUP_KEY: missing; accepted: /)]);
});
