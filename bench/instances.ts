/**
 * `npm run bench -- --instances`: 1, 2 and 4 processes on one PostgreSQL behind nginx. All share
 * this machine's processors, so the rate cannot grow; whether the cost of a call stays the same is
 * what tells how far processes scale.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type ShopProcess } from '#tests/support/app/shop-process.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { type Environment, inTemporaryFolder, residentMb, withEnvironment } from './environment.ts';
import { measureLoad } from './load/measure-load.ts';
import { measureBuyers, plansOnSale, signUpBuyers } from './orders.ts';
import { descendantsMs, parentOf, processorMs } from './processor-time.ts';

const NGINX = process.env.NGINX_PATH ?? 'nginx';
const COUNTS = [1, 2, 4] as const;
const BUYERS = 16;
const CONNECTIONS = 32;

/** What eight cores would do is calculated for processors that are busy to this share. */
const CORES = 8;
const BUSY = 0.8;

async function startNginx(folder: string, port: number, shops: readonly ShopProcess[]): Promise<ChildProcess> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (at) => `${at}_temp_path ${folder}/${at};`,
  );
  const servers = shops.map(({ url }) => `server ${new URL(url).host};`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; events { worker_connections 1024; }
    http { access_log off; ${temporary.join(' ')}
      upstream shop { ${servers.join(' ')} keepalive 64; }
      server { listen 127.0.0.1:${port};
        location / { proxy_pass http://shop; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; } } }`,
  );
  const child = spawn(NGINX, ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) return child;
    await delay(50);
  }
  throw new Error('nginx did not answer');
}

/** Milliseconds of a processor that each call used, by who used it. */
type Cost = { shop: number; nginx: number; database: number };
type Load = { perSecond: number; cost: Cost };
type Result = { pages: Load; orders: Load; connections: number; memoryMb: number };

/** Processor time so far; PostgreSQL's includes the provider's database. */
function timesOf(shops: readonly ShopProcess[], nginx: ChildProcess, postgres: number): Cost {
  return {
    shop: shops.reduce((sum, { child }) => sum + processorMs(child.pid ?? 0), 0),
    nginx: processorMs(nginx.pid ?? 0) + descendantsMs(nginx.pid ?? 0),
    database: processorMs(postgres) + descendantsMs(postgres),
  };
}

async function costOf(times: () => Cost, work: () => Promise<{ perSecond: number; calls: number }>): Promise<Load> {
  const before = times();
  const { perSecond, calls } = await work();
  const after = times();
  const each = (who: keyof Cost) => (after[who] - before[who]) / calls;
  return { perSecond, cost: { shop: each('shop'), nginx: each('nginx'), database: each('database') } };
}

async function measure(environment: Environment, processes: number, seconds: number): Promise<Result> {
  const database = await environment.createDatabase(`instances_${processes}`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const shops: ShopProcess[] = [];
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postgres = parentOf(backends[0]?.pid ?? 0);
  try {
    for (let at = 0; at < processes; at += 1) {
      const env = { DATABASE_URL: database, PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1' };
      shops.push((await environment.start(env)).shop);
    }
    environment.sendWebhooksTo(url);
    return await inTemporaryFolder(async (folder) => {
      const nginx = await startNginx(folder, port, shops);
      try {
        const times = () => timesOf(shops, nginx, postgres);
        const target = { url: `${url}/services`, headers: { 'accept-encoding': 'br' }, connections: CONNECTIONS };
        await measureLoad({ ...target, seconds: 1 });
        const pages = await costOf(times, async () => {
          const { perSecond } = await measureLoad({ ...target, seconds });
          return { perSecond, calls: perSecond * seconds };
        });
        const [plans, buyers] = [await plansOnSale(url), await signUpBuyers(url, BUYERS)];
        await measureBuyers(buyers, plans, environment.provider, 2);
        const orders = await costOf(times, async () => {
          const { perSecond, orders: calls } = await measureBuyers(buyers, plans, environment.provider, seconds);
          return { perSecond, calls };
        });
        const { rows } = await client.query<{ count: number }>(
          'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        const memoryMb = shops.reduce((sum, shop) => sum + residentMb(shop), 0);
        return { pages, orders, connections: rows[0]?.count ?? 0, memoryMb };
      } finally {
        nginx.kill('SIGTERM');
        await once(nginx, 'exit');
      }
    });
  } finally {
    await client.end();
    for (const shop of shops) await shop.end('SIGTERM');
  }
}

function describe({ perSecond, cost }: Load): string {
  const ms = (time: number) => time.toFixed(time < 1 ? 3 : 1);
  return `${perSecond.toFixed(0)}/s; ${ms(cost.shop)} ms shop, ${ms(cost.nginx)} nginx, ${ms(cost.database)} PostgreSQL`;
}

/** Calls per second of processors that do nothing else, calculated from the cost of one. */
function calculated(cores: number, msEach: number): string {
  return ((cores * BUSY * 1000) / msEach).toFixed(0);
}

/** Prints what was measured, and what it says for eight cores beside a PostgreSQL elsewhere. */
export async function benchInstances(args: string[]): Promise<void> {
  if (spawnSync(NGINX, ['-v']).status !== 0) {
    console.log('left out: nginx is not installed (NGINX_PATH)');
    return;
  }
  buildAllIfStale();
  const seconds = args.includes('--quick') ? 4 : 10;
  await withEnvironment(async (environment) => {
    const rows = [];
    // More processes than cores push each other out of the processors' caches.
    let basis: (Result & { processes: number }) | undefined;
    for (const processes of COUNTS) {
      const result = await measure(environment, processes, seconds);
      if (processes <= availableParallelism()) basis = { ...result, processes };
      rows.push({
        processes,
        'list of services': describe(result.pages),
        [`orders, ${BUYERS} buyers`]: describe(result.orders),
        'database connections': result.connections,
        memory: `${result.memoryMb.toFixed(0)} MB`,
      });
    }
    console.log(`${availableParallelism()} cores, shared with nginx, PostgreSQL, provider and load`);
    console.table(rows);
    if (!basis) return;
    const { pages, orders, processes } = basis;
    console.log(`Calculated from ${processes} of them, ${BUSY * 100} % busy: ${CORES} cores for shop and nginx serve
${calculated(CORES, pages.cost.shop + pages.cost.nginx)} pages/s or ${calculated(CORES, orders.cost.shop + orders.cost.nginx)} orders/s; each core of a PostgreSQL elsewhere takes ${calculated(1, orders.cost.database)} orders/s.`);
  });
}
