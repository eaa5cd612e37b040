import type pg from 'pg';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { ADMIN, createFilledDatabase, MEASURED, residentMb, timedStart, withPostgres } from './environment.ts';

const SIZES = [10, 10_000] as const;
const CALLS = 20;

/**
 * Services like the sample ones: two plans, a card of a few sentences, a description of about two
 * thousand characters.
 */
async function fillWithServices(pool: pg.Pool, services: number): Promise<void> {
  await pool.query(
    `insert into services (title, tagline, category, position, card_description, price, description)
     select '측정 서비스 ' || n, '측정에 쓰는 한 줄 소개', (array['before','during','after','publicservice','civil','package'])[1 + n % 6], n,
       repeat('측정에 쓰는 카드 설명입니다. ', 5),
       jsonb_build_object('plans', jsonb_build_array(
         jsonb_build_object('name', '기본', 'price', 350000, 'description', '한 번의 상담'),
         jsonb_build_object('name', '심화', 'price', 550000, 'description', '두 번의 상담'))),
       jsonb_build_object('title', '측정 서비스', 'sections', (
         select jsonb_agg(jsonb_build_object('type', 'text', 'content', repeat('측정에 쓰는 설명 문장입니다. ', 12))) from generate_series(1, 10)))
     from generate_series(1, $1) as n`,
    [services],
  );
  await pool.query('vacuum analyze');
}

async function medianMs(call: (time: number) => Promise<unknown>, times = CALLS): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await call(time);
    taken.push(performance.now() - startedAt);
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

/**
 * A change by an admin, until the response: by then it is in the shop. Each one invalidates all
 * pages.
 */
async function change(admin: Browser, id: number, round: number): Promise<void> {
  const { created_at, updated_at, ...service } = await admin.expect<Record<string, unknown>>(
    200,
    'GET',
    `/api/admin/services/${id}`,
  );
  await admin.expect(200, 'PUT', `/api/admin/services/${id}`, { ...service, tagline: `측정 ${round}` });
}

async function measure(server: pg.ClientConfig, services: number, dataDir: string): Promise<Record<string, string>> {
  const url = await createFilledDatabase(server, `bench_${services}`, (pool) => fillWithServices(pool, services));
  const { shop, ms } = await timedStart(dataDir, {
    ...MEASURED,
    DATABASE_URL: url,
    SEED_SAMPLE: '0',
    PAYMENT_SANDBOX: '1',
  });
  const read = async (path: string) => {
    const response = await fetch(shop.url + path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return { wire: Number(response.headers.get('content-length')), body: await response.arrayBuffer() };
  };
  try {
    const idleMb = residentMb(shop);
    const admin = await openBrowser(shop.url);
    await admin.expect(200, 'POST', '/api/auth/login', ADMIN);
    const last = services;
    const results: Record<string, string> = { start: `${ms.toFixed(0)} ms`, 'memory idle': `${idleMb.toFixed(0)} MB` };
    for (const path of ['/', '/services', `/services/${last}`, '/api/services', `/api/services/${last}`]) {
      const startedAt = performance.now();
      const { wire } = await read(path);
      const first = performance.now() - startedAt;
      const again = await medianMs(() => read(path));
      results[path.replace(String(last), ':id')] =
        `${first.toFixed(1)} ms first, ${again.toFixed(1)} ms again, ${(wire / 1000).toFixed(0)} kB`;
    }
    const changing = await medianMs((time) => change(admin, last, time), 5);
    results['a service changed'] = `${changing.toFixed(1)} ms`;
    const listing = await medianMs(() => admin.expect(200, 'GET', '/api/admin/services'), 5);
    results["administrators' services"] = `${listing.toFixed(1)} ms`;
    results['memory after it'] = `${residentMb(shop).toFixed(0)} MB`;
    return results;
  } finally {
    await shop.end('SIGTERM');
  }
}

/** `npm run bench -- --services`: cost of ten and of ten thousand services on sale. */
export async function benchServices(): Promise<void> {
  buildAllIfStale();
  await withPostgres(async (server, dataDir) => {
    const [few, many] = [await measure(server, SIZES[0], dataDir), await measure(server, SIZES[1], dataDir)];
    console.table(
      Object.entries(few).map(([what, result]) => ({
        what,
        [`${SIZES[0]} services`]: result,
        [`${SIZES[1]} services`]: many[what],
      })),
    );
  });
}
