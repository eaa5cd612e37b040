import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { cpuMsSince } from '#tests/support/limits/cpu-ms.ts';

const shop = await setUpTestApp({
  limits: {
    registerPerHour: 0,
    ordersPerMinute: 0,
    loginFailures: 0,
    loginFailuresWide: 0,
    checkUserIdPerMinute: 0,
    adminSearchesPerMinute: 0,
  },
});
const user = await shop.buildUser();
const client = await shop.client().as(user);
const soldierId = (await shop.buildSoldier({ user })).id;
const serviceId = (await shop.buildService()).id;
const orderId = (await shop.buildOrder({ user })).id;

/** Values known to break programs. */
const HOSTILE: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0007\u001b[31m',
  "'; drop table orders; --",
  '$1',
  '%s%n%x',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../../etc/passwd',
  '𝒳🙂'.repeat(40),
  'x'.repeat(100_000),
  '-1',
  'NaN',
  '1e400',
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER,
  1e300,
  true,
  null,
  [],
  [[[[]]]],
  {},
  { $ne: null },
  { toString: 'x', constructor: { prototype: {} } },
];

/** A pattern restarts at each of the dots; the marks of one letter are put in order. */
const BUSY: readonly string[] = [`a@${'.a'.repeat(400_000)}@`, `a${'\u0301\u0316'.repeat(100_000)}`];

/** Validating such a text takes milliseconds. */
const MOST_CPU_MS = 5000;

type Target = { method: 'POST' | 'PUT' | 'PATCH'; url: () => string; body: () => Record<string, unknown> };

const TARGETS: Record<string, Target> = {
  login: { method: 'POST', url: () => '/api/auth/login', body: () => ({ userId: 'some.user', password: 'secret12' }) },
  register: {
    method: 'POST',
    url: () => '/api/auth/register',
    body: () => ({
      userId: 'some.user',
      password: 'secret12',
      phone: '01012345678',
      email: '',
      fullname: '',
      acceptedTos: true,
    }),
  },
  'create soldier': {
    method: 'POST',
    url: () => '/api/soldiers',
    body: () => ({ fullname: '김본보기', relationship: '자녀', military_status: '복무 중', phone: '', email: '' }),
  },
  'update soldier': {
    method: 'PUT',
    url: () => `/api/soldiers/${soldierId}`,
    body: () => ({ fullname: '김본보기', relationship: '자녀', military_status: '복무 중', phone: '', email: '' }),
  },
  'place order': {
    method: 'POST',
    url: () => '/api/orders',
    body: () => ({ service_id: serviceId, soldier_id: soldierId, selected_plan: '기본', price: 350_000 }),
  },
  'cancel order': { method: 'PATCH', url: () => `/api/orders/${orderId}`, body: () => ({ status: 'cancelled' }) },
  confirm: {
    method: 'POST',
    url: () => '/api/bootpay/confirm',
    body: () => ({ order_id: 2_000_000_000, receipt_id: 'nothing', price: 350_000 }),
  },
  webhook: {
    method: 'POST',
    url: () => '/api/bootpay/webhook',
    body: () => ({ order_id: 'nothing', receipt_id: 'nothing', status: 1, webhook_type: 'PAYMENT_COMPLETED' }),
  },
};

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

describe('hostile values never break the server', () => {
  it.each(Object.entries(TARGETS))('%s: every field, every value', async (_name, { method, url, body }) => {
    for (const field of Object.keys(body())) {
      for (const value of HOSTILE) {
        const response = await client.call(method, url(), { ...body(), [field]: value });
        const seen = `${field} = ${JSON.stringify(value).slice(0, 40)}: ${response.statusCode}`;
        expect(response.statusCode, seen).toBeLessThan(500);
        if (response.statusCode >= 400) {
          expect(response.json().error, seen).not.toMatch(
            /sql|column|relation|syntax|node_modules|invalid input|expected/i,
          );
        }
      }
    }
  });

  it.each(['/api/auth/check-userid/', '/api/services?ids=', '/terms/', '/api/soldiers/', '/api/orders/'])(
    'GET %s…',
    async (prefix) => {
      for (const value of HOSTILE) {
        const response = await client.get(prefix + encodeURIComponent(asText(value)).slice(0, 8000));
        expect(response.statusCode, asText(value).slice(0, 40)).toBeLessThan(500);
      }
    },
  );

  it.each(Object.entries(TARGETS))(
    '%s: a text that takes the square of its length to read is refused at once',
    async (_name, target) => {
      const cases = Object.keys(target.body()).flatMap((field) => BUSY.map((busy) => ({ field, busy })));
      for (const { field, busy } of cases) {
        const before = process.cpuUsage();
        const response = await client.call(target.method, target.url(), { ...target.body(), [field]: busy });
        expect(response.statusCode, field).toBeLessThan(500);
        expect(cpuMsSince(before), field).toBeLessThan(MOST_CPU_MS);
      }
    },
  );

  it('do not change the tables or break the server', async () => {
    expect((await client.get('/readyz')).statusCode).toBe(200);
    expect((await client.get('/api/services')).statusCode).toBe(200);
    expect(await shop.db.selectFrom('orders').select('id').execute()).not.toHaveLength(0);
  });
});
