import { describe, expect, it } from 'vitest';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const SEARCHES = 4;
const EXPORTS = 2;

const shop = await setUpTestApp({
  env: { LIMIT_STAFF_SEARCHES_PER_MINUTE: String(SEARCHES), LIMIT_STAFF_EXPORTS: String(EXPORTS) },
});

type Answer = Awaited<ReturnType<AdminFixture['client']['get']>>;

function expectTooMany(response: Answer, mostSeconds: number): void {
  expectError(response, 429, 'TOO_MANY_REQUESTS');
  const retryAfter = Number(response.headers['retry-after']);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(mostSeconds);
}

/** Requests the URLs in turn and returns the statuses. */
async function statusesOf({ client }: AdminFixture, urls: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const url of urls) statuses.push((await client.get(url)).statusCode);
  return statuses;
}

describe('the limits of one administrator', () => {
  it('count searches and statistics per minute together, separately for each administrator', async () => {
    const admin = await buildAdmin(shop);
    const asked = [
      '/api/admin/orders?q=a',
      '/api/admin/users?q=a',
      '/api/admin/statistics?days=7',
      '/api/admin/orders?q=b',
    ];
    expect(asked).toHaveLength(SEARCHES);
    expect(await statusesOf(admin, asked)).toEqual([200, 200, 200, 200]);
    for (const url of asked) expectTooMany(await admin.client.get(url), 60);
    const other = await buildAdmin(shop);
    expect(await statusesOf(other, asked)).toEqual([200, 200, 200, 200]);
  });

  it('do not count lists without a search', async () => {
    const admin = await buildAdmin(shop);
    const plain = [
      '/api/admin/orders',
      '/api/admin/orders?status=confirmed&q=',
      '/api/admin/users?q=%20',
      '/api/admin/users',
    ];
    for (let round = 0; round < 3; round += 1) expect(await statusesOf(admin, plain)).toEqual([200, 200, 200, 200]);
    expect(await statusesOf(admin, ['/api/admin/orders?q=a', '/api/admin/orders/export'])).toEqual([200, 200]);
  });

  it('count exports per ten minutes, and refuse one before it starts', async () => {
    const admin = await buildAdmin(shop);
    const exports = Array.from({ length: EXPORTS }, () => '/api/admin/orders/export?q=a');
    expect(await statusesOf(admin, exports)).toEqual([200, 200]);
    expectTooMany(await admin.client.get('/api/admin/orders/export'), 600);
    expect(await admin.audit('order.export')).toHaveLength(EXPORTS);
  });

  it('do not count an invalid search', async () => {
    const admin = await buildAdmin(shop);
    for (let count = 0; count <= SEARCHES; count += 1) {
      expectError(await admin.client.get('/api/admin/orders?q=a&cursor=forged'), 400, 'VALIDATION_FAILED');
    }
    expect(await statusesOf(admin, ['/api/admin/orders?q=a'])).toEqual([200]);
  });
});

it('a limit of 0 disables it', async () => {
  const free = await startTestApp({ env: { LIMIT_STAFF_SEARCHES_PER_MINUTE: '0', LIMIT_STAFF_EXPORTS: '0' } });
  const admin = await buildAdmin(free);
  const urls = Array.from({ length: 25 }, () => ['/api/admin/users?q=a', '/api/admin/orders/export']).flat();
  expect(new Set(await statusesOf(admin, urls))).toEqual(new Set([200]));
  await free.close();
});
