import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { RefundAnswer, RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import { refundDueOn } from '#shared/rules/payments/refund-deadline.ts';
import { buildAdmin, nextPage, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import {
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';

const PRICE = 350_000;
const REASON = '개인 사정';

const shop = await setUpTestApp({ timing: { refundQuietMs: 0 } });
const admin = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

type RequestedRefund = PaymentFixture & { receiptId: string; requestId: number };

const detailOf = async ({ row }: PaymentFixture) =>
  (await admin.client.get(`/api/admin/orders/${row.id}`)).json<AdminOrder>();

async function requestRefund(): Promise<RequestedRefund> {
  const fixture = await buildPaymentFixture(shop, PRICE);
  await shop.db
    .updateTable('users')
    .set({ email: `${fixture.user.user_id}@example.com` })
    .where('id', '=', fixture.user.id)
    .execute();
  const receiptId = await fixture.pay();
  expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
  const answer = await fixture.client.post(`/api/orders/${fixture.row.id}/refund-requests`, { reason: REASON });
  expect(answer.statusCode).toBe(201);
  const [request] = (await detailOf(fixture)).refund_requests;
  return { ...fixture, receiptId, requestId: request?.id ?? 0 };
}

function grant({ requestId }: Pick<RequestedRefund, 'requestId'>, body: Record<string, unknown> = { amount: PRICE }) {
  return admin.client.post(`/api/admin/refund-requests/${requestId}/grant`, body);
}

function refuse({ requestId }: Pick<RequestedRefund, 'requestId'>, note: unknown = '이미 업무가 끝났습니다.') {
  return admin.client.post(`/api/admin/refund-requests/${requestId}/refuse`, { note });
}

const mailKinds = async ({ user }: RequestedRefund) =>
  (await listMails(shop, `${user.user_id}@example.com`)).map(({ kind }) => kind);
const requestOf = async (fixture: PaymentFixture) => (await fixture.order()).refund?.request;

describe('POST /api/admin/refund-requests/{id}/grant', () => {
  it('refunds the payment and notifies the customer', async () => {
    const fixture = await requestRefund();
    const mailsBefore = (await shop.countRows()).mails ?? 0;
    const response = await grant(fixture, { amount: PRICE, note: '전액을 환불합니다.' });
    expect(response.statusCode).toBe(200);
    const { refund, order } = response.json<RefundAnswer>();
    expect(refund).toMatchObject({ amount: PRICE, state: 'done', reason: '고객 환불 요청', attempts: 1 });
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0, refunds: [refund] });
    expect(order.refund_requests).toMatchObject([
      {
        id: fixture.requestId,
        status: 'granted',
        amount: PRICE,
        granted_amount: PRICE,
        refund_state: 'done',
        basis: 'before_work',
        reason: REASON,
        note: '전액을 환불합니다.',
        decided_by: `${admin.user.user_id} (관리자)`,
      },
    ]);
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    const { refund: seen, timeline } = await fixture.order();
    expect(seen).toMatchObject({ policy: null, request: { status: 'granted', granted_amount: PRICE } });
    expect(timeline.slice(-2).map(({ note }) => note)).toEqual([
      '환불 요청을 승인했습니다. 환불 금액은 350,000원입니다. 전액을 환불합니다.',
      '350,000원을 환불했습니다. 주문이 취소되었습니다.',
    ]);
    expect(await mailKinds(fixture)).toEqual(['order_confirmed', 'refund_asked', 'refund_granted', 'order_cancelled']);
    expect((await shop.countRows()).mails).toBe(mailsBefore + 2);
    expect((await admin.audit('order.grant_refund_request'))[0]).toMatchObject({
      subject_id: String(fixture.row.id),
      after: { request_id: fixture.requestId, amount: PRICE, refund_id: refund.id, has_note: true },
    });
    expect((await admin.audit('order.refund'))[0]).toMatchObject({ subject_id: String(fixture.row.id) });
  });

  it('can refund another amount than the policy', async () => {
    const fixture = await requestRefund();
    expect((await grant(fixture, { amount: 100_000 })).json<RefundAnswer>().order).toMatchObject({
      status: 'confirmed',
      paid_price: 250_000,
    });
    expect(await requestOf(fixture)).toMatchObject({ amount: PRICE, granted_amount: 100_000, refund_state: 'done' });
    expect(await mailKinds(fixture)).toEqual(['order_confirmed', 'refund_asked', 'refund_granted', 'order_refunded']);
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: 250_000 });
  });

  it('waits for an unreachable provider; the job executes the refund', async () => {
    const fixture = await requestRefund();
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: 'drop' });
    const response = await grant(fixture);
    expect(response.statusCode).toBe(202);
    expect(await requestOf(fixture)).toMatchObject({ status: 'granted', refund_state: 'requested' });
    expectError(await grant(fixture), 409, 'REFUND_REQUEST_CLOSED');
    shop.bootpay.clear();
    shop.clock.advance(60_000);
    await processDueReceipts(shop.deps.payments);
    expect(await requestOf(fixture)).toMatchObject({ status: 'granted', refund_state: 'done' });
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  });

  it('shows a refund that the provider refused, until an administrator repeats it', async () => {
    const fixture = await requestRefund();
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '취소 한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: refusal, times: 1 });
    expect((await grant(fixture)).json<RefundAnswer>().refund.state).toBe('refused');
    expect(await requestOf(fixture)).toMatchObject({ status: 'granted', refund_state: 'refused' });
    await admin.client.post(`/api/admin/orders/${fixture.row.id}/refunds`, { amount: PRICE, reason: '다시 환불' });
    expect(await requestOf(fixture)).toMatchObject({ status: 'granted', refund_state: 'done' });
  });

  it.each([
    ['nothing', {}],
    ['a zero', { amount: 0 }],
    ['half a won', { amount: 0.5 }],
    ['a note that is no text', { amount: 1000, note: 5 }],
    ['half an account', { amount: 1000, account: { bank_code: '088' } }],
  ])('returns 400 for %s, and the request stays open', async (_name, body) => {
    const fixture = await requestRefund();
    const before = await shop.countRows();
    expectError(await grant(fixture, body), 400, 'VALIDATION_FAILED');
    expect(await shop.countRows()).toEqual(before);
    expect(await requestOf(fixture)).toMatchObject({ status: 'open' });
  });

  it('refuses more than the paid amount, and the request stays open', async () => {
    const fixture = await requestRefund();
    const before = await shop.countRows();
    expectError(await grant(fixture, { amount: PRICE + 1 }), 409, 'REFUND_EXCEEDS_PAID');
    expect(await shop.countRows()).toEqual(before);
    expect(await requestOf(fixture)).toMatchObject({ status: 'open', note: '' });
    expect(shop.bootpay.calls('cancel')).toBe(0);
  });
});

