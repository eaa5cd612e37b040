import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import type { Provider } from '#tests/support/payments/pay-at-provider.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { ADMIN, residentMb, withEnvironment } from './environment.ts';
import { buy, plansOnSale, signUp } from './orders.ts';

const MINUTES = '10';
const SAMPLE_MS = 1000;
/** By then code is compiled, caches are full and the pool has its connections. */
const WARM_UP_MINUTES = 2;
const LEAST_MINUTES = WARM_UP_MINUTES + 2;
/** By how much the last two minutes may exceed the first two after the warm-up. */
const MOST_GROWTH = 1.1;

type Counts = { visits: number; orders: number; logins: number; admin: number };
type Minute = Counts & { meanMb: number; mostMb: number };

/** All kinds of users at full speed: visitors read, buyers pay, admins search, people log in. */
async function startLoad(shopUrl: string, provider: Provider, counts: Counts, isOver: () => boolean): Promise<unknown> {
  const plans = await plansOnSale(shopUrl);
  async function repeat(count: keyof Counts, work: (round: number) => Promise<unknown>): Promise<void> {
    for (let round = 0; !isOver(); round += 1) {
      await work(round);
      counts[count] += 1;
    }
  }
  const visit = async (path: string) => (await fetch(shopUrl + path)).arrayBuffer();
  const pages = ['/', '/services', '/services/14', '/about', '/api/services', '/api/services/16', '/missing'];
  const buyers = await Promise.all([0, 1, 2, 3].map((at) => signUp(shopUrl, `soak-${at}`)));
  const admin = await openBrowser(shopUrl);
  await admin.expect(200, 'POST', '/api/auth/login', ADMIN);
  const lists = [
    '/api/admin/orders',
    '/api/admin/dashboard',
    '/api/admin/statistics?days=30',
    '/api/admin/orders?q=soak-1',
  ];
  const searches = (round: number) => admin.expect(200, 'GET', lists[round % lists.length] ?? '/api/admin/orders');
  return Promise.all([
    ...[0, 1, 2, 3].map((at) => repeat('visits', (round) => visit(pages[(round + at) % pages.length] ?? '/'))),
    ...buyers.map((buyer, at) =>
      repeat('orders', async (round) => {
        const plan = plans[(round + at) % plans.length];
        if (plan) await buy(buyer, plan, provider);
      }),
    ),
    repeat('admin', searches),
    repeat('logins', async () => {
      await (await openBrowser(shopUrl)).expect(200, 'POST', '/api/auth/login', {
        userId: 'soak-0',
        password: 'bench password 1',
      });
      await delay(SAMPLE_MS);
    }),
  ]);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Ratio of the memory at the end to that after the warm-up; 1 is flat. */
function growthOf(minutes: readonly Minute[]): number {
  const memory = minutes.map(({ meanMb }) => meanMb);
  return mean(memory.slice(-2)) / mean(memory.slice(WARM_UP_MINUTES, WARM_UP_MINUTES + 2));
}

/**
 * `npm run bench -- --soak` (`--minutes 10`): memory of the shop per minute, under all kinds of
 * calls at once. Fails if it grows.
 */
export async function benchSoak(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { soak: { type: 'boolean' }, minutes: { type: 'string', default: MINUTES } },
  });
  const length = Number(values.minutes);
  if (!(length >= LEAST_MINUTES)) throw new Error(`--minutes: accepted: ${LEAST_MINUTES} or more`);
  buildAllIfStale();
  const minutes: Minute[] = [];
  await withEnvironment(async ({ start, provider }) => {
    const { shop } = await start();
    let isOver = false;
    const counts: Counts = { visits: 0, orders: 0, logins: 0, admin: 0 };
    const load = startLoad(shop.url, provider, counts, () => isOver);
    for (let minute = 0; minute < length; minute += 1) {
      const before = { ...counts };
      const samples: number[] = [];
      const until = performance.now() + 60_000;
      while (performance.now() < until) {
        await Promise.race([delay(SAMPLE_MS), load]);
        samples.push(residentMb(shop));
      }
      minutes.push({
        visits: counts.visits - before.visits,
        orders: counts.orders - before.orders,
        admin: counts.admin - before.admin,
        logins: counts.logins - before.logins,
        meanMb: Math.round(mean(samples)),
        mostMb: Math.round(Math.max(...samples)),
      });
    }
    isOver = true;
    await load;
    await shop.end('SIGTERM');
  });
  console.table(minutes);
  const growth = growthOf(minutes);
  console.log(`memory of the last two minutes is ${growth.toFixed(2)} of that after the warm-up`);
  if (growth > MOST_GROWTH) process.exitCode = 1;
}
