import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminWebhook } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';

let shop: TestApp;
let admin: AdminFixture;
beforeEach(async () => {
  shop = await startTestApp();
  admin = await buildAdmin(shop);
});
afterEach(() => shop.close());

/** Unmatched webhooks that wait for an administrator, oldest first. */
async function receiveUnmatched(count: number, name = 'made-up'): Promise<number[]> {
  for (let i = 0; i < count; i += 1) {
    const body = { receipt_id: `${name}-${i}`, order_id: `NOT-OURS-${name}-${i}` };
    await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
  }
  for (let look = 0; look < 3; look += 1) {
    await handleWebhooks(shop.deps.payments);
    shop.clock.advance(31_000);
  }
  return (await list('open')).map(({ id }) => id).reverse();
}

async function list(state: 'open' | 'all'): Promise<AdminWebhook[]> {
  return (await admin.client.get(`/api/admin/payment-webhooks?state=${state}&limit=100`)).json();
}

const mark = (body: object) => admin.client.post('/api/admin/payment-webhooks/handled', body);

describe('POST /api/admin/payment-webhooks/handled', () => {
  it('marks the listed webhooks with one note and one audit entry', async () => {
    const [first = 0, second = 0, third = 0] = await receiveUnmatched(3);
    const response = await mark({ ids: [first, third], note: '시험 알림' });
    expect([response.statusCode, response.json()]).toEqual([200, { success: true, handled: 2 }]);
    expect((await list('open')).map(({ id }) => id)).toEqual([second]);
    expect((await list('all')).find(({ id }) => id === first)).toMatchObject({
      handled_by: admin.user.user_id,
      note: '결제사에 없는 결제입니다. 처리: 시험 알림',
    });
    expect(await admin.audit('payment_webhook.handle_many')).toMatchObject([
      { subject_id: null, reason: '시험 알림', after: { ids: [first, third] } },
    ]);
  });

  it('marks all listed webhooks, and none that arrived since', async () => {
    const seen = await receiveUnmatched(5);
    const [later] = (await receiveUnmatched(1, 'later')).slice(-1);
    const response = await mark({ all: true, up_to: seen.at(-1), note: '시험 알림' });
    expect(response.json()).toEqual({ success: true, handled: 5 });
    expect((await list('open')).map(({ id }) => id)).toEqual([later]);
    expect((await mark({ all: true, note: '나머지' })).json()).toEqual({ success: true, handled: 1 });
    expect(await list('open')).toEqual([]);
    const entries = await admin.audit('payment_webhook.handle_many');
    expect(entries.map(({ after }) => after)).toEqual([
      { handled: 1, up_to: later },
      { handled: 5, up_to: seen.at(-1) },
    ]);
  });

  it('skips handled, processed or unknown webhooks, and then audits nothing', async () => {
    const [id = 0] = await receiveUnmatched(1);
    await mark({ ids: [id], note: '첫 번째' });
    await shop.client().post('/api/bootpay/webhook', { receipt_id: 'due', order_id: 'NOT-OURS' }, { csrf: false });
    const due = await shop.db.selectFrom('payment_webhooks').select('id').where('state', '=', 'new').executeTakeFirst();
    const response = await mark({ ids: [id, due?.id, 2_147_483_647], note: '두 번째' });
    expect(response.json()).toEqual({ success: true, handled: 0 });
    expect(await list('all')).toMatchObject([{ id, note: '결제사에 없는 결제입니다. 처리: 첫 번째' }]);
    expect(await admin.audit('payment_webhook.handle_many')).toHaveLength(1);
  });

  it.each([
    [{ note: '둘 다 없음' }],
    [{ ids: [1], all: true, note: '둘 다' }],
    [{ ids: [1], up_to: 1, note: '번호와 범위' }],
    [{ ids: [], note: '없음' }],
    [{ ids: Array.from({ length: 201 }, (_, i) => i + 1), note: '너무 많음' }],
    [{ ids: ['1'], note: '문자' }],
    [{ all: false, note: '거짓' }],
    [{ all: true, note: ' ' }],
    [{ all: true }],
  ])('refuses %j', async (body) => {
    expectError(await mark(body), 400, 'VALIDATION_FAILED');
  });

  it('is for administrators only', async () => {
    const user = await shop.client().as(await shop.buildUser());
    const response = await user.post('/api/admin/payment-webhooks/handled', { all: true, note: '시험' });
    expect(response.statusCode).toBe(403);
  });
});
