import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import type { OrderCounts } from '#shared/features/desk/schemas.ts';
import type { AdminOrder, AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import type { RefundAnswer, RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaidFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';
import { lapseOldProposals } from './lapse-old-proposals.ts';

const LIMIT = 200_000;
const PRICE = 350_000;
const REASON = '두 사람이 본 환불';

const shop = await setUpTestApp({ env: { FOUR_EYES_WON: String(LIMIT) }, timing: { refundQuietMs: 0 } });
const first = await buildAdmin(shop);
const second = await buildAdmin(shop);
const third = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

async function paidOrder(): Promise<PaidFixture> {
  const user = await shop.buildUser();
  await shop.db
    .updateTable('users')
    .set({ email: `${user.user_id}@example.com` })
    .where('id', '=', user.id)
    .execute();
  return buildPaidFixture(shop, PRICE, { user });
}

const path = ({ row }: PaidFixture) => `/api/admin/orders/${row.id}`;
const detailOf = async (paid: PaidFixture) => (await first.client.get(path(paid))).json<AdminOrder>();
const refund = (paid: PaidFixture, amount: number, by = first, more = {}) =>
  by.client.post(`${path(paid)}/refunds`, { amount, reason: REASON, ...more });
const propose = ({ row }: PaidFixture, amount: number, by = first, more = {}) =>
  by.client.post(`/api/admin/orders/${row.id}/refund-proposals`, { amount, reason: REASON, ...more });
const approve = (id: number, by: AdminFixture) => by.client.post(`/api/admin/refund-proposals/${id}/approve`);
const decline = (id: number, by: AdminFixture, note = '') =>
  by.client.post(`/api/admin/refund-proposals/${id}/decline`, { note });
const mailKinds = async ({ user }: PaidFixture) =>
  (await listMails(shop, `${user.user_id}@example.com`)).map(({ kind }) => kind);
const refundsLeft = async (paid: PaidFixture) => (await movedFor(shop, paid.receiptId)).slice(1);

async function proposed(paid: PaidFixture, amount = PRICE): Promise<number> {
  const response = await propose(paid, amount);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<AdminOrder>().refund_proposals.at(-1)?.id ?? 0;
}

async function requestRefund({ client, row }: PaidFixture): Promise<number> {
  await client.post(`/api/orders/${row.id}/refund-requests`, { reason: '개인 사정' });
  const list = (await first.client.get('/api/admin/refund-requests')).json<RefundRequestListItem[]>();
  return list.find(({ order_id }) => order_id === row.id)?.id ?? 0;
}

describe('a refund above FOUR_EYES_WON', () => {
  it('is refused to one administrator, and nothing is written', async () => {
    const paid = await paidOrder();
    const requestId = await requestRefund(paid);
    const before = await shop.countRows();
    expectError(await refund(paid, LIMIT + 1), 409, 'SECOND_PERSON_REQUIRED');
    const grant = { amount: PRICE };
    expectError(
      await first.client.post(`/api/admin/refund-requests/${requestId}/grant`, grant),
      409,
      'SECOND_PERSON_REQUIRED',
    );
    expect(await shop.countRows()).toEqual(before);
    expect(await refundsLeft(paid)).toEqual([]);
  });

  it('is not split into small ones, by whatever way the money went back', async () => {
    const paid = await paidOrder();
    expect((await refund(paid, 100_000)).statusCode).toBe(200);
    await first.client.post(`${path(paid)}/refunds/outside`, { amount: 50_000, note: '계좌 이체' });
    expectError(await refund(paid, 50_001, second), 409, 'SECOND_PERSON_REQUIRED');
    // One that is on its way counts too, here on the receipt of a second payment.
    const late = await paid.pay({ isSeparatelyConfirmed: false });
    shop.bootpay.fail({ endpoint: 'cancel', receiptId: late, insteadOf: 'drop' });
    expectError(await paid.confirm(late), 409, 'ORDER_ALREADY_PAID');
    expectError(await refund(paid, 1000, second), 409, 'SECOND_PERSON_REQUIRED');
    expect(await refundsLeft(paid)).toEqual(['cancel 100000']);
  });

  it('shows the amount that one administrator may still refund, to the won', async () => {
    const paid = await paidOrder();
    expect(await detailOf(paid)).toMatchObject({ refundable: PRICE, refundable_alone: LIMIT });
    expect((await refund(paid, 100_000)).json<RefundAnswer>().order.refundable_alone).toBe(100_000);
    await first.client.post(`${path(paid)}/refunds/outside`, { amount: 30_000, note: '계좌 이체' });
    const { refundable_alone: alone } = await detailOf(paid);
    expect(alone).toBe(70_000);
    expectError(await refund(paid, 70_001), 409, 'SECOND_PERSON_REQUIRED');
    // On its way counts as gone.
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: 'drop', times: 1 });
    expect((await refund(paid, 70_000)).statusCode).toBe(202);
    expect((await detailOf(paid)).refundable_alone).toBe(0);
  });

  it('is sent once a second administrator approves it', async () => {
    const paid = await paidOrder();
    const { timeline } = await paid.order();
    const id = await proposed(paid);
    const [waiting] = (await detailOf(paid)).refund_proposals;
    expect(waiting).toMatchObject({
      amount: PRICE,
      note: REASON,
      status: 'open',
      proposed_by: `${first.user.user_id} (관리자)`,
      proposed_by_id: first.user.id,
      decided_by: null,
    });
    // The customer sees nothing, and no job sends it.
    expect(await paid.order()).toMatchObject({ status: 'confirmed', paid_price: PRICE, timeline });
    shop.clock.advance(60_000);
    await processDueReceipts(shop.deps.payments);
    expect(await refundsLeft(paid)).toEqual([]);
    expectError(await approve(id, first), 409, 'OWN_PROPOSAL');

    const response = await approve(id, second);
    expect(response.statusCode).toBe(200);
    const { refund: made, order } = response.json<RefundAnswer>();
    expect(made).toMatchObject({ amount: PRICE, reason: REASON, state: 'done', requested_by: second.user.user_id });
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(order.refund_proposals).toMatchObject([
      { id, status: 'approved', decided_by: `${second.user.user_id} (관리자)` },
    ]);
    expect(await refundsLeft(paid)).toEqual([`cancel ${PRICE}`]);
    expect(await mailKinds(paid)).toEqual(['order_confirmed', 'order_cancelled']);
    expect((await first.audit('order.propose_refund'))[0]).toMatchObject({ after: { proposal_id: id, amount: PRICE } });
    expect((await second.audit('order.approve_refund'))[0]).toMatchObject({
      subject_id: String(paid.row.id),
      after: { proposal_id: id, proposed_by: first.user.id, refund_id: made.id },
    });
    expect((await second.audit('order.refund'))[0]).toMatchObject({ subject_id: String(paid.row.id) });
    // A repeat is the same refund.
    expect((await approve(id, second)).json<RefundAnswer>().refund.id).toBe(made.id);
    expect(await refundsLeft(paid)).toEqual([`cancel ${PRICE}`]);
  });

  it('goes to the bank account that the second administrator saw, which is erased then', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay({ method: 'vbank' });
    await fixture.confirm(receiptId);
    await fixture.cancel();
    await shop.bootpay.deposit(receiptId);
    await fixture.webhook(receiptId);
    const account = { bank_code: '090', number: '3333011234567', holder: '홍길동' };
    const paid = { ...fixture, receiptId };
    const body = { receipt_id: receiptId, account };
    expectError(await refund(paid, PRICE, first, body), 409, 'SECOND_PERSON_REQUIRED');
    expect((await propose(paid, PRICE, first, body)).statusCode).toBe(201);
    const [waiting] = (await detailOf(paid)).refund_proposals;
    expect(waiting).toMatchObject({ status: 'open', account });
    const { refund: made, order } = (await approve(waiting?.id ?? 0, second)).json<RefundAnswer>();
    expect(made).toMatchObject({ state: 'done', amount: PRICE });
    expect(order.refund_proposals).toMatchObject([{ status: 'approved', account: null }]);
    expect((await shop.bootpay.ledger(receiptId)).at(-1)).toMatchObject({
      kind: 'cancel',
      refund_account: { bank_code: '090', bank_account: '3333011234567' },
    });
  });

  it('is not sent twice when two administrators approve concurrently', async () => {
    const paid = await paidOrder();
    const id = await proposed(paid, LIMIT + 1);
    const answers = await Promise.all([approve(id, second), approve(id, third)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const late = answers.find(({ statusCode }) => statusCode === 409);
    expect(late?.json()).toMatchObject({ code: 'REFUND_PROPOSAL_CLOSED' });
    expect(await refundsLeft(paid)).toEqual([`cancel ${LIMIT + 1}`]);
  });

  it('can be declined, or withdrawn by its proposer, and stays unpaid', async () => {
    const paid = await paidOrder();
    const declined = await decline(await proposed(paid), second, '금액을 다시 봐주세요.');
    expect(declined.json<AdminOrder>().refund_proposals).toMatchObject([
      { status: 'declined', decision_note: '금액을 다시 봐주세요.', decided_by: `${second.user.user_id} (관리자)` },
    ]);
    const id = await proposed(paid);
    expect((await decline(id, first)).json<AdminOrder>().refund_proposals).toMatchObject([
      { status: 'declined' },
      { status: 'withdrawn' },
    ]);
    for (const by of [second, third]) expectError(await approve(id, by), 409, 'REFUND_PROPOSAL_CLOSED');
    expectError(await decline(id, second), 409, 'REFUND_PROPOSAL_CLOSED');
    expect((await second.audit('order.decline_refund'))[0]).toMatchObject({ after: { has_note: true } });
    expect((await first.audit('order.withdraw_refund'))[0]).toMatchObject({ after: { proposal_id: id } });
    expect(await refundsLeft(paid)).toEqual([]);
    // The limit is as free as before.
    expect((await refund(paid, LIMIT)).statusCode).toBe(200);
  });

  it('blocks other refunds of the order while it waits', async () => {
    const paid = await paidOrder();
    const id = await proposed(paid);
    expectError(await refund(paid, 1000, second), 409, 'REFUND_PROPOSED');
    expectError(await propose(paid, 1000, second), 409, 'REFUND_PROPOSED');
    await decline(id, second);
  });

  it('is one proposal by the key of its form, also when sent twice at once', async () => {
    const paid = await paidOrder();
    const requestKey = 'a-key-of-the-form';
    const answers = await Promise.all([1, 2].map(() => propose(paid, PRICE, first, { requestKey })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await detailOf(paid)).refund_proposals).toHaveLength(1);
    expectError(await propose(paid, PRICE - 1, first, { requestKey }), 409, 'CONFLICT');
  });

  it('lapses when other money of the receipt goes back meanwhile', async () => {
    const paid = await paidOrder();
    const id = await proposed(paid);
    await second.client.post(`${path(paid)}/refunds/outside`, { amount: 1000, note: '계좌 이체' });
    expectError(await approve(id, second), 409, 'REFUND_PROPOSAL_CLOSED');
    const again = await proposed(paid, PRICE - 1000);
    await shop.bootpay.cancelAtProvider(paid.receiptId, 5000);
    await paid.webhook(paid.receiptId);
    expectError(await approve(again, second), 409, 'REFUND_PROPOSAL_CLOSED');
    expect((await detailOf(paid)).refund_proposals).toMatchObject([
      { status: 'lapsed', decided_by: null },
      { status: 'lapsed', decided_by: null },
    ]);
    expectError(await propose(paid, PRICE), 409, 'REFUND_EXCEEDS_PAID');
  });

  it.each([
    ['deactivated', (id: number) => second.client.put(`/api/admin/users/${id}/active`, { is_active: false })],
    ['demoted', (id: number) => second.client.put(`/api/admin/users/${id}/role`, { role: 'user' })],
    [
      'left without the permission',
      (id: number) => second.client.put(`/api/admin/users/${id}/permissions`, { permissions: ['orders'] }),
    ],
  ])('is not approved after its proposer was %s', async (_name, change) => {
    const paid = await paidOrder();
    const gone = await buildAdmin(shop);
    const response = await propose(paid, PRICE, gone);
    const id = response.json<AdminOrder>().refund_proposals[0]?.id ?? 0;
    expect((await change(gone.user.id)).statusCode).toBe(200);
    expectError(await approve(id, second), 409, 'PROPOSER_NOT_ENTITLED');
    expect((await decline(id, second)).statusCode).toBe(200);
    expect(await refundsLeft(paid)).toEqual([]);
  });

  it('is mailed to the other administrators who may approve it, with the order and without its buyer', async () => {
    const paid = await paidOrder();
    const [proposer] = await Promise.all([
      shop.buildUser({ role: 'admin', email: 'proposer@example.com' }),
      shop.buildUser({ role: 'admin', email: 'approver@example.com', permissions: ['money'] }),
      shop.buildUser({ role: 'admin', email: 'orders-only@example.com', permissions: ['orders'] }),
    ]);
    const by = { ...first, client: await shop.client().as(proposer) };
    expect((await propose(paid, PRICE, by)).statusCode).toBe(201);
    const [mail, ...more] = await listMails(shop, 'approver@example.com');
    expect([mail?.kind, more]).toEqual(['refund_proposed', []]);
    expect(mail?.text).toContain(paid.row.order_number);
    expect(mail?.text).toContain(`/admin/orders/${paid.row.id}`);
    for (const hidden of [REASON, '350,000', paid.user.user_id]) expect(mail?.text).not.toContain(hidden);
    expect(await listMails(shop, 'proposer@example.com')).toEqual([]);
    expect(await listMails(shop, 'orders-only@example.com')).toEqual([]);
  });

  it('lapses after seven days, and can be proposed again', async () => {
    const [paid, replaced, young] = [await paidOrder(), await paidOrder(), await paidOrder()];
    const proposedAgo = async (order: PaidFixture, ms: number) => {
      const id = await proposed(order);
      const created_at = new Date(shop.clock.now().getTime() - ms);
      await shop.db.updateTable('refund_proposals').set({ created_at }).where('id', '=', id).execute();
      return id;
    };
    const id = await proposedAgo(paid, 7 * DAY_MS);
    const replacedId = await proposedAgo(replaced, 7 * DAY_MS);
    await proposedAgo(young, 7 * DAY_MS - MINUTE_MS);
    // Before the job came by.
    expectError(await approve(id, second), 409, 'REFUND_PROPOSAL_CLOSED');
    const again = await proposed(replaced);
    await lapseOldProposals(shop.deps.payments);
    expect((await detailOf(paid)).refund_proposals).toMatchObject([{ status: 'lapsed', decided_by: null }]);
    expect((await detailOf(young)).refund_proposals).toMatchObject([{ status: 'open' }]);
    expect((await detailOf(replaced)).refund_proposals).toMatchObject([
      { id: replacedId, status: 'lapsed' },
      { id: again, status: 'open' },
    ]);
    expect(await refundsLeft(paid)).toEqual([]);
    expect((await approve(await proposed(paid), second)).statusCode).toBe(200);
    expect(await refundsLeft(paid)).toEqual([`cancel ${PRICE}`]);
  });

  it('never counts one account as two people, whatever the program does', async () => {
    const paid = await paidOrder();
    const id = await proposed(paid);
    const { id: refundId } = (await refund(await paidOrder(), 1000)).json<RefundAnswer>().refund;
    const alone = shop.db
      .updateTable('refund_proposals')
      .set({ state: 'approved', decided_by: first.user.id, decided_at: new Date(), refund_id: refundId })
      .where('id', '=', id)
      .execute();
    await expect(alone).rejects.toMatchObject({ code: '23514' });
  });

  it('returns 404 for an unknown proposal and 400 for an invalid one', async () => {
    const paid = await paidOrder();
    expectError(await approve(2_000_000_000, second), 404, 'REFUND_PROPOSAL_NOT_FOUND');
    expectError(await decline(2_000_000_000, second), 404, 'REFUND_PROPOSAL_NOT_FOUND');
    expectError(await propose(paid, 0), 400, 'VALIDATION_FAILED');
    expectError(await propose(paid, PRICE + 1), 409, 'REFUND_EXCEEDS_PAID');
  });
});

describe('a request of a customer above FOUR_EYES_WON', () => {
  const proposeGrant = async (paid: PaidFixture) => {
    const requestId = await requestRefund(paid);
    const body = { amount: PRICE, note: '전액을 환불합니다.' };
    const response = await first.client.post(`/api/admin/refund-requests/${requestId}/propose`, body);
    expect(response.statusCode).toBe(201);
    return { requestId, id: response.json<AdminOrder>().refund_proposals[0]?.id ?? 0 };
  };

  it('stays open for the customer until the second administrator approves', async () => {
    const paid = await paidOrder();
    const { requestId, id } = await proposeGrant(paid);
    expect((await paid.order()).refund?.request).toMatchObject({ status: 'open', note: '', granted_amount: null });
    expect(await mailKinds(paid)).toEqual(['order_confirmed', 'refund_asked']);
    const list = (await second.client.get('/api/admin/refund-requests')).json<RefundRequestListItem[]>();
    expect(list.filter(({ awaits_approval }) => awaits_approval).map((request) => request.id)).toContain(requestId);
    const { order } = (await approve(id, second)).json<RefundAnswer>();
    expect(order.refund_requests).toMatchObject([
      {
        status: 'granted',
        granted_amount: PRICE,
        note: '전액을 환불합니다.',
        decided_by: `${second.user.user_id} (관리자)`,
      },
    ]);
    expect(await mailKinds(paid)).toEqual(['order_confirmed', 'refund_asked', 'refund_granted', 'order_cancelled']);
    expect(await refundsLeft(paid)).toEqual([`cancel ${PRICE}`]);
  });

  it.each([
    [
      'the customer withdraws it',
      ({ client, row }: PaidFixture) => client.delete(`/api/orders/${row.id}/refund-requests`),
    ],
    [
      'an administrator refuses it',
      (_paid: PaidFixture, requestId: number) =>
        third.client.post(`/api/admin/refund-requests/${requestId}/refuse`, { note: '업무가 끝났습니다.' }),
    ],
  ])('is not approved after %s', async (_name, end) => {
    const paid = await paidOrder();
    const { requestId, id } = await proposeGrant(paid);
    expect((await end(paid, requestId)).statusCode).toBe(200);
    expectError(await approve(id, second), 409, 'REFUND_PROPOSAL_CLOSED');
    expect((await detailOf(paid)).refund_proposals).toMatchObject([{ status: 'lapsed' }]);
    expect(await refundsLeft(paid)).toEqual([]);
  });

  it('ends in one way when it is approved and withdrawn at once', async () => {
    const paid = await paidOrder();
    const { id } = await proposeGrant(paid);
    const [approved, withdrawn] = await Promise.all([
      approve(id, second),
      paid.client.delete(`/api/orders/${paid.row.id}/refund-requests`),
    ]);
    expect([approved.statusCode, withdrawn.statusCode].toSorted()).toEqual([200, 409]);
    expect(await refundsLeft(paid)).toEqual(approved.statusCode === 200 ? [`cancel ${PRICE}`] : []);
  });
});

it('is counted on the dashboard and at the filter of the orders', async () => {
  const counted = async () => {
    const { waiting, tasks } = (await second.client.get('/api/admin/dashboard')).json<Dashboard>();
    const counts = (await second.client.get('/api/admin/orders/counts')).json<OrderCounts>();
    expect(JSON.stringify(tasks)).not.toContain('refundApprovals');
    return [waiting.refundApprovals, counts.tasks.refund_approval] as const;
  };
  const [dashboard, filter] = await counted();
  const paid = await paidOrder();
  const id = await proposed(paid);
  expect(await counted()).toEqual([dashboard + 1, filter + 1]);
  const list = await second.client.get('/api/admin/orders?waiting=refund_approval');
  expect(list.json<AdminOrderListItem[]>().map((order) => order.id)).toContain(paid.row.id);
  await decline(id, second);
  expect(await counted()).toEqual([dashboard, filter]);
});
