import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp({ env: { DATABASE_POOL_SIZE: '2' } });

it('the load guard refuses calls beyond its limit, serves cached ones, and recovers', async () => {
  const { pool } = shop.deps.database;
  const client = await shop.client().as(await shop.buildUser());
  const held = await Promise.all([pool.connect(), pool.connect()]);
  const waiting = Array.from({ length: 40 }, () => client.get('/api/soldiers/my'));
  try {
    await expect.poll(() => pool.waitingCount).toBe(40);
    const refused = await client.get('/api/soldiers/my');
    expect(refused.statusCode).toBe(503);
    expect(refused.json().code).toBe('UNAVAILABLE');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Images are read from the database too, existing or not.
    expect((await client.get(`/uploads/${'0'.repeat(32)}-480x320.webp`)).statusCode).toBe(503);
    expect((await client.get('/readyz')).statusCode).toBe(503);
    expect((await client.get('/api/services')).statusCode).toBe(200);
    // The current terms come from memory; older or unknown versions do not.
    for (const url of ['/terms/case-terms.html', '/terms/case-terms.html?version=1', '/tos-table.html']) {
      expect([url, (await client.get(url)).statusCode]).toEqual([url, 200]);
    }
    expect((await client.get('/terms/case-terms.html?version=2')).statusCode).toBe(503);
  } finally {
    for (const connection of held) connection.release();
  }
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await client.get('/api/soldiers/my')).statusCode).toBe(200);
});
