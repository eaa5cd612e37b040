import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { ADMIN, quantile, withEnvironment } from './environment.ts';
import { withinLimits } from './load/measure-load.ts';
import { loadRaw } from './load/raw-load.ts';

const CONNECTIONS = [5, 10, 25, 50, 100, 200, 400, 800] as const;
const SECONDS = 8;
const PROBE_EVERY_MS = 100;

/** Three database reads and an audit entry per call, so this call saturates first. */
const CALL = '/api/admin/orders';

type Load = { served: number[]; shed: number; failed: number };

/** Repeats the call as soon as it was answered, ignoring `Retry-After`: worse than any browser. */
async function loadCalls(url: string, cookie: string, connections: number): Promise<Load> {
  const load: Load = { served: [], shed: 0, failed: 0 };
  const { broken } = await loadRaw({
    url: url + CALL,
    headers: { cookie },
    connections,
    seconds: SECONDS,
    onAnswer(status, ms) {
      if (status === 200) load.served.push(ms);
      else if (status === 503) load.shed += 1;
      else load.failed += 1;
    },
  });
  load.failed += broken;
  return load;
}

type Probes = { pageMs: number[]; wrong: string[] };

/** Another visitor meanwhile: pages load at once, and a refused call has `Retry-After`. */
async function probe(url: string, cookie: string, isOver: () => boolean): Promise<Probes> {
  const probes: Probes = { pageMs: [], wrong: [] };
  while (!isOver()) {
    const startedAt = performance.now();
    const page = await fetch(url);
    await page.arrayBuffer();
    probes.pageMs.push(performance.now() - startedAt);
    const call = await fetch(url + CALL, { headers: { cookie } });
    await call.arrayBuffer();
    const isRight = call.status === 200 || (call.status === 503 && call.headers.has('retry-after'));
    if (page.status !== 200 || !isRight) probes.wrong.push(`page ${page.status}, call ${call.status}`);
    await delay(PROBE_EVERY_MS);
  }
  return probes;
}

async function runStep(
  { url, child }: ShopProcess,
  cookie: string,
  connections: number,
): Promise<Record<string, string | number>> {
  let isOver = false;
  const probing = probe(url, cookie, () => isOver);
  const { served, shed, failed } = await withinLimits({ name: `${connections} connections`, pid: child.pid ?? 0 }, () =>
    loadCalls(url, cookie, connections),
  );
  isOver = true;
  const { pageMs, wrong } = await probing;
  const askedAt = performance.now();
  const after = await fetch(url + CALL, { headers: { cookie } });
  await after.arrayBuffer();
  served.sort((a, b) => a - b);
  pageMs.sort((a, b) => a - b);
  const ms = (value: number) => Number(value.toFixed(1));
  return {
    connections,
    'served/s': Math.round(served.length / SECONDS),
    'p50 ms': ms(quantile(served, 0.5)),
    'p90 ms': ms(quantile(served, 0.9)),
    'p99 ms': ms(quantile(served, 0.99)),
    'shed/s (503)': Math.round(shed / SECONDS),
    'failed otherwise': failed + wrong.length,
    'a page meanwhile, p50 ms': ms(quantile(pageMs, 0.5)),
    'p99 of it': ms(quantile(pageMs, 0.99)),
    'first call after it': `${after.status}, ${ms(performance.now() - askedAt)} ms`,
  };
}

/**
 * `npm run bench -- --rising`: what callers see of a call that needs the database, from a few
 * callers to far more than fit.
 */
export async function benchRisingLoad(): Promise<void> {
  buildAllIfStale();
  const rows = await withEnvironment(async ({ start }) => {
    const { shop } = await start();
    const { cookies } = await (await openBrowser(shop.url)).call('POST', '/api/auth/login', ADMIN);
    const steps: Record<string, string | number>[] = [];
    for (const connections of CONNECTIONS) steps.push(await runStep(shop, cookies.join('; '), connections));
    await shop.end('SIGTERM');
    return steps;
  });
  console.table(rows);
}
