/**
 * `npm run bench -- [--help | a measurement, then its options]`. A measurement needs a quiet
 * machine.
 */
import { benchAdmin } from './admin.ts';
import { benchConsultations } from './consultations.ts';
import { benchCosts } from './costs.ts';
import { benchFailover } from './failover.ts';
import { benchOrders } from './order-costs.ts';
import { benchPayments } from './payment-chaos.ts';
import { runEndingChildren } from './processes/end-children.ts';

const HELP = `npm run bench                      start, memory, reads and orders, beside a bare server and a bare shop
npm run bench -- --orders          orders beside a bare shop, and the processor time of each
npm run bench -- --admin           a million orders
npm run bench -- --consultations   a thousand event streams with messages
npm run bench -- --payments        payments and refunds while provider and shop fail, then compares both ledgers
npm run bench -- --failover        orders while a replicated PostgreSQL loses, switches and freezes its primary
Results: docs/performance.md`;

const BENCHES: Record<string, (args: string[]) => Promise<void>> = {
  '--orders': benchOrders,
  '--admin': benchAdmin,
  '--consultations': benchConsultations,
  '--payments': benchPayments,
  '--failover': benchFailover,
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
