/**
 * `npm run bench -- [--help | a measurement, then its options]`. A measurement needs a quiet
 * machine.
 */
import { benchAdmin } from './admin.ts';
import { benchConsultations } from './consultations.ts';
import { benchCosts } from './costs.ts';
import { benchFailover } from './failover.ts';
import { benchIdle } from './idle.ts';
import { benchInstances } from './instances.ts';
import { benchNotices } from './notices.ts';
import { benchOrders } from './order-costs.ts';
import { benchPayments } from './payment-chaos.ts';
import { runEndingChildren } from './processes/end-children.ts';
import { benchRisingLoad } from './rising-load.ts';
import { benchServices } from './services.ts';
import { benchSoak } from './soak.ts';
import { benchUpgrade } from './upgrade.ts';

const HELP = `npm run bench                      cost of calls and pages, beside a bare server and PostgreSQL alone
npm run bench -- --orders          orders beside a bare shop, and the processor time of each
npm run bench -- --idle            start with the database up, and memory before the first request
npm run bench -- --rising          load that rises until calls are refused
npm run bench -- --soak            memory over ten minutes
npm run bench -- --services        ten thousand services
npm run bench -- --admin           a million orders
npm run bench -- --instances       1, 2 and 4 processes on one PostgreSQL behind nginx
npm run bench -- --consultations   a thousand event streams with messages, large files, a million messages
npm run bench -- --payments        payments and refunds while provider and shop fail, then compares both ledgers
npm run bench -- --notices         an order with notices by KakaoTalk and SMS, beside one without
npm run bench -- --upgrade         48 visits in Chromium while two builds serve behind one address
npm run bench -- --failover        orders while a replicated PostgreSQL loses, switches and freezes its primary
Results: docs/performance.md`;

const BENCHES: Record<string, (args: string[]) => Promise<void>> = {
  '--orders': benchOrders,
  '--idle': benchIdle,
  '--instances': benchInstances,
  '--rising': benchRisingLoad,
  '--soak': benchSoak,
  '--services': benchServices,
  '--admin': benchAdmin,
  '--consultations': benchConsultations,
  '--payments': benchPayments,
  '--upgrade': benchUpgrade,
  '--failover': benchFailover,
  '--notices': benchNotices,
};

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(HELP);
} else {
  // Only the first argument: `--payments --orders 300` has an option with the name of a
  // measurement.
  const bench = BENCHES[args[0] ?? ''] ?? benchCosts;
  await runEndingChildren(() => bench(args));
}
// Kept-alive connections would hold the process until their idle timeout.
process.exit();
