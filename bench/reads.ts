import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const CONNECTIONS = 10;

/** One URL to measure, with the encoding that a browser accepts. */
type Target = { name: string; path: string; encoding: string };

const TARGETS: readonly Target[] = [
  { name: 'GET /api/services', path: '/api/services', encoding: 'identity' },
  { name: 'GET /api/services/14', path: '/api/services/14', encoding: 'identity' },
  { name: 'home page, warm', path: '/', encoding: 'br' },
  { name: 'services page, warm', path: '/services', encoding: 'br' },
];

export type ReadResult = { name: string; perSecond: number; barePerSecond: number; ratio: number; p99Ms: number };

/** The exact bytes and headers of the shop's responses, for the bare server to send. */
async function recordAnswers(shopUrl: string, folder: string): Promise<void> {
  const index = await Promise.all(
    TARGETS.map(async ({ path, encoding }, at) => {
      const response = await fetch(`${shopUrl}${path}`, { headers: { 'accept-encoding': encoding } });
      // The server adds these itself.
      const own = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];
      const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)));
      // fetch has decompressed the body; for a bare server only the number of bytes counts.
      const length = Number(response.headers.get('content-length'));
      const bytes = Buffer.from(await response.arrayBuffer()).subarray(0, length);
      writeFileSync(join(folder, `${at}`), bytes);
      return { path, file: `${at}`, headers: { ...headers, 'content-length': String(bytes.length) } };
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

async function load(url: string, encoding: string, seconds: number): Promise<{ perSecond: number; p99Ms: number }> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'accept-encoding': encoding },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

/**
 * Reads per second of shop and bare server, in turns so that both meet the same conditions; the
 * best of the rounds.
 */
export async function measureReads(shopUrl: string, secondsEach: number, rounds: number): Promise<ReadResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  await recordAnswers(shopUrl, folder);
  const bare = await startBare(folder);
  try {
    const results: ReadResult[] = [];
    for (const { name, path, encoding } of TARGETS) {
      let best = { perSecond: 0, p99Ms: 0 };
      let bareBest = 0;
      for (let round = 0; round < rounds; round += 1) {
        const shop = await load(`${shopUrl}${path}`, encoding, secondsEach);
        if (shop.perSecond > best.perSecond) best = shop;
        bareBest = Math.max(bareBest, (await load(`${bare.url}${path}`, encoding, secondsEach)).perSecond);
      }
      results.push({ name, ...best, barePerSecond: bareBest, ratio: best.perSecond / bareBest });
    }
    return results;
  } finally {
    bare.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
