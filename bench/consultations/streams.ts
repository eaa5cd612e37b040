import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { send } from '#tests/support/app/http-browser.ts';
import { residentMb, withEnvironment } from '../environment.ts';
import { measureOrders } from '../orders.ts';
import { processorMs } from '../processor-time.ts';
import type { Report } from '../report.ts';
import type { LoadCommand, LoadResult } from './load-process.ts';

const STREAMS = 1000;
/** One turn of heartbeats over all streams, and a little more. */
const SETTLE_MS = 25_000;
const ROUNDS = 4;
const SECONDS = 5;
const WARM_UP_MS = 10_000;
const ALONE_MS = 15_000;
const PAGE = '/services';
const PAGE_CONNECTIONS = 10;
const VISITS = 100;
const VISIT_EVERY_MS = 20;

type Beside = { pagesPerSecond: number; pageMs: number; orderMs: number };

/** The value in the middle. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** A visitor who opens a page now and then. */
async function medianVisitMs(shopUrl: string): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const startedAt = performance.now();
    await send(new URL(PAGE, shopUrl), { method: 'GET', headers: { 'accept-encoding': 'br' } });
    times.push(performance.now() - startedAt);
    await delay(VISIT_EVERY_MS);
  }
  return median(times);
}

async function measureBeside(shopUrl: string, provider: Parameters<typeof measureOrders>[1]): Promise<Beside> {
  const page = { url: shopUrl + PAGE, headers: { 'accept-encoding': 'br' } };
  const visits = await autocannon({ ...page, connections: PAGE_CONNECTIONS, duration: SECONDS });
  const pageMs = await medianVisitMs(shopUrl);
  const { medianMs } = await measureOrders(shopUrl, provider, 1, SECONDS);
  return { pagesPerSecond: visits.requests.average, pageMs, orderMs: medianMs };
}

/** Pages and orders in turns without and with the load, so that both meet the same machine. */
async function compare(
  order: (command: LoadCommand) => Promise<LoadResult>,
  measure: () => Promise<Beside>,
): Promise<{ without: Beside[]; beside: Beside[]; loads: LoadResult[] }> {
  const [without, beside, loads]: [Beside[], Beside[], LoadResult[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await measure());
    await order('start');
    beside.push(await measure());
    loads.push(await order('stop'));
  }
  return { without, beside, loads };
}

function reportDelivery(report: Report, what: string, loads: readonly LoadResult[]): void {
  const sum = (pick: (load: LoadResult) => number) => loads.reduce((total, load) => total + pick(load), 0);
  const [sent, lost, failed] = [sum((load) => load.sent), sum((load) => load.lost), sum((load) => load.failed)];
  const each = (pick: (load: LoadResult) => number) => median(loads.map(pick)).toFixed(0);
  const [event, text] = (['event', 'text'] as const).map(
    (name) =>
      `p50 ${each((load) => load[name].p50)}, p95 ${each((load) => load[name].p95)}, p99 ${each((load) => load[name].p99)} ms`,
  );
  report.add(`messages, ${what}`, `${sent} sent, ${each(({ perSecond }) => perSecond)}/s`, '50/s');
  report.add(`lost or failed, ${what}`, `${lost}, ${failed}`, '0', lost + failed === 0);
  report.add(`sent until the event is there, ${what}`, event ?? '');
  const p95 = median(loads.map((load) => load.text.p95));
  report.add(`sent until the text is there, ${what}`, text ?? '', 'p95 < 200 ms', p95 < 200);
}

function reportBeside(report: Report, without: readonly Beside[], beside: readonly Beside[]): void {
  const middle = (rounds: readonly Beside[], pick: keyof Beside) => median(rounds.map((round) => round[pick]));
  for (const [what, pick, unit, isRate] of [
    [`${PAGE}, ${PAGE_CONNECTIONS} connections`, 'pagesPerSecond', '/s', true],
    [`${PAGE}, one visitor`, 'pageMs', ' ms', false],
    ['order placed and confirmed, 1 buyer', 'orderMs', ' ms', false],
  ] as const) {
    const [alone, loaded] = [middle(without, pick), middle(beside, pick)];
    const factor = isRate ? alone / loaded : loaded / alone;
    const measured = `${loaded.toFixed(1)}${unit}, without the messages ${alone.toFixed(1)}${unit}: factor ${factor.toFixed(2)}`;
    report.add(what, measured, '1.2', factor <= 1.2);
  }
}

async function runOn(child: ChildProcess, command: LoadCommand): Promise<LoadResult> {
  const over = new AbortController();
  child.send(command);
  const failed = once(child, 'exit', over).then(() => Promise.reject(new Error('the load ended')));
  try {
    const [result] = await Promise.race([once(child, 'message', over), failed]);
    return result;
  } finally {
    failed.catch(() => undefined);
    over.abort();
  }
}

async function sendFor(order: (command: LoadCommand) => Promise<LoadResult>, ms: number): Promise<LoadResult> {
  await order('start');
  await delay(ms);
  return order('stop');
}

/**
 * A thousand open streams on one process: their memory, delivery, and what is measured beside them.
 */
export async function measureStreams(report: Report): Promise<void> {
  await withEnvironment(async ({ start, provider }) => {
    const { shop } = await start();
    const child = fork(join(import.meta.dirname, 'load-process.ts'), [shop.url, String(STREAMS)]);
    const order = (command: LoadCommand) => runOn(child, command);
    try {
      await order('signUp');
      await measureBeside(shop.url, provider);
      await delay(SETTLE_MS);
      const before = residentMb(shop);
      await order('open');
      await delay(SETTLE_MS);
      const kb = ((residentMb(shop) - before) * 1024) / STREAMS;
      report.add('memory per idle stream', `${kb.toFixed(1)} kB of ${STREAMS}`, '25 kB', kb < 25);
      // The first messages meet code that is not compiled.
      await sendFor(order, WARM_UP_MS);
      const usedBefore = processorMs(shop.child.pid ?? 0);
      const alone = await sendFor(order, ALONE_MS);
      report.add(
        'processor time of the shop per message',
        `${((processorMs(shop.child.pid ?? 0) - usedBefore) / alone.sent).toFixed(1)} ms`,
      );
      reportDelivery(report, 'alone', [alone]);
      const { without, beside, loads } = await compare(order, () => measureBeside(shop.url, provider));
      reportDelivery(report, 'beside pages and orders', loads);
      reportBeside(report, without, beside);
      await shop.end('SIGTERM');
    } finally {
      child.kill();
    }
  });
}
