import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createMetricsReader, METRICS_TOKEN, type MetricsReader } from '#tests/support/app/metrics.ts';

describe('/metrics', () => {
  let shop: TestApp;
  let metrics: MetricsReader;
  beforeAll(async () => {
    shop = await startTestApp({ env: { METRICS_TOKEN } });
    metrics = createMetricsReader(shop);
  });
  afterAll(() => shop.close());

  it.each(['', 'another-token-of-tests', `${METRICS_TOKEN}x`])('returns 404 with the token "%s"', async (token) => {
    const { status, text } = await metrics.read(token);
    expect(status).toBe(404);
    expect(JSON.parse(text).code).toBe('NOT_FOUND');
  });

  it('counts requests by route pattern, never by URL', async () => {
    await shop.client().get('/api/services/987654');
    await shop.client().get('/no/such/page-987654');
    const { text } = await metrics.read();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/services/:id",status="404"} 1',
    );
    expect(text).not.toContain('987654');
  });

  it('counts orders by status, and connections by state', async () => {
    await shop.buildOrder({ status: 'cancelled' });
    await shop.buildOrder({ status: 'confirmed' });
    const text = await metrics.text();
    expect(text).toContain('shop_orders{status="cancelled"} 1');
    expect(text).toContain('shop_orders{status="confirmed"} 1');
    expect(text).toMatch(/shop_database_connections\{state="idle"\} \d/);
  });
});

describe('/metrics without a working database', () => {
  let shop: TestApp;
  let metrics: MetricsReader;
  beforeEach(async () => {
    shop = await startTestApp({ env: { METRICS_TOKEN, DATABASE_POOL_SIZE: '2' } });
    metrics = createMetricsReader(shop);
  });
  afterEach(() => shop.close());

  it('counts the calls that wait for a connection while all of them are in use, and none after that', async () => {
    const { pool } = shop.deps.database;
    const held = await Promise.all([pool.connect(), pool.connect()]);
    const waiting = pool.connect().catch(() => undefined);
    const { status, text } = await metrics.read();
    const withBacklog = await metrics.text();
    for (const client of held) client.release();
    (await waiting)?.release();
    expect(status).toBe(200);
    expect(text).toContain('shop_database_connections{state="busy"} 2');
    expect(text).toContain('shop_database_connections{state="waiting"} 1');
    expect(withBacklog).toContain('shop_jobs_stuck 0');
    expect(await metrics.value('shop_database_connections{state="waiting"}')).toBe(0);
  });

  it('omits the backlog while the database is away, counts failed calls, and recovers', async () => {
    expect(await metrics.value('shop_jobs_stuck')).toBe(0);
    const { pool, connection } = shop.deps.database;
    const there = { ...connection };
    // Nothing listens on port 1; the open connections are ended from outside.
    pool.options.port = 1;
    connection.port = 1;
    const outsider = new pg.Client(there);
    await outsider.connect();
    await outsider.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await outsider.end();

    const login = () => shop.client().post('/api/auth/login', { userId: 'buyer', password: 'rain over nine hills' });
    expect((await login()).statusCode).toBe(503);
    const { status, text } = await metrics.read();
    expect(status).toBe(200);
    expect(text).toContain('shop_backlog_read 0');
    expect(text).toContain('shop_database_connections{state="waiting"} 0');
    const failed = 'http_request_duration_seconds_count{method="POST",route="/api/auth/login",status="503"}';
    expect(text).toContain(`${failed} 1`);
    expect(text).toContain('http_request_duration_seconds_count');
    for (const name of ['shop_orders', 'shop_payments_stuck', 'shop_jobs_stuck']) expect(text).not.toContain(name);

    Object.assign(pool.options, { port: there.port });
    Object.assign(connection, { port: there.port });
    expect(await metrics.value('shop_jobs_stuck')).toBe(0);
    expect((await login()).statusCode).toBe(401);
    expect(await metrics.value(failed)).toBe(1);
  });

  it('does not wait long for a locked table', async () => {
    const outsider = new pg.Client(shop.deps.database.connection);
    await outsider.connect();
    await outsider.query('begin; lock table orders in access exclusive mode');
    const { status, text } = await metrics.read();
    await outsider.end();
    expect(status).toBe(200);
    expect(text).toContain('shop_backlog_read 0');
  });
});

it('/metrics is not answered once the process has ended', async () => {
  const shop = await startTestApp({ env: { METRICS_TOKEN } });
  const { read } = createMetricsReader(shop);
  expect((await read()).status).toBe(200);
  await shop.close();
  await expect(read()).rejects.toThrow();
});

it('/metrics takes two tokens, so that one can be exchanged without a gap', async () => {
  const shop = await startTestApp({ env: { METRICS_TOKEN: `the-token-that-is-new,${METRICS_TOKEN}` } });
  try {
    const { read } = createMetricsReader(shop);
    const statuses = await Promise.all([read(), read('the-token-that-is-new'), read('the-token-that-is-not')]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404]);
  } finally {
    await shop.close();
  }
});

it('/metrics does not exist without a token in the configuration', async () => {
  const shop = await startTestApp();
  try {
    const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer undefined' } });
    expect(response.status).toBe(404);
  } finally {
    await shop.close();
  }
});
