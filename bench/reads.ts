import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { median } from './environment.ts';
import { processorMs } from './processor-time.ts';

const CONNECTIONS = 10;

/** One URL to measure, with the encoding that a browser accepts. */
type Target = { name: string; path: string; encoding: string };

const TARGETS: readonly Target[] = [
  { name: 'GET /api/services', path: '/api/services', encoding: 'br' },
  { name: 'GET /api/services/14', path: '/api/services/14', encoding: 'br' },
  { name: 'home page, warm', path: '/', encoding: 'br' },
  { name: 'services page, warm', path: '/services', encoding: 'br' },
];

/** `processorUs`: what one answer used of a processor in the server, its threads included. */
type Run = { perSecond: number; p99Ms: number; processorUs: number };

/** `share`: the bare server's processor time for an answer, of what the shop uses. */
export type ReadResult = { name: string; shop: Run; bare: Run; share: number };

/** Reads an answer as it comes over the wire: `fetch` would decompress it. */
function readWire(url: string, encoding: string): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { 'accept-encoding': encoding } }, (incoming) => {
      buffer(incoming).then((bytes) => resolve({ headers: incoming.headers, bytes }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** The exact bytes and headers of the shop's responses, for the bare server to send. */
async function recordAnswers(shopUrl: string, folder: string): Promise<void> {
  const index = await Promise.all(
    TARGETS.map(async ({ path, encoding }, at) => {
      const { headers, bytes } = await readWire(`${shopUrl}${path}`, encoding);
      // The server adds these itself.
      const own = ['date', 'connection', 'keep-alive'];
      const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
      writeFileSync(join(folder, `${at}`), bytes);
      return { path, file: `${at}`, headers: sent };
    }),
  );
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
}

async function startBare(folder: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}`, child };
}

type Side = { url: string; pid: number };

/** Reads from connections that each send again as soon as they are answered, for some seconds. */
async function run({ url, pid }: Side, { path, encoding }: Target, seconds: number): Promise<Run> {
  const before = processorMs(pid);
  const { requests, latency, errors, non2xx } = await autocannon({
    url: `${url}${path}`,
    headers: { 'accept-encoding': encoding },
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (errors + non2xx > 0) throw new Error(`${url}${path}: ${non2xx} bad answers, ${errors} broken connections`);
  const processorUs = ((processorMs(pid) - before) * 1000) / requests.total;
  return { perSecond: requests.average, p99Ms: latency.p99, processorUs };
}

function medianOf(runs: readonly Run[]): Run {
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  return { perSecond: of((r) => r.perSecond), p99Ms: of((r) => r.p99Ms), processorUs: of((r) => r.processorUs) };
}

/**
 * Reads of shop and bare server by the same load, by turns so that both meet the same conditions;
 * medians of the rounds. Compares processor time instead of rates: on a fast machine the load, on a
 * busy one other work is the limit of a rate.
 */
export async function measureReads(
  shop: { url: string; child: ChildProcess },
  secondsEach: number,
  rounds: number,
): Promise<ReadResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  await recordAnswers(shop.url, folder);
  const bare = await startBare(folder);
  try {
    const results: ReadResult[] = [];
    const sides = [
      { url: shop.url, pid: shop.child.pid ?? 0 },
      { url: bare.url, pid: bare.child.pid ?? 0 },
    ] as const;
    for (const target of TARGETS) {
      const [runs, bareRuns]: [Run[], Run[]] = [[], []];
      for (const side of sides) await run(side, target, 1);
      for (let round = 0; round < rounds; round += 1) {
        runs.push(await run(sides[0], target, secondsEach));
        bareRuns.push(await run(sides[1], target, secondsEach));
      }
      const share = median(runs.map(({ processorUs }, at) => (bareRuns[at]?.processorUs ?? Number.NaN) / processorUs));
      results.push({ name: target.name, shop: medianOf(runs), bare: medianOf(bareRuns), share });
    }
    return results;
  } finally {
    bare.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
