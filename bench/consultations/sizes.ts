import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { ADMIN, createFilledDatabase, MEASURED, quantile, timedStart, withPostgres } from '../environment.ts';
import { signUp } from '../orders.ts';
import type { Report } from '../report.ts';
import { fillWithMessages } from './fill.ts';

const SIZES = [1000, 1_000_000] as const;
const CALLS = 100;
const WARM_UP = 20;
const MOST_RATIO = 1.5;
/** Stands in one message, its pairs of characters in many. */
const SEARCHED = '(977)';

function callsFor(seq: number, cursor: string): Record<'admin' | 'customer', Record<string, string>> {
  const find = (q: string) => `/api/admin/consultations?${new URLSearchParams({ q })}`;
  const [middle, thread] = [Math.round(seq / 2), '/consultations/1'];
  return {
    admin: {
      'inbox, first page': '/api/admin/consultations',
      'inbox, page far away': `/api/admin/consultations?cursor=${cursor}`,
      'inbox, waiting': '/api/admin/consultations?status=waiting',
      'inbox, closed': '/api/admin/consultations?status=closed',
      'inbox of no one': '/api/admin/consultations?assignee=none',
      'inbox, search: rare words': find(SEARCHED),
      'inbox, search: nothing': find('없는 낱말'),
      'conversation with its customer': `/api/admin${thread}`,
      'thread, last messages': `/api/admin${thread}/messages`,
      'thread, in the middle': `/api/admin${thread}/messages?before=${middle}`,
      'counts of the navigation': '/api/admin/badges',
    },
    customer: {
      "a customer's list": '/api/consultations',
      "a customer's thread, last messages": `/api${thread}/messages`,
      "a customer's thread, what is new": `/api${thread}/messages?after=${seq - 1}`,
    },
  };
}

/**
 * Makes a new customer the owner of the long conversation; returns its length and a place far down
 * in the inbox.
 */
async function giveLongOne(pool: pg.Pool, userId: string): Promise<{ seq: number; cursor: string }> {
  const { rows } = await pool.query<{ last_seq: number; at: Date; far: number }>(
    `update conversations c set user_id = (select id from users where user_id = $1), status = 'answered', closed_at = null
     from (select updated_at as at, id as far from conversations where status <> 'waiting' and id > 1
       order by updated_at desc, id desc offset (select count(*) / 3 from conversations) limit 1) as place
     where c.id = 1 returning c.last_seq, at, far`,
    [userId],
  );
  if (!rows[0]) throw new Error('no conversation');
  const { last_seq: seq, at, far } = rows[0];
  return { seq, cursor: Buffer.from(`after:1-${at.getTime()}-${far}`).toString('base64url') };
}

/** A shop on a database with this many messages, and what is measured of it. */
type Sized = { calls: Record<string, () => Promise<unknown>>; end: () => Promise<void> };

async function startSized(server: pg.ClientConfig, messages: number, dataDir: string): Promise<Sized> {
  const url = await createFilledDatabase(server, `bench_${messages}`, async (pool) => {
    const startedAt = performance.now();
    await fillWithMessages(pool, messages, MEASURED.DATA_KEYS);
    console.log(`${messages} messages made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  });
  const settings = { DATABASE_URL: url, PAGES: 'none', SEED_SAMPLE: '0', PAYMENT_SANDBOX: '1' };
  const { shop } = await timedStart(dataDir, { ...MEASURED, ...settings });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const { browser: customer } = await signUp(shop.url, 'bench.customer');
  const { seq, cursor } = await giveLongOne(pool, 'bench.customer');
  await pool.end();
  const admin = await openBrowser(shop.url);
  await admin.expect(200, 'POST', '/api/auth/login', ADMIN);
  const paths = callsFor(seq, cursor);
  const reads = (browser: Browser, all: Record<string, string>) =>
    Object.entries(all).map(([what, path]) => [what, () => browser.expect(200, 'GET', path)]);
  const send = () => {
    const body = { client_id: randomUUID(), text: '추가로 보내 드립니다.' };
    return customer.expect(201, 'POST', '/api/consultations/1/messages', body);
  };
  return {
    calls: Object.fromEntries([
      ...reads(admin, paths.admin),
      ...reads(customer, paths.customer),
      ['a message sent', send],
    ]),
    end: async () => {
      await shop.end('SIGTERM');
    },
  };
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** The medians of calls that take turns, so that both meet the same machine. */
async function medians(one: () => Promise<unknown>, two: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let call = 0; call < CALLS + WARM_UP; call += 1) {
    const both = [await timed(one), await timed(two)] as const;
    if (call < WARM_UP) continue;
    times[0].push(both[0]);
    times[1].push(both[1]);
  }
  const median = (numbers: number[]) =>
    quantile(
      numbers.toSorted((a, b) => a - b),
      0.5,
    );
  return [median(times[0]), median(times[1])];
}

/** Measures what the calls cost with a thousand and with a million messages. */
export async function measureSizes(report: Report): Promise<void> {
  await withPostgres(async (server, dataDir) => {
    const [few, many] = [await startSized(server, SIZES[0], dataDir), await startSized(server, SIZES[1], dataDir)];
    try {
      for (const [what, call] of Object.entries(few.calls)) {
        const [small, large] = await medians(call, many.calls[what] ?? call);
        const ratio = large / small;
        const measured = `${small.toFixed(1)} ms, ${large.toFixed(1)} ms: factor ${ratio.toFixed(2)}`;
        report.add(what, measured, String(MOST_RATIO), ratio <= MOST_RATIO);
      }
    } finally {
      await few.end();
      await many.end();
    }
  });
}