describe('POST /api/admin/refund-requests/{id}/refuse', () => {
  it('moves no money, and shows the reason to the customer', async () => {
    const fixture = await requestRefund();
    const response = await refuse(fixture);
    expect(response.statusCode).toBe(200);
    expect(response.json<AdminOrder>()).toMatchObject({
      status: 'confirmed',
      paid_price: PRICE,
      refunds: [],
      refund_requests: [{ status: 'refused', note: '이미 업무가 끝났습니다.', refund_state: null }],
    });
    const { refund, timeline } = await fixture.order();
    expect(refund).toMatchObject({
      policy: { amount: PRICE },
      request: { status: 'refused', note: '이미 업무가 끝났습니다.', granted_amount: null },
    });
    expect(timeline.at(-1)).toMatchObject({
      status: 'confirmed',
      note: '환불 요청을 받아들이지 못했습니다. 이미 업무가 끝났습니다.',
    });
    expect(await mailKinds(fixture)).toEqual(['order_confirmed', 'refund_asked', 'refund_refused']);
    expect((await admin.audit('order.refuse_refund_request'))[0]).toMatchObject({
      subject_id: String(fixture.row.id),
      after: { request_id: fixture.requestId, has_note: true },
      reason: '',
    });
    expect(shop.bootpay.calls('cancel', fixture.receiptId)).toBe(0);
    expectError(await refuse(fixture), 409, 'REFUND_REQUEST_CLOSED');
    expectError(await grant(fixture), 409, 'REFUND_REQUEST_CLOSED');
    const again = await fixture.client.post(`/api/orders/${fixture.row.id}/refund-requests`, { reason: '다시' });
    expect(again.statusCode).toBe(201);
  });

  it('requires a reason and an existing request', async () => {
    const fixture = await requestRefund();
    for (const note of [null, ' ', 5]) expectError(await refuse(fixture, note), 400, 'VALIDATION_FAILED');
    expectError(await refuse({ requestId: 2_147_483_647 }), 404, 'REFUND_REQUEST_NOT_FOUND');
    expectError(await grant({ requestId: 2_147_483_647 }), 404, 'REFUND_REQUEST_NOT_FOUND');
    expect(await requestOf(fixture)).toMatchObject({ status: 'open' });
  });
});

