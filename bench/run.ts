/**
 * `npm run bench` measures what calls and pages cost on this machine (costs.ts). One of these behind `--` measures something else:
 * `--rising` load until calls are shed, `--soak` memory over ten minutes, `--services` and `--admin` what grows with the shop, and
 * `--payments` proves that no money is lost while everything goes wrong. A measurement wants a quiet machine.
 */
import { benchAdmin } from './admin.ts';
import { benchCosts } from './costs.ts';
import { benchPayments } from './payment-chaos.ts';
import { benchRisingLoad } from './rising-load.ts';
import { benchServices } from './services.ts';
import { benchSoak } from './soak.ts';

const BENCHES: Record<string, (args: string[]) => Promise<void>> = {
  '--rising': benchRisingLoad,
  '--soak': benchSoak,
  '--services': benchServices,
  '--admin': benchAdmin,
  '--payments': benchPayments,
};

const args = process.argv.slice(2);
const bench = args.map((arg) => BENCHES[arg]).find((found) => found !== undefined) ?? benchCosts;
await bench(args);
// Kept connections would hold the process for their idle time.
process.exit();
