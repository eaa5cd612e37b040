import { setTimeout as delay } from 'node:timers/promises';
import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { type Environment, inTemporaryFolder, withEnvironment } from './environment.ts';
import { type Call, type Load, startLoad } from './failover/buyers.ts';
import { type Cluster, startCluster } from './failover/cluster.ts';
import { type Comparison, compare } from './failover/comparison.ts';
import { findGaps, formatGaps, type Gap, totalOf } from './failover/gaps.ts';
import { findPrograms, isRunning, type Programs, until } from './failover/programs.ts';
import { plansOnSale } from './orders.ts';
import { createReport } from './report.ts';

const INSTANCES = 2;
/** The whole drill ends by then, also one that hangs. */
const MOST_MS = 290_000;
/** Before the first fault, and after each one. */
const CALM_MS = 5000;
const BACK_SECONDS = 60;
/** A call has a deadline of 10 s, one that asks the provider of 30 s. */
const MOST_SECONDS = { page: 2, order: 12, confirm: 32 };

type Phase = { name: string; from: number; until: number; gaps: Gap[] };

/** Causes a fault, waits until orders are paid again and the cluster is complete. */
async function runPhase(
  name: string,
  fault: () => Promise<() => void>,
  { cluster, load, signal }: { cluster: Cluster; load: Load; signal: AbortSignal },
): Promise<Phase> {
  console.log(name);
  const paid = () => load.calls.filter(({ what, status }) => what === 'confirm' && status === 200);
  const from = performance.now();
  const undo = await fault();
  // All that was under way is not yet the sign that it is over.
  await delay(CALM_MS, undefined, { signal });
  const seen = performance.now();
  await until('orders are paid again', BACK_SECONDS, signal, async () => paid().some(({ at }) => at > seen));
  undo();
  await cluster.untilComplete();
  await delay(CALM_MS, undefined, { signal });
  const end = performance.now();
  const written = load.calls.filter(({ what, status }) => what !== 'page' && (status === 200 || status === 201));
  const times = written.map(({ at, ms }) => at + ms);
  return { name, from, until: end, gaps: findGaps(times, from, end) };
}

function faultsOf(cluster: Cluster): [name: string, fault: () => Promise<() => void>][] {
  return [
    [
      'primary killed',
      async () => {
        const node = await cluster.primary();
        node.signal('SIGKILL');
        return node.start;
      },
    ],
    [
      'switched over',
      async () => {
        await cluster.switchOver();
        return () => {};
      },
    ],
    [
      'primary frozen and woken',
      async () => {
        const node = await cluster.primary();
        node.signal('SIGSTOP');
        return () => node.signal('SIGCONT');
      },
    ],
  ];
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** When no order was placed or paid, in seconds after the fault. */
function printOutages(phases: readonly Phase[]): void {
  const rows = phases.map(({ name, gaps }) => ({
    fault: name,
    'no order or payment': formatGaps(gaps),
    'in all': seconds(totalOf(gaps)),
    'shop back after': seconds(gaps.at(-1)?.to ?? 0),
  }));
  console.table(rows);
}

/**
 * 502 is "not known yet, do not pay again": an interrupted call holds the receipt for half a
 * minute.
 */
function isExpected({ what, status }: Call): boolean {
  return [200, 201, 503].includes(status) || (what === 'confirm' && status === 502);
}

function printReport(calls: readonly Call[], phases: readonly Phase[], found: Comparison, ended: number): void {
  printOutages(phases);
  const report = createReport();
  for (const [what, most] of Object.entries(MOST_SECONDS)) {
    const longest = Math.max(0, ...calls.filter((call) => call.what === what).map(({ ms }) => ms / 1000));
    report.add(`longest ${what}`, seconds(longest), `${most} s`, longest <= most);
  }
  const none = (what: string, count: number) => report.add(what, String(count), '0', count === 0);
  none('pages without 200', calls.filter(({ what, status }) => what === 'page' && status !== 200).length);
  none('unexpected answers', calls.filter((call) => !isExpected(call)).length);
  none('instances that ended', ended);
  report.add('orders', String(found.orders));
  report.add('won', found.won.toLocaleString('en'));
  none('orders lost', found.lostOrders);
  none('orders doubled', found.doubledOrders);
  none('answered as confirmed, and not', found.unconfirmed);
  none('won lost or doubled', found.wonApart);
  none('differences with the list of the provider', found.problems.length);
  report.print();
  for (const problem of found.problems) console.log(`  ${problem}`);
  if (found.problems.length + found.lostOrders + found.doubledOrders + found.unconfirmed > 0) process.exitCode = 1;
}

async function drill(environment: Environment, cluster: Cluster, signal: AbortSignal): Promise<void> {
  const shops: ShopProcess[] = [];
  try {
    const DATABASE_URL = urlOf(cluster.connection);
    // One after the other: the first one makes the tables.
    for (let at = 0; at < INSTANCES; at += 1) shops.push((await environment.start({ DATABASE_URL })).shop);
    const urls = shops.map(({ url }) => url);
    const load = await startLoad({
      urls,
      plans: await plansOnSale(urls[0] ?? ''),
      provider: environment.provider,
      signal,
    });
    await delay(CALM_MS, undefined, { signal });
    const phases: Phase[] = [];
    for (const [name, fault] of faultsOf(cluster)) {
      phases.push(await runPhase(name, fault, { cluster, load, signal }));
    }
    await load.stop();
    const provider = { connectionString: environment.providerDatabase };
    const found = await compare({ shop: cluster.connection, provider }, load.promised, signal);
    printReport(load.calls, phases, found, shops.filter(({ child }) => !isRunning(child)).length);
  } finally {
    await Promise.all(shops.map((shop) => shop.end('SIGKILL')));
  }
}

async function runDrill(programs: Programs): Promise<void> {
  buildAllIfStale();
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  const signal = AbortSignal.any([AbortSignal.timeout(MOST_MS), interrupted.signal]);
  await withEnvironment((environment) =>
    inTemporaryFolder(async (folder) => {
      const cluster = await startCluster(programs, folder, signal);
      try {
        await drill(environment, cluster, signal);
      } finally {
        await cluster.end();
      }
    }),
  );
}

/**
 * Six buyers place and pay at two instances of the shop, on three nodes of PostgreSQL under Patroni
 * with synchronous replication behind HAProxy. The primary is killed, switched over, frozen and
 * woken. Then the provider's list is compared with the shop's orders. Fails when they differ.
 */
export async function benchFailover(): Promise<void> {
  const programs = findPrograms();
  if ('missing' in programs) {
    console.log(`failover left out: not installed: ${programs.missing.join(', ')} (Debian's packages)`);
    return;
  }
  await runDrill(programs);
}