describe('a refund made in another way', () => {
  it('grants the request when an administrator refunds the order', async () => {
    const fixture = await requestRefund();
    await admin.client.post(`/api/admin/orders/${fixture.row.id}/refunds`, { amount: 50_000, reason: '일부' });
    expect(await requestOf(fixture)).toMatchObject({ status: 'granted', granted_amount: 50_000, refund_state: 'done' });
    expect(await mailKinds(fixture)).toContain('refund_granted');
  });

  it('grants the request when the provider refunded all, without a mail of its own', async () => {
    const fixture = await requestRefund();
    await shop.bootpay.cancelAtProvider(fixture.receiptId, 50_000);
    await fixture.webhook(fixture.receiptId);
    expect(await requestOf(fixture)).toMatchObject({ status: 'open' });
    expectError(await grant(fixture), 409, 'REFUND_EXCEEDS_PAID');
    await shop.bootpay.cancelAtProvider(fixture.receiptId);
    await fixture.webhook(fixture.receiptId);
    expect(await fixture.order()).toMatchObject({
      status: 'cancelled',
      refund: { policy: null, request: { status: 'granted', granted_amount: 300_000, refund_state: 'done' } },
    });
    expect(await mailKinds(fixture)).not.toContain('refund_granted');
  });
});

describe('concurrent decisions', () => {
  it('grant and refuse: exactly one succeeds, and the payment events agree', async () => {
    for (let round = 0; round < 4; round += 1) {
      const fixture = await requestRefund();
      const others = await Promise.all([buildAdmin(shop), buildAdmin(shop)]);
      const path = `/api/admin/refund-requests/${fixture.requestId}`;
      const answers = await Promise.all([
        ...others.map(({ client }) => client.post(`${path}/grant`, { amount: 100_000 })),
        ...others.map(({ client }) => client.post(`${path}/refuse`, { note: '거절합니다.' })),
      ]);
      const codes = answers.map(({ statusCode }) => statusCode);
      expect(codes.toSorted()).toEqual([200, 409, 409, 409]);
      const isGranted = codes.indexOf(200) < 2;
      expect(await requestOf(fixture)).toMatchObject({ status: isGranted ? 'granted' : 'refused' });
      expect((await fixture.order()).paid_price).toBe(isGranted ? 250_000 : PRICE);
      expect(await movedFor(shop, fixture.receiptId)).toEqual([
        `capture ${PRICE}`,
        ...(isGranted ? ['cancel 100000'] : []),
      ]);
      const told = (await mailKinds(fixture)).filter((kind) => /^refund_(granted|refused)$/.test(kind));
      expect(told).toEqual([isGranted ? 'refund_granted' : 'refund_refused']);
    }
  });

  it('grant and withdraw: the money is refunded exactly when the request is granted', async () => {
    for (let round = 0; round < 6; round += 1) {
      const fixture = await requestRefund();
      const [withdrawn, granted] = await Promise.all([
        fixture.client.delete(`/api/orders/${fixture.row.id}/refund-requests`),
        grant(fixture),
      ]);
      expect([withdrawn.statusCode, granted.statusCode].toSorted()).toEqual([200, 409]);
      const isGranted = granted.statusCode === 200;
      expect(await requestOf(fixture)).toMatchObject({ status: isGranted ? 'granted' : 'withdrawn' });
      expect((await fixture.order()).paid_price).toBe(isGranted ? 0 : PRICE);
      const moved = await movedFor(shop, fixture.receiptId);
      expect(moved).toEqual([`capture ${PRICE}`, ...(isGranted ? [`cancel ${PRICE}`] : [])]);
    }
  });
});

