import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { residentMb, withEnvironment } from './environment.ts';
import { measureLogins } from './logins.ts';
import { reportOrders } from './order-costs.ts';
import { measureDatabase } from './pgbench/pgbench.ts';
import { measureReads } from './reads.ts';
import { measureRendering } from './rendering.ts';
import { createReport, type Report } from './report.ts';

async function reportReads(report: Report, shop: ShopProcess, seconds: number, rounds: number): Promise<void> {
  for (const read of await measureReads(shop, seconds, rounds)) {
    const measured = `${read.perSecond.toFixed(0)}/s, bare ${read.barePerSecond.toFixed(0)}/s, ${(read.ratio * 100).toFixed(0)} %, p99 ${read.p99Ms} ms`;
    report.add(read.name, measured, '55 %', read.ratio >= 0.55);
  }
  for (const page of await measureRendering(shop.url))
    report.add(`${page.name}, rendered afresh`, `${page.ms.toFixed(2)} ms, ${page.perSecond.toFixed(0)}/s`);
}

async function reportLogins(report: Report, url: string, seconds: number): Promise<void> {
  const { perSecond, barePerSecond, pageP99Ms } = await measureLogins(url, seconds);
  const share = ((perSecond / barePerSecond) * 100).toFixed(0);
  report.add(
    'logins, 8 users',
    `${perSecond.toFixed(0)}/s, passwords alone ${barePerSecond.toFixed(0)}/s, ${share} %; a page meanwhile p99 ${pageP99Ms.toFixed(0)} ms`,
  );
}

/**
 * `npm run bench` (`-- --quick` for a short run): cost of start, reads, pages, logins and orders,
 * compared with a bare server that sends the same bytes, PostgreSQL alone and password hashing
 * alone in the same run.
 */
export async function benchCosts(args: string[]): Promise<void> {
  const isQuick = args.includes('--quick');
  const [seconds, rounds] = isQuick ? [2, 1] : [5, 3];
  const report = createReport();
  buildAllIfStale();
  await withEnvironment(async (environment) => {
    const { start } = environment;
    const first = await start();
    report.add('first start, with a new database', `${first.ms.toFixed(0)} ms`);
    await first.shop.end('SIGTERM');
    const { shop, ms } = await start();
    report.add('second start, database started too', `${ms.toFixed(0)} ms`, '2000 ms', ms < 2000);
    const idle = residentMb(shop);
    report.add('memory idle', `${idle.toFixed(0)} MB`, '120 MB', idle <= 120);
    await reportReads(report, shop, seconds, rounds);
    await reportLogins(report, shop.url, seconds);
    await reportOrders(report, environment, shop, seconds * 2);
    report.add('memory after the load', `${residentMb(shop).toFixed(0)} MB`);
    await shop.end('SIGTERM');
  });
  for (const { name, perSecond, meanMs } of await measureDatabase(seconds))
    report.add(name, `${perSecond.toFixed(0)}/s, ${meanMs.toFixed(2)} ms mean`);
  report.print();
}
