import { describe, expect, it } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { buildStaff, type StaffFixture } from '#tests/support/app/staff.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const SEARCHES = 4;
const EXPORTS = 2;

const shop = await setUpTestApp({
  env: { LIMIT_STAFF_SEARCHES_PER_MINUTE: String(SEARCHES), LIMIT_STAFF_EXPORTS: String(EXPORTS) },
});

type Answer = Awaited<ReturnType<StaffFixture['client']['get']>>;

function expectTooMany(response: Answer, mostSeconds: number): void {
  expectError(response, 429, 'TOO_MANY_REQUESTS');
  const retryAfter = Number(response.headers['retry-after']);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(mostSeconds);
}

/** Requests the URLs in turn and returns the statuses. */
async function statusesOf({ client }: StaffFixture, urls: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const url of urls) statuses.push((await client.get(url)).statusCode);
  return statuses;
}

describe('the limits of one administrator', () => {
  it('count searches and statistics per minute together, separately for each administrator', async () => {
    const staff = await buildStaff(shop);
    const asked = [
      '/api/admin/orders?q=a',
      '/api/admin/users?q=a',
      '/api/admin/statistics?days=7',
      '/api/admin/orders?q=b',
    ];
    expect(asked).toHaveLength(SEARCHES);
    expect(await statusesOf(staff, asked)).toEqual([200, 200, 200, 200]);
    for (const url of asked) expectTooMany(await staff.client.get(url), 60);
    const other = await buildStaff(shop);
    expect(await statusesOf(other, asked)).toEqual([200, 200, 200, 200]);
  });

  it('do not count lists without a search', async () => {
    const staff = await buildStaff(shop);
    const plain = [
      '/api/admin/orders',
      '/api/admin/orders?status=confirmed&q=',
      '/api/admin/users?q=%20',
      '/api/admin/users',
    ];
    for (let round = 0; round < 3; round += 1) expect(await statusesOf(staff, plain)).toEqual([200, 200, 200, 200]);
    expect(await statusesOf(staff, ['/api/admin/orders?q=a', '/api/admin/orders/export'])).toEqual([200, 200]);
  });

  it('count exports per ten minutes, and refuse one before it starts', async () => {
    const staff = await buildStaff(shop);
    const exports = Array.from({ length: EXPORTS }, () => '/api/admin/orders/export?q=a');
    expect(await statusesOf(staff, exports)).toEqual([200, 200]);
    expectTooMany(await staff.client.get('/api/admin/orders/export'), 600);
    expect(await staff.audit('order.export')).toHaveLength(EXPORTS);
  });

  it('do not count an invalid search', async () => {
    const staff = await buildStaff(shop);
    for (let count = 0; count <= SEARCHES; count += 1) {
      expectError(await staff.client.get('/api/admin/orders?q=a&cursor=forged'), 400, 'VALIDATION_FAILED');
    }
    expect(await statusesOf(staff, ['/api/admin/orders?q=a'])).toEqual([200]);
  });
});

it('a list without a search runs no statement for the limit', async () => {
  const staff = await buildStaff(shop);
  for (const list of ['orders', 'users']) {
    const plain = await shop.statements.measure(() => staff.client.get(`/api/admin/${list}`));
    const searched = await shop.statements.measure(() => staff.client.get(`/api/admin/${list}?q=aa`));
    const countsOf = (statements: readonly string[]) => statements.filter((sql) => sql.includes('rate_limits')).length;
    expect([countsOf(plain.statements), countsOf(searched.statements)]).toEqual([0, 1]);
  }
});

it('a limit of 0 disables it', async () => {
  const free = await startTestApp({ env: { LIMIT_STAFF_SEARCHES_PER_MINUTE: '0', LIMIT_STAFF_EXPORTS: '0' } });
  const staff = await buildStaff(free);
  const urls = Array.from({ length: 25 }, () => ['/api/admin/users?q=a', '/api/admin/orders/export']).flat();
  expect(new Set(await statusesOf(staff, urls))).toEqual(new Set([200]));
  await free.close();
});
