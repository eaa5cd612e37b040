import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { type Environment, withEnvironment } from './environment.ts';
import { measureOrders } from './orders.ts';
import { createReport } from './report.ts';

const ROUNDS = 5;
const SECONDS = 6;
const WARM_UP_SECONDS = 2;
/** The goal: a paid order costs at most this much more with notices on. */
const MAX_RATIO = 1.05;

type Round = { medianMs: number; perSecond: number };

/** One start of the shop: a buyer alone, then eight at once. */
async function measureRound({ start, provider }: Environment, env: Record<string, string>): Promise<Round> {
  const { shop } = await start(env);
  await measureOrders(shop.url, provider, 8, WARM_UP_SECONDS);
  const { medianMs } = await measureOrders(shop.url, provider, 1, SECONDS);
  const { perSecond } = await measureOrders(shop.url, provider, 8, SECONDS);
  await shop.end('SIGTERM');
  return { medianMs, perSecond };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The median with the lowest and the highest value. */
function spreadOf(values: readonly number[], unit: string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(1)} ${unit} (${low.toFixed(1)} to ${high.toFixed(1)})`;
}

/**
 * `npm run bench -- --notices`: an order placed and paid, with KakaoTalk and SMS set up and without,
 * in turns on the same data. The ratio is the median of the ratios of neighbours.
 */
export async function benchNotices(): Promise<void> {
  const report = createReport();
  buildAllIfStale();
  const providers = fork(join(import.meta.dirname, 'message-providers.ts'));
  try {
    const [message] = await once(providers, 'message');
    const env = z.record(z.string(), z.string()).parse(message);
    await withEnvironment(async (environment) => {
      const without: Round[] = [];
      const withNotices: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        without.push(await measureRound(environment, {}));
        withNotices.push(await measureRound(environment, env));
      }
      const ratios = (value: (round: Round) => number) =>
        withNotices.map((round, at) => value(round) / value(without[at] ?? round));
      const alone = median(ratios(({ medianMs }) => medianMs));
      const crowd = median(ratios(({ perSecond }) => 1 / perSecond));
      const ms = ({ medianMs }: Round) => medianMs;
      const rate = ({ perSecond }: Round) => perSecond;
      report.add('one buyer, without notices', spreadOf(without.map(ms), 'ms'));
      report.add('one buyer, with notices', spreadOf(withNotices.map(ms), 'ms'));
      report.add('one buyer, ratio', alone.toFixed(3), `${MAX_RATIO}`, alone <= MAX_RATIO);
      report.add('eight buyers, without notices', spreadOf(without.map(rate), '/s'));
      report.add('eight buyers, with notices', spreadOf(withNotices.map(rate), '/s'));
      report.add('eight buyers, time of an order, ratio', crowd.toFixed(3));
    });
  } finally {
    providers.kill();
  }
  report.print();
}
