/**
 * `npm run bench` (`-- --quick` for a short run): what public reads, pages and orders cost on this machine, as ratios to a bare
 * server sending the same bytes in the same run, with the goals beside them. The payment provider is played by a second process,
 * as the real one is another machine. `-- --admin` measures the lists of the admin area instead, with a thousand and a million orders;
 * `-- --payments` proves that no money is lost while everything goes wrong (payment-chaos.ts).
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPagesIfStale } from '../scripts/build-pages.ts';
import { type ShopProcess, startShop } from '../tests/support/shop-process.ts';
import { benchAdmin } from './admin.ts';
import { measureOrders } from './orders.ts';
import { benchPayments } from './payment-chaos.ts';
import { measureReads } from './reads.ts';
import { measureRendering } from './rendering.ts';

if (process.argv.includes('--admin')) {
  await benchAdmin();
  process.exit();
}
if (process.argv.includes('--payments')) {
  await benchPayments(process.argv.slice(2));
  process.exit();
}

const isQuick = process.argv.includes('--quick');
const SECONDS = isQuick ? 2 : 5;
const ROUNDS = isQuick ? 1 : 3;
const KEYS = { BOOTPAY_CLIENT_KEY: 'sandbox-client', BOOTPAY_SECRET_KEY: 'sandbox-secret' };
const UNLIMITED = {
  LIMIT_REGISTER_PER_HOUR: '0',
  LIMIT_ORDERS_PER_MINUTE: '0',
  LIMIT_LOGIN_FAILURES: '0',
  LIMIT_LOGIN_FAILURES_WIDE: '0',
};
const PRODUCTION = { NODE_ENV: 'production', SEED_SAMPLE: '1', LOG_LEVEL: 'warn', ...UNLIMITED };

type Row = { what: string; measured: string; goal: string; met: string };
const rows: Row[] = [];

function report(what: string, measured: string, goal = '', isMet?: boolean): void {
  rows.push({ what, measured, goal, met: isMet === undefined ? '' : isMet ? 'yes' : 'NO' });
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-data-'));
  chmodSync(folder, 0o755);
  return folder;
}

async function timedStart(...args: Parameters<typeof startShop>): Promise<{ shop: ShopProcess; ms: number }> {
  const startedAt = performance.now();
  const shop = await startShop(...args);
  await shop.ready();
  return { shop, ms: performance.now() - startedAt };
}

/** Memory of the process that really is resident, in MB. */
function residentMb(shop: ShopProcess): number {
  const status = readFileSync(`/proc/${shop.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

buildPagesIfStale();
const [shopData, providerData] = [dataFolder(), dataFolder()];
const provider = await timedStart(providerData, { ...PRODUCTION, PAYMENT_SANDBOX: '1' });
const env = { ...PRODUCTION, ...KEYS, BOOTPAY_API_URL: `${provider.shop.url}/sandbox/bootpay/v2` };
try {
  report('first start, database made anew', `${provider.ms.toFixed(0)} ms`);
  const first = await timedStart(shopData, env);
  await first.shop.end('SIGTERM');
  const { shop, ms } = await timedStart(shopData, env);
  report('second start, database started too', `${ms.toFixed(0)} ms`, '2000 ms', ms < 2000);
  const idle = residentMb(shop);
  report('memory idle', `${idle.toFixed(0)} MB`, '120 MB', idle <= 120);

  for (const read of await measureReads(shop.url, SECONDS, ROUNDS)) {
    const measured = `${read.perSecond.toFixed(0)}/s, bare ${read.barePerSecond.toFixed(0)}/s, ${(read.ratio * 100).toFixed(0)} %, p99 ${read.p99Ms} ms`;
    report(read.name, measured, '60 %', read.ratio >= 0.6);
  }
  for (const page of await measureRendering(shop.url))
    report(`${page.name}, rendered afresh`, `${page.ms.toFixed(2)} ms, ${page.perSecond.toFixed(0)}/s`);

  const seller = { url: provider.shop.url, clientKey: KEYS.BOOTPAY_CLIENT_KEY };
  await measureOrders(shop.url, seller, 8, 2);
  const one = await measureOrders(shop.url, seller, 1, SECONDS * 2);
  report(
    'order placed and confirmed, 1 user',
    `${one.medianMs.toFixed(1)} ms median, ${one.p99Ms.toFixed(1)} ms p99, ${one.perSecond.toFixed(0)}/s`,
    '6 ms',
    one.medianMs <= 6,
  );
  const eight = await measureOrders(shop.url, seller, 8, SECONDS * 2);
  report(
    'orders placed and confirmed, 8 users',
    `${eight.perSecond.toFixed(0)}/s, ${eight.medianMs.toFixed(1)} ms median, ${eight.p99Ms.toFixed(1)} ms p99`,
    '400/s',
    eight.perSecond >= 400,
  );
  report('memory after the load', `${residentMb(shop).toFixed(0)} MB`);
  await shop.end('SIGTERM');
} finally {
  await provider.shop.end('SIGTERM');
  for (const folder of [shopData, providerData]) rmSync(folder, { recursive: true, force: true });
}
console.table(rows);
// Kept connections would hold the process for their idle time.
process.exit();