describe('GET /api/admin/refund-requests', () => {
  const list = (query = '') => readPages<RefundRequestListItem>(admin.client, `/api/admin/refund-requests${query}`);

  it('lists open requests, oldest first, in pages', async () => {
    const fixtures = [await requestRefund(), await requestRefund(), await requestRefund()];
    const response = await admin.client.get('/api/admin/refund-requests');
    const open = response.json<RefundRequestListItem[]>();
    expect(response.headers['x-total-count']).toBe(String(open.length));
    const ids = open.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(ids.slice(-3)).toEqual(fixtures.map(({ requestId }) => requestId));
    expect(open.at(-1)).toEqual({
      id: fixtures[2]?.requestId,
      order_id: fixtures[2]?.row.id,
      order_number: fixtures[2]?.row.order_number,
      service_title: fixtures[2]?.row.service_title,
      user_name: fixtures[2]?.user.fullname,
      user_id: fixtures[2]?.user.user_id,
      user_phone: fixtures[2]?.user.phone,
      paid_price: PRICE,
      status: 'open',
      amount: PRICE,
      basis: 'before_work',
      reason: REASON,
      note: '',
      granted_amount: null,
      created_at: expect.stringMatching(/Z$/),
      due_on: refundDueOn(new Date(open.at(-1)?.created_at ?? '')),
      decided_at: null,
      decided_by: null,
      awaits_approval: false,
    });
    const paged = await list('?limit=2');
    expect(paged).toEqual(open);
    expect((await admin.audit('order.list_refund_requests'))[0]?.after).toMatchObject({ status: 'open' });
  });

  it('lists, counts and filters overdue requests', async () => {
    const [late, fresh] = [await requestRefund(), await requestRefund()];
    // Seven business days are over after 30 days, also around the longest holidays.
    const created_at = new Date(shop.clock.now().getTime() - 30 * DAY_MS);
    await shop.db.updateTable('refund_requests').set({ created_at }).where('id', '=', late.requestId).execute();
    const ids = (await list('?due=overdue')).map(({ id }) => id);
    expect(ids).toContain(late.requestId);
    expect(ids).not.toContain(fresh.requestId);
    const orders = await readPages<{ id: number }>(admin.client, '/api/admin/orders?waiting=overdue_refund_request');
    expect(orders.map(({ id }) => id)).toContain(late.row.id);
    expect(orders.map(({ id }) => id)).not.toContain(fresh.row.id);
    const counted = ids.length;
    expect((await admin.client.get('/api/admin/badges')).json()).toMatchObject({ overdue_refund_requests: counted });
    const { waiting } = (await admin.client.get('/api/admin/dashboard')).json<Dashboard>();
    expect(waiting.overdueRefundRequests).toBe(counted);
    await refuse(late);
    expect((await list('?due=overdue')).map(({ id }) => id)).not.toContain(late.requestId);
  });

  it('lists decided requests, newest first', async () => {
    const fixture = await requestRefund();
    await refuse(fixture);
    const [refused] = await list('?status=refused');
    expect(refused).toMatchObject({
      id: fixture.requestId,
      status: 'refused',
      decided_by: `${admin.user.user_id} (관리자)`,
      note: '이미 업무가 끝났습니다.',
    });
    const all = await list('?status=all&limit=3');
    expect(all[0]?.id).toBe(fixture.requestId);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect((await list()).some(({ id }) => id === fixture.requestId)).toBe(false);
  });

  it('returns 400 for an unknown status and an invalid cursor', async () => {
    expectError(await admin.client.get('/api/admin/refund-requests?status=done'), 400, 'VALIDATION_FAILED');
    expectError(await admin.client.get('/api/admin/refund-requests?cursor=x'), 400, 'VALIDATION_FAILED');
    expect(nextPage(await admin.client.get('/api/admin/refund-requests?limit=200'))).toBeUndefined();
  });

  it('is counted on the dashboard', async () => {
    const countOf = async () =>
      (await admin.client.get('/api/admin/dashboard')).json<Dashboard>().waiting.refundRequests;
    const before = await countOf();
    const fixture = await requestRefund();
    expect(await countOf()).toBe(before + 1);
    await refuse(fixture);
    expect(await countOf()).toBe(before);
  });
});
