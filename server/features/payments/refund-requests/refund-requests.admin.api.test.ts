import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { RefundAnswer, RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { buildStaff, nextPage, readPages, type StaffScene } from '#tests/support/app/staff.ts';
import { buildPaymentScene, expectError, movedFor, type PaymentScene } from '#tests/support/payments/payment-scene.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';

const PRICE = 350_000;
const REASON = '개인 사정';

let shop: TestApp;
let staff: StaffScene;
beforeAll(async () => {
  shop = await startTestApp({ timing: { refundQuietMs: 0 } });
  staff = await buildStaff(shop);
});
afterEach(() => shop.bootpay.clear());
afterAll(() => shop.close());

type RequestedRefund = PaymentScene & { receiptId: string; requestId: number };

const detailOf = async ({ row }: PaymentScene) =>
  (await staff.client.get(`/api/admin/orders/${row.id}`)).json<AdminOrder>();

async function requestRefund(): Promise<RequestedRefund> {
  const scene = await buildPaymentScene(shop, PRICE);
  await shop.db
    .updateTable('users')
    .set({ email: `${scene.user.user_id}@example.com` })
    .where('id', '=', scene.user.id)
    .execute();
  const receiptId = await scene.pay();
  expect((await scene.confirm(receiptId)).statusCode).toBe(200);
  const answer = await scene.client.post(`/api/orders/${scene.row.id}/refund-requests`, { reason: REASON });
  expect(answer.statusCode).toBe(201);
  const [request] = (await detailOf(scene)).refund_requests;
  return { ...scene, receiptId, requestId: request?.id ?? 0 };
}

function grant({ requestId }: Pick<RequestedRefund, 'requestId'>, body: Record<string, unknown> = { amount: PRICE }) {
  return staff.client.post(`/api/admin/refund-requests/${requestId}/grant`, body);
}

function refuse({ requestId }: Pick<RequestedRefund, 'requestId'>, note: unknown = '이미 업무가 끝났습니다.') {
  return staff.client.post(`/api/admin/refund-requests/${requestId}/refuse`, { note });
}

const mailKinds = async ({ user }: RequestedRefund) =>
  (await listMails(shop, `${user.user_id}@example.com`)).map(({ kind }) => kind);
const requestOf = async (scene: PaymentScene) => (await scene.order()).refund.request;

describe('POST /api/admin/refund-requests/{id}/grant', () => {
  it('refunds the payment and notifies the customer', async () => {
    const scene = await requestRefund();
    const mailsBefore = (await shop.countRows()).mails ?? 0;
    const response = await grant(scene, { amount: PRICE, note: '전액을 환불합니다.' });
    expect(response.statusCode).toBe(200);
    const { refund, order } = response.json<RefundAnswer>();
    expect(refund).toMatchObject({ amount: PRICE, state: 'done', reason: '고객 환불 요청', attempts: 1 });
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0, refunds: [refund] });
    expect(order.refund_requests).toMatchObject([
      {
        id: scene.requestId,
        status: 'granted',
        amount: PRICE,
        granted_amount: PRICE,
        refund_state: 'done',
        basis: 'before_work',
        reason: REASON,
        note: '전액을 환불합니다.',
        decided_by: `${staff.user.user_id} (관리자)`,
      },
    ]);
    expect(await movedFor(shop, scene.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    const { refund: seen, timeline } = await scene.order();
    expect(seen).toMatchObject({ policy: null, request: { status: 'granted', granted_amount: PRICE } });
    expect(timeline.slice(-2).map(({ note }) => note)).toEqual([
      '환불 요청을 승인했습니다. 환불 금액은 350,000원입니다. 전액을 환불합니다.',
      '350,000원을 환불했습니다. 주문이 취소되었습니다.',
    ]);
    expect(await mailKinds(scene)).toEqual(['order_confirmed', 'refund_asked', 'refund_granted', 'order_cancelled']);
    expect((await shop.countRows()).mails).toBe(mailsBefore + 2);
    expect((await staff.audit('order.grant_refund_request'))[0]).toMatchObject({
      subject_id: String(scene.row.id),
      after: { request_id: scene.requestId, amount: PRICE, refund_id: refund.id, note: '전액을 환불합니다.' },
    });
    expect((await staff.audit('order.refund'))[0]).toMatchObject({ subject_id: String(scene.row.id) });
  });

  it('can refund another amount than the policy', async () => {
    const scene = await requestRefund();
    expect((await grant(scene, { amount: 100_000 })).json<RefundAnswer>().order).toMatchObject({
      status: 'confirmed',
      paid_price: 250_000,
    });
    expect(await requestOf(scene)).toMatchObject({ amount: PRICE, granted_amount: 100_000, refund_state: 'done' });
    expect(await mailKinds(scene)).toEqual(['order_confirmed', 'refund_asked', 'refund_granted', 'order_refunded']);
    expect((await scene.order()).refund.policy).toMatchObject({ amount: 250_000 });
  });

  it('waits for an unreachable provider; the job executes the refund', async () => {
    const scene = await requestRefund();
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: 'drop' });
    const response = await grant(scene);
    expect(response.statusCode).toBe(202);
    expect(await requestOf(scene)).toMatchObject({ status: 'granted', refund_state: 'requested' });
    expectError(await grant(scene), 409, 'REFUND_REQUEST_CLOSED');
    shop.bootpay.clear();
    shop.clock.advance(60_000);
    await processDueReceipts(shop.deps.payments);
    expect(await requestOf(scene)).toMatchObject({ status: 'granted', refund_state: 'done' });
    expect(await movedFor(shop, scene.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
  });

  it('shows a refund that the provider refused, until an administrator repeats it', async () => {
    const scene = await requestRefund();
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '취소 한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: refusal, times: 1 });
    expect((await grant(scene)).json<RefundAnswer>().refund.state).toBe('refused');
    expect(await requestOf(scene)).toMatchObject({ status: 'granted', refund_state: 'refused' });
    await staff.client.post(`/api/admin/orders/${scene.row.id}/refunds`, { amount: PRICE, reason: '다시 환불' });
    expect(await requestOf(scene)).toMatchObject({ status: 'granted', refund_state: 'done' });
  });

  it.each([
    ['nothing', {}],
    ['a zero', { amount: 0 }],
    ['half a won', { amount: 0.5 }],
    ['a note that is no text', { amount: 1000, note: 5 }],
    ['half an account', { amount: 1000, account: { bank_code: '088' } }],
  ])('returns 400 for %s, and the request stays open', async (_name, body) => {
    const scene = await requestRefund();
    const before = await shop.countRows();
    expectError(await grant(scene, body), 400, 'VALIDATION_FAILED');
    expect(await shop.countRows()).toEqual(before);
    expect(await requestOf(scene)).toMatchObject({ status: 'open' });
  });

  it('refuses more than the paid amount, and the request stays open', async () => {
    const scene = await requestRefund();
    const before = await shop.countRows();
    expectError(await grant(scene, { amount: PRICE + 1 }), 409, 'REFUND_EXCEEDS_PAID');
    expect(await shop.countRows()).toEqual(before);
    expect(await requestOf(scene)).toMatchObject({ status: 'open', note: '' });
    expect(shop.bootpay.calls('cancel')).toBe(0);
  });
});

describe('the basis of a request during a rolling upgrade', () => {
  it('is read when the previous version of the code wrote it', async () => {
    const { row } = await buildPaymentScene(shop, PRICE);
    await sql`insert into refund_requests (order_id, amount, basis, policy_reason, reason, created_at)
      values (${row.id}, ${PRICE}, 'within_seven_days', '정책', ${REASON}, now())`.execute(shop.db);
    const detail = (await staff.client.get(`/api/admin/orders/${row.id}`)).json<AdminOrder>();
    expect(detail.refund_requests).toMatchObject([{ basis: 'within_period' }]);
    const list = (await staff.client.get('/api/admin/refund-requests')).json<RefundRequestListItem[]>();
    expect(list.find(({ order_id }) => order_id === row.id)).toMatchObject({ basis: 'within_period' });
  });

  it('is written so that the previous version can read it', async () => {
    const service = await shop.buildService({ category: 'package' });
    const user = await shop.buildUser();
    const row = await shop.buildOrder({ user, service, status: 'confirmed', price: PRICE });
    const client = await shop.client().as(user);
    expect((await client.post(`/api/orders/${row.id}/refund-requests`, { reason: REASON })).statusCode).toBe(201);
    const stored = sql<{ basis: string; policy_basis: string }>`
      select basis, policy_basis from refund_requests where order_id = ${row.id}`;
    expect((await stored.execute(shop.db)).rows).toEqual([
      { basis: 'within_seven_days', policy_basis: 'within_period' },
    ]);
  });
});

describe('POST /api/admin/refund-requests/{id}/refuse', () => {
  it('moves no money, and shows the reason to the customer', async () => {
    const scene = await requestRefund();
    const response = await refuse(scene);
    expect(response.statusCode).toBe(200);
    expect(response.json<AdminOrder>()).toMatchObject({
      status: 'confirmed',
      paid_price: PRICE,
      refunds: [],
      refund_requests: [{ status: 'refused', note: '이미 업무가 끝났습니다.', refund_state: null }],
    });
    const { refund, timeline } = await scene.order();
    expect(refund).toMatchObject({
      policy: { amount: PRICE },
      request: { status: 'refused', note: '이미 업무가 끝났습니다.', granted_amount: null },
    });
    expect(timeline.at(-1)).toMatchObject({
      status: 'confirmed',
      note: '환불 요청을 받아들이지 못했습니다. 이미 업무가 끝났습니다.',
    });
    expect(await mailKinds(scene)).toEqual(['order_confirmed', 'refund_asked', 'refund_refused']);
    expect((await staff.audit('order.refuse_refund_request'))[0]).toMatchObject({
      subject_id: String(scene.row.id),
      after: { request_id: scene.requestId },
      reason: '이미 업무가 끝났습니다.',
    });
    expect(shop.bootpay.calls('cancel', scene.receiptId)).toBe(0);
    expectError(await refuse(scene), 409, 'REFUND_REQUEST_CLOSED');
    expectError(await grant(scene), 409, 'REFUND_REQUEST_CLOSED');
    const again = await scene.client.post(`/api/orders/${scene.row.id}/refund-requests`, { reason: '다시' });
    expect(again.statusCode).toBe(201);
  });

  it('requires a reason and an existing request', async () => {
    const scene = await requestRefund();
    for (const note of [null, ' ', 5]) expectError(await refuse(scene, note), 400, 'VALIDATION_FAILED');
    expectError(await refuse({ requestId: 2_147_483_647 }), 404, 'REFUND_REQUEST_NOT_FOUND');
    expectError(await grant({ requestId: 2_147_483_647 }), 404, 'REFUND_REQUEST_NOT_FOUND');
    expect(await requestOf(scene)).toMatchObject({ status: 'open' });
  });
});

describe('a refund made in another way', () => {
  it('grants the request when an administrator refunds the order', async () => {
    const scene = await requestRefund();
    await staff.client.post(`/api/admin/orders/${scene.row.id}/refunds`, { amount: 50_000, reason: '일부' });
    expect(await requestOf(scene)).toMatchObject({ status: 'granted', granted_amount: 50_000, refund_state: 'done' });
    expect(await mailKinds(scene)).toContain('refund_granted');
  });

  it('grants the request when the provider refunded all, without a mail of its own', async () => {
    const scene = await requestRefund();
    await shop.bootpay.cancelAtProvider(scene.receiptId, 50_000);
    await scene.webhook(scene.receiptId);
    expect(await requestOf(scene)).toMatchObject({ status: 'open' });
    expectError(await grant(scene), 409, 'REFUND_EXCEEDS_PAID');
    await shop.bootpay.cancelAtProvider(scene.receiptId);
    await scene.webhook(scene.receiptId);
    expect(await scene.order()).toMatchObject({
      status: 'cancelled',
      refund: { policy: null, request: { status: 'granted', granted_amount: 300_000, refund_state: 'done' } },
    });
    expect(await mailKinds(scene)).not.toContain('refund_granted');
  });
});

describe('concurrent decisions', () => {
  it('grant and refuse: exactly one succeeds, and the payment events agree', async () => {
    for (let round = 0; round < 4; round += 1) {
      const scene = await requestRefund();
      const others = await Promise.all([buildStaff(shop), buildStaff(shop)]);
      const path = `/api/admin/refund-requests/${scene.requestId}`;
      const answers = await Promise.all([
        ...others.map(({ client }) => client.post(`${path}/grant`, { amount: 100_000 })),
        ...others.map(({ client }) => client.post(`${path}/refuse`, { note: '거절합니다.' })),
      ]);
      const codes = answers.map(({ statusCode }) => statusCode);
      expect(codes.toSorted()).toEqual([200, 409, 409, 409]);
      const isGranted = codes.indexOf(200) < 2;
      expect(await requestOf(scene)).toMatchObject({ status: isGranted ? 'granted' : 'refused' });
      expect((await scene.order()).paid_price).toBe(isGranted ? 250_000 : PRICE);
      expect(await movedFor(shop, scene.receiptId)).toEqual([
        `capture ${PRICE}`,
        ...(isGranted ? ['cancel 100000'] : []),
      ]);
      const told = (await mailKinds(scene)).filter((kind) => /^refund_(granted|refused)$/.test(kind));
      expect(told).toEqual([isGranted ? 'refund_granted' : 'refund_refused']);
    }
  });

  it('grant and withdraw: the money is refunded exactly when the request is granted', async () => {
    for (let round = 0; round < 6; round += 1) {
      const scene = await requestRefund();
      const [withdrawn, granted] = await Promise.all([
        scene.client.delete(`/api/orders/${scene.row.id}/refund-requests`),
        grant(scene),
      ]);
      expect([withdrawn.statusCode, granted.statusCode].toSorted()).toEqual([200, 409]);
      const isGranted = granted.statusCode === 200;
      expect(await requestOf(scene)).toMatchObject({ status: isGranted ? 'granted' : 'withdrawn' });
      expect((await scene.order()).paid_price).toBe(isGranted ? 0 : PRICE);
      const moved = await movedFor(shop, scene.receiptId);
      expect(moved).toEqual([`capture ${PRICE}`, ...(isGranted ? [`cancel ${PRICE}`] : [])]);
    }
  });
});

describe('GET /api/admin/refund-requests', () => {
  const list = (query = '') => readPages<RefundRequestListItem>(staff.client, `/api/admin/refund-requests${query}`);

  it('lists open requests, oldest first, in pages', async () => {
    const scenes = [await requestRefund(), await requestRefund(), await requestRefund()];
    const response = await staff.client.get('/api/admin/refund-requests');
    const open = response.json<RefundRequestListItem[]>();
    expect(response.headers['x-total-count']).toBe(String(open.length));
    const ids = open.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(ids.slice(-3)).toEqual(scenes.map(({ requestId }) => requestId));
    expect(open.at(-1)).toEqual({
      id: scenes[2]?.requestId,
      order_id: scenes[2]?.row.id,
      order_number: scenes[2]?.row.order_number,
      service_title: scenes[2]?.row.service_title,
      user_name: scenes[2]?.user.fullname,
      user_id: scenes[2]?.user.user_id,
      paid_price: PRICE,
      status: 'open',
      amount: PRICE,
      basis: 'before_work',
      reason: REASON,
      note: '',
      granted_amount: null,
      created_at: expect.stringMatching(/Z$/),
      decided_at: null,
      decided_by: null,
    });
    const paged = await list('?limit=2');
    expect(paged).toEqual(open);
    expect((await staff.audit('order.list_refund_requests'))[0]?.after).toMatchObject({ status: 'open' });
  });

  it('lists decided requests, newest first', async () => {
    const scene = await requestRefund();
    await refuse(scene);
    const [refused] = await list('?status=refused');
    expect(refused).toMatchObject({
      id: scene.requestId,
      status: 'refused',
      decided_by: `${staff.user.user_id} (관리자)`,
      note: '이미 업무가 끝났습니다.',
    });
    const all = await list('?status=all&limit=3');
    expect(all[0]?.id).toBe(scene.requestId);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect((await list()).some(({ id }) => id === scene.requestId)).toBe(false);
  });

  it('returns 400 for an unknown status and an invalid cursor', async () => {
    expectError(await staff.client.get('/api/admin/refund-requests?status=done'), 400, 'VALIDATION_FAILED');
    expectError(await staff.client.get('/api/admin/refund-requests?cursor=x'), 400, 'VALIDATION_FAILED');
    expect(nextPage(await staff.client.get('/api/admin/refund-requests?limit=200'))).toBeUndefined();
  });

  it('is counted on the dashboard', async () => {
    const countOf = async () =>
      (await staff.client.get('/api/admin/dashboard')).json<Dashboard>().waiting.refundRequests;
    const before = await countOf();
    const scene = await requestRefund();
    expect(await countOf()).toBe(before + 1);
    await refuse(scene);
    expect(await countOf()).toBe(before);
  });
});
