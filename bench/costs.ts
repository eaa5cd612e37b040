import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { residentMb, withEnvironment } from './environment.ts';
import { reportOrders } from './order-costs.ts';
import { measureReads } from './reads.ts';
import { createReport, type Report } from './report.ts';

async function reportReads(report: Report, served: ShopProcess, seconds: number, rounds: number): Promise<void> {
  for (const { name, shop, bare, share } of await measureReads(served, seconds, rounds)) {
    const cost = `${shop.processorUs.toFixed(0)} us of a processor, bare ${bare.processorUs.toFixed(0)}: ${share.toFixed(2)}`;
    const rate = `${shop.perSecond.toFixed(0)}/s, bare ${bare.perSecond.toFixed(0)}/s, p99 ${shop.p99Ms.toFixed(1)} ms`;
    report.add(name, `${cost}; ${rate}`, '0.55', share >= 0.55);
  }
}

/**
 * `npm run bench` (`-- --quick` for a short run): cost of start, reads and orders, compared
 * with a bare server that sends the same bytes and with a bare shop in the same run.
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
    report.add('second start, database started too', `${ms.toFixed(0)} ms`, '1000 ms', ms <= 1000);
    const idle = residentMb(shop);
    report.add('memory idle', `${idle.toFixed(0)} MB`, '170 MB', idle <= 170);
    await reportReads(report, shop, seconds, rounds);
    await reportOrders(report, environment, shop, seconds * 2);
    report.add('memory after the load', `${residentMb(shop).toFixed(0)} MB`);
    await shop.end('SIGTERM');
  });
  report.print();
}
