import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { type Environment, withEnvironment } from './environment.ts';
import { measureOrders, type OrderResult } from './orders.ts';
import { descendantsMs, processorMs } from './processor-time.ts';
import { createReport } from './report.ts';

const ROUNDS = 5;
const SECONDS = 6;
const WARM_UP_SECONDS = 2;
/** Longer than a message takes from one report to the next, and from its report to its end. */
const SETTLED_MS = 4000;
/** The goal: a paid order costs at most this much more with notices on. */
const MAX_RATIO = 1.05;

/** A run, and what each process used for one order: milliseconds of a processor. */
type Cost = OrderResult & { shopMs: number; databaseMs: number; standInMs: number; messages: number };
type Round = { alone: Cost; crowd: Cost };

/** The stand-ins of the message providers, and how many messages they have reported. */
type MessageProviders = { process: ChildProcess; pid: number; reported: number };

/**
 * Waits until the messages of what was measured before are done: they are no cost of what follows.
 */
async function settle(providers: MessageProviders): Promise<void> {
  for (let before = -1; before !== providers.reported; ) {
    before = providers.reported;
    await delay(SETTLED_MS);
  }
}

/** One start of the shop: a buyer alone, then eight at once. */
async function measureRound(
  { start, provider }: Environment,
  providers: MessageProviders,
  env: Record<string, string>,
): Promise<Round> {
  const { shop } = await start(env);
  providers.process.send(shop.url);
  const pid = shop.child.pid ?? 0;
  const measure = async (users: number): Promise<Cost> => {
    await settle(providers);
    const used = () => [processorMs(pid), descendantsMs(pid), processorMs(providers.pid), providers.reported];
    const before = used();
    const result = await measureOrders(shop.url, provider, users, SECONDS);
    const [shopMs = 0, databaseMs = 0, standInMs = 0, messages = 0] = used().map(
      (value, at) => (value - (before[at] ?? 0)) / result.orders,
    );
    return { ...result, shopMs, databaseMs, standInMs, messages };
  };
  await measureOrders(shop.url, provider, 8, WARM_UP_SECONDS);
  const round = { alone: await measure(1), crowd: await measure(8) };
  await shop.end('SIGTERM');
  return round;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The median with the lowest and the highest value. */
function spreadOf(values: readonly number[], unit: string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(1)} ${unit} (${low.toFixed(1)} to ${high.toFixed(1)})`;
}

function describeCosts(costs: readonly Cost[]): string {
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick)).toFixed(1);
  const rate = spreadOf(
    costs.map(({ perSecond }) => perSecond),
    '/s',
  );
  const times = spreadOf(
    costs.map(({ medianMs }) => medianMs),
    'ms',
  );
  const shop = `processor ${of(({ shopMs }) => shopMs)} ms shop, ${of(({ databaseMs }) => databaseMs)} ms PostgreSQL`;
  const others = `${of(({ standInMs }) => standInMs)} ms stand-ins of messages, ${of(({ messages }) => messages)} delivered`;
  return `${times}, p99 ${of(({ p99Ms }) => p99Ms)} ms; ${rate}; an order: ${shop}, ${others}`;
}

/**
 * `npm run bench -- --notices`: an order placed and paid, with KakaoTalk and SMS set up and
 * without, in turns on the same data. The ratio is the median of the ratios of neighbours. The
 * stand-ins share the machine's cores with the shop, so what they use is reported apart.
 */
export async function benchNotices(): Promise<void> {
  const report = createReport();
  buildAllIfStale();
  const child = fork(join(import.meta.dirname, 'message-providers.ts'));
  try {
    const [message] = await once(child, 'message');
    const env = z.record(z.string(), z.string()).parse(message);
    const providers: MessageProviders = { process: child, pid: child.pid ?? 0, reported: 0 };
    child.on('message', (reported) => {
      providers.reported = Number(reported);
    });
    await withEnvironment(async (environment) => {
      const without: Round[] = [];
      const withNotices: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        without.push(await measureRound(environment, providers, {}));
        withNotices.push(await measureRound(environment, providers, env));
      }
      const ratio = (value: (round: Round) => number) =>
        median(withNotices.map((round, at) => value(round) / value(without[at] ?? round)));
      report.add('one buyer, without notices', describeCosts(without.map(({ alone }) => alone)));
      report.add('one buyer, with notices', describeCosts(withNotices.map(({ alone }) => alone)));
      const alone = ratio(({ alone: { medianMs } }) => medianMs);
      report.add('one buyer, median, ratio', alone.toFixed(3), `${MAX_RATIO}`, alone <= MAX_RATIO);
      report.add(
        'one buyer, time of an order by the rate, ratio',
        ratio((round) => 1 / round.alone.perSecond).toFixed(3),
      );
      report.add('eight buyers, without notices', describeCosts(without.map(({ crowd }) => crowd)));
      report.add('eight buyers, with notices', describeCosts(withNotices.map(({ crowd }) => crowd)));
      const crowd = ratio((round) => 1 / round.crowd.perSecond);
      report.add(
        'eight buyers, time of an order by the rate, ratio',
        crowd.toFixed(3),
        `${MAX_RATIO}`,
        crowd <= MAX_RATIO,
      );
      const ours = ratio(({ crowd: { shopMs, databaseMs } }) => shopMs + databaseMs);
      report.add('eight buyers, processor time of shop and PostgreSQL, ratio', ours.toFixed(3));
    });
  } finally {
    child.kill();
  }
  report.print();
}
