import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

const TOKEN = 'a-token-of-the-tests';

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
    const { text } = await read();
    expect(text).toContain('shop_orders{status="cancelled"} 1');
    expect(text).toContain('shop_orders_cancelled_but_paid 1');
    expect(text).toContain('shop_payments_stuck 1');
    expect(text).toContain('shop_mails_failed 0');
    expect(text).toContain('shop_jobs_stuck 0');
    expect(text).toMatch(/shop_database_connections\{state="idle"\} \d/);
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
