import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';

let dataDir: string;
let shop: ShopProcess;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'shop-errors-'));
  // The temporary folder is private; the account that PostgreSQL runs as has to enter it.
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await shop.end('SIGKILL');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts the shop with code beside it that runs `statement` when the process receives SIGUSR2. */
async function startWith(statement: string): Promise<void> {
  const code = `process.on('SIGUSR2', () => { ${statement} })`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  shop = await startShop(dataDir, { NODE_OPTIONS, PAGES: 'none', SEED_SAMPLE: '0' });
  await shop.ready();
}

it.each([
  ['an uncaught exception', `throw new Error('boom')`],
  ['an unhandled rejection', `Promise.reject(new Error('boom'))`],
])('%s is logged and stops the process gracefully with code 1', async (_name, statement) => {
  await startWith(statement);
  expect(await shop.end('SIGUSR2')).toBe(1);
  const lines = shop.output().split('\n');
  expect(lines.find((line) => line.includes('boom'))).toMatch(/^\{"level":60,.*"msg":"unexpected error"/);
  expect(lines.some((line) => line.includes('"msg":"stopping"'))).toBe(true);
  // A process that ends at once leaves its PostgreSQL running.
  expect(existsSync(join(dataDir, 'postgres/pgdata/postmaster.pid'))).toBe(false);
});

it('an error while the process stops does not interrupt the stop', async () => {
  await startWith(`setImmediate(() => { throw new Error('second') }); throw new Error('first')`);
  expect(await shop.end('SIGUSR2')).toBe(1);
  expect(shop.output()).toMatch(/"message":"first".*"message":"second"/s);
  expect(existsSync(join(dataDir, 'postgres/pgdata/postmaster.pid'))).toBe(false);
});
