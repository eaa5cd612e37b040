import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

const TOKEN = 'a-token-of-the-tests';

/** A machine that is very busy may not read it in time. */
async function textWithBacklog(readText: () => Promise<string>): Promise<string> {
  let text = '';
  const readAgain = async () => {
    text = await readText();
    return text;
  };
  await expect.poll(readAgain, { timeout: 15_000 }).toContain('shop_backlog_read 1');
  return text;
}

describe('/metrics', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp({ env: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => shop.close());

  async function read(token = TOKEN): Promise<{ status: number; text: string }> {
    const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, text: await response.text() };
  }

  it.each(['', 'another-token-of-tests', `${TOKEN}x`])('tells nothing to who shows "%s"', async (token) => {
    const { status, text } = await read(token);
    expect(status).toBe(404);
    expect(JSON.parse(text).code).toBe('NOT_FOUND');
  });

  it('counts requests by the pattern of their route, never by their address', async () => {
    await shop.client().get('/api/services/987654');
    await shop.client().get('/no/such/page-987654');
    const { text } = await read();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/services/:id",status="404"} 1',
    );
    expect(text).not.toContain('987654');
  });

  it('shows what waits too long, and what staff must look at', async () => {
    const order = await shop.buildOrder({ status: 'cancelled' });
    await shop.db.updateTable('orders').set({ paid_price: 1000 }).where('id', '=', order.id).execute();
    const hourAgo = new Date(shop.clock.now().getTime() - 3_600_000);
    await shop.db
      .insertInto('payment_attempts')
      .values({
        order_id: order.id,
        receipt_id: 'a-receipt',
        state: 'approving',
        lease_until: hourAgo,
        created_at: hourAgo,
        updated_at: hourAgo,
      })
      .execute();
    const text = await textWithBacklog(async () => (await read()).text);
    expect(text).toContain('shop_orders{status="cancelled"} 1');
    expect(text).toContain('shop_orders_cancelled_but_paid 1');
    expect(text).toContain('shop_payments_stuck 1');
    expect(text).toContain('shop_mails_failed 0');
    expect(text).toContain('shop_jobs_stuck 0');
    expect(text).toMatch(/shop_database_connections\{state="idle"\} \d/);
  });
});

describe('/metrics when the database does not serve', () => {
  let shop: TestApp;
  beforeEach(async () => {
    shop = await startTestApp({ env: { METRICS_TOKEN: TOKEN, DATABASE_POOL_SIZE: '2' } });
  });
  afterEach(() => shop.close());

  function read(): Promise<Response> {
    return fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  }

  async function readText(): Promise<string> {
    return (await read()).text();
  }

  it('counts those who wait for a connection while the pool is wholly held', async () => {
    const { pool } = shop.deps.database;
    const held = await Promise.all([pool.connect(), pool.connect()]);
    const waiting = pool.connect().catch(() => undefined);
    const response = await read();
    const text = await response.text();
    const withBacklog = await textWithBacklog(readText);
    for (const client of held) client.release();
    (await waiting)?.release();
    expect(response.status).toBe(200);
    expect(text).toContain('shop_database_connections{state="busy"} 2');
    expect(text).toContain('shop_database_connections{state="waiting"} 1');
    expect(withBacklog).toContain('shop_jobs_stuck 0');
  });

  it('tells all but the backlog while the database is away, and no number of before', async () => {
    expect(await textWithBacklog(readText)).toContain('shop_jobs_stuck 0');
    const { pool, connection } = shop.deps.database;
    const there = { ...connection };
    // Nothing listens there; the connections that stand are cut, from outside.
    pool.options.port = 1;
    connection.port = 1;
    const outsider = new pg.Client(there);
    await outsider.connect();
    await outsider.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await outsider.end();

    const response = await read();
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('shop_backlog_read 0');
    expect(text).toContain('shop_database_connections{state="waiting"} 0');
    expect(text).toContain('http_request_duration_seconds_count');
    for (const name of ['shop_orders', 'shop_payments_stuck', 'shop_jobs_stuck']) expect(text).not.toContain(name);

    Object.assign(pool.options, { port: there.port });
    Object.assign(connection, { port: there.port });
    expect(await textWithBacklog(readText)).toContain('shop_jobs_stuck 0');
  });

  it('does not wait long for a table that somebody holds', async () => {
    const outsider = new pg.Client(shop.deps.database.connection);
    await outsider.connect();
    await outsider.query('begin; lock table orders in access exclusive mode');
    const response = await read();
    const text = await response.text();
    await outsider.end();
    expect(response.status).toBe(200);
    expect(text).toContain('shop_backlog_read 0');
  });
});

it('does not exist without a token in the configuration', async () => {
  const shop = await startTestApp();
  try {
    const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer undefined' } });
    expect(response.status).toBe(404);
  } finally {
    await shop.close();
  }
});
