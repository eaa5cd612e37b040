import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { measureLoad, withinLimits } from './load/measure-load.ts';

const CONNECTIONS = 10;

/** One URL to measure, with the encoding that a browser accepts. */
type Target = { name: string; path: string; encoding: string };

const TARGETS: readonly Target[] = [
  { name: 'GET /api/services', path: '/api/services', encoding: 'br' },
  { name: 'GET /api/services/14', path: '/api/services/14', encoding: 'br' },
  { name: 'home page, warm', path: '/', encoding: 'br' },
  { name: 'services page, warm', path: '/services', encoding: 'br' },
];

export type ReadResult = { name: string; perSecond: number; barePerSecond: number; ratio: number; p99Ms: number };

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

type Side = { name: string; url: string; pid: number };

function load({ name, url, pid }: Side, { path, encoding }: Target, seconds: number) {
  const headers = { 'accept-encoding': encoding };
  return withinLimits({ name: `${name} ${path}`, pid }, () =>
    measureLoad({ url: `${url}${path}`, headers, connections: CONNECTIONS, seconds }),
  );
}

/**
 * Reads per second of shop and bare server, in turns so that both meet the same conditions; the
 * best of the rounds.
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
    const served = { name: 'shop', url: shop.url, pid: shop.child.pid ?? 0 };
    const compared = { name: 'bare server', url: bare.url, pid: bare.child.pid ?? 0 };
    for (const target of TARGETS) {
      let best = { perSecond: 0, p99Ms: 0 };
      let bareBest = 0;
      for (let round = 0; round < rounds; round += 1) {
        const measured = await load(served, target, secondsEach);
        if (measured.perSecond > best.perSecond) best = measured;
        bareBest = Math.max(bareBest, (await load(compared, target, secondsEach)).perSecond);
      }
      results.push({ name: target.name, ...best, barePerSecond: bareBest, ratio: best.perSecond / bareBest });
    }
    return results;
  } finally {
    bare.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
