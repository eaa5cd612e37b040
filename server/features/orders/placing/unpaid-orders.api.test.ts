import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';

const shop = await setUpTestApp();

async function buildBuyer() {
  const user = await shop.buildUser();
  const [service, soldier] = [await shop.buildService(), await shop.buildSoldier({ user })];
  const body = { service_id: service.id, soldier_id: soldier.id, selected_plan: PLAN.name, price: PLAN.price };
  return { user, client: await shop.client().as(user), body };
}

describe('the limit of unpaid orders', () => {
  it('is sixty per user and day, counts cancelled ones, and a payment makes room', async () => {
    const { user, client, body } = await buildBuyer();
    const soldier = await shop.buildSoldier({ user });
    await sql`insert into orders (order_number, user_id, service_id, service_title, category, selected_plan, price, status, created_at)
      select 'unpaid-' || n, ${user.id}, ${body.service_id}, '제목', 'before', '기본', 1000, 'cancelled',
        now() - interval '23 hours' from generate_series(1, 59) as n`.execute(shop.db);
    expect((await client.post('/api/orders', body)).statusCode).toBe(201);
    expect((await client.post('/api/orders', body)).statusCode, 'the same order again').toBe(201);
    const before = await shop.countRows();
    const response = await client.post('/api/orders', { ...body, soldier_id: soldier.id });
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', error: expect.any(String) });
    const retryAfter = Number(response.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(59 * 60);
    expect(retryAfter).toBeLessThanOrEqual(60 * 60);
    expect(await shop.countRows()).toEqual(before);
    const other = await buildBuyer();
    expect((await other.client.post('/api/orders', other.body)).statusCode).toBe(201);
    await shop.db
      .updateTable('orders')
      .set({ paid_at: shop.clock.now() })
      .where('order_number', '=', 'unpaid-1')
      .execute();
    expect((await client.post('/api/orders', { ...body, soldier_id: soldier.id })).statusCode).toBe(201);
  });
});
