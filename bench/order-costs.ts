import { openBrowser } from '#tests/support/app/http-browser.ts';
import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { type Environment, median, withEnvironment } from './environment.ts';
import { type Buyer, measureBuyers, type OrderResult, type Plan, plansOnSale, signUpBuyers } from './orders.ts';
import { processorMs } from './processor-time.ts';
import { createReport, type Report } from './report.ts';

const ROUNDS = 3;
/** Orders until V8 has compiled the shop's code: each costs half as much then as the first hundred. */
const WARM_UP_ORDERS = 500;
/** The least share of the bare shop's rate, by buyers at once. */
const FLOORS = [
  { users: 1, floor: 0.32 },
  { users: 8, floor: 0.28 },
] as const;

/** A run, and what one order used of a processor in the shop's process. */
type Cost = OrderResult & { shopMs: number };

type Side = { pid: number; buyersOf: (users: number) => Promise<Buyer[]> };

async function measureCost(
  { pid, buyersOf }: Side,
  plans: readonly Plan[],
  { provider }: Environment,
  { users, seconds }: { users: number; seconds: number },
): Promise<Cost> {
  const buyers = await buyersOf(users);
  const before = processorMs(pid);
  const result = await measureBuyers(buyers, plans, provider, seconds);
  return { ...result, shopMs: (processorMs(pid) - before) / result.orders };
}

function describeRuns(runs: readonly Cost[]): string {
  const of = (pick: (run: Cost) => number) => median(runs.map(pick)).toFixed(1);
  const rates = runs.map(({ perSecond }) => perSecond.toFixed(0)).join(', ');
  return `${rates}/s, ${of((run) => run.medianMs)} ms median, ${of((run) => run.p99Ms)} ms p99; processor ${of((run) => run.shopMs)} ms`;
}

/**
 * Reports orders of the shop and of the bare shop, by turns in one run: other work on the machine
 * slows both.
 */
export async function reportOrders(
  report: Report,
  environment: Environment,
  { url, child }: ShopProcess,
  seconds: number,
  rounds = 1,
): Promise<void> {
  const plans = await plansOnSale(url);
  const shop: Side = { pid: child.pid ?? 0, buyersOf: (users) => signUpBuyers(url, users) };
  for (let placed = 0; placed < WARM_UP_ORDERS; ) {
    placed += (await measureCost(shop, plans, environment, { users: 8, seconds: 2 })).orders;
  }
  for (const { users, floor } of FLOORS) {
    const [runs, bareRuns]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await measureCost(shop, plans, environment, { users, seconds }));
      await environment.withBareShop(async (bare) => {
        const buyersOf = () =>
          Promise.all(
            Array.from({ length: users }, async () => ({ browser: await openBrowser(bare.url), soldierId: 1 })),
          );
        await measureCost({ pid: bare.pid, buyersOf }, plans, environment, { users, seconds: 1 });
        bareRuns.push(await measureCost({ pid: bare.pid, buyersOf }, plans, environment, { users, seconds }));
      });
    }
    const share = median(runs.map((run, at) => run.perSecond / (bareRuns[at]?.perSecond ?? 1)));
    report.add(`order placed and confirmed, ${users} at once`, describeRuns(runs));
    report.add(`bare order, ${users} at once`, describeRuns(bareRuns));
    report.add(`share of the bare order, ${users} at once`, share.toFixed(2), String(floor), share >= floor);
  }
}

/**
 * `npm run bench -- --orders` (`--quick` for one short round): orders alone, beside the bare shop.
 */
export async function benchOrders(args: string[]): Promise<void> {
  const isQuick = args.includes('--quick');
  const report = createReport();
  buildAllIfStale();
  await withEnvironment(async (environment) => {
    const { shop } = await environment.start();
    await reportOrders(report, environment, shop, isQuick ? 4 : 10, isQuick ? 1 : ROUNDS);
    await shop.end('SIGTERM');
  });
  report.print();
}
