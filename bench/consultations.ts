import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import type { LoadCommand, LoadResult } from './consultations/load-process.ts';
import { residentMb, withEnvironment } from './environment.ts';
import { processorMs } from './processor-time.ts';
import { createReport, type Report } from './report.ts';

const STREAMS = 1000;
/** One turn of heartbeats over all streams, and a little more. */
const SETTLE_MS = 25_000;
const WARM_UP_MS = 10_000;
const MEASURED_MS = 60_000;

function reportDelivery(report: Report, { sent, lost, failed, perSecond, textMs }: LoadResult): void {
  report.add('messages', `${sent} sent, ${perSecond.toFixed(0)}/s`, '50/s');
  report.add('lost or failed', `${lost}, ${failed}`, '0', lost + failed === 0);
  const quantiles = `p50 ${textMs.p50.toFixed(0)}, p95 ${textMs.p95.toFixed(0)}, p99 ${textMs.p99.toFixed(0)} ms`;
  report.add('sent until the other side has the text', quantiles, 'p95 < 200 ms', textMs.p95 < 200);
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

/**
 * `npm run bench -- --consultations`: a thousand open event streams on one process, with messages of
 * both sides.
 */
export async function benchConsultations(): Promise<void> {
  const report = createReport();
  buildAllIfStale();
  await withEnvironment(async ({ start }) => {
    const { shop } = await start();
    const child = fork(join(import.meta.dirname, 'consultations/load-process.ts'), [shop.url, String(STREAMS)]);
    const sendFor = async (ms: number) => {
      await runOn(child, 'start');
      await delay(ms);
      return runOn(child, 'stop');
    };
    try {
      await runOn(child, 'signUp');
      await delay(SETTLE_MS);
      const before = residentMb(shop);
      await runOn(child, 'open');
      await delay(SETTLE_MS);
      const kb = ((residentMb(shop) - before) * 1024) / STREAMS;
      report.add('memory per idle stream', `${kb.toFixed(1)} kB of ${STREAMS}`);
      // The first messages meet code that is not compiled.
      await sendFor(WARM_UP_MS);
      const usedBefore = processorMs(shop.child.pid ?? 0);
      const load = await sendFor(MEASURED_MS);
      const perMessage = (processorMs(shop.child.pid ?? 0) - usedBefore) / load.sent;
      report.add('processor time of the shop per message', `${perMessage.toFixed(1)} ms`);
      reportDelivery(report, load);
      await shop.end('SIGTERM');
    } finally {
      child.kill();
    }
  });
  report.print();
}
