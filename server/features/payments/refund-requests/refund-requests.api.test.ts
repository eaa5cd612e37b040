import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { refundDueOn } from '#shared/rules/payments/refund-deadline.ts';
import { FULL_REFUND_DAYS } from '#shared/rules/payments/refund-policy.ts';
import type { MilitaryStatus } from '#shared/rules/soldier.ts';
import type { WorkState } from '#shared/rules/work/work-state.ts';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { passMinute } from '#tests/support/jobs/acts.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;
const REASON = '개인 사정으로\n환불을 원합니다.';
const AFTER_PERIOD_MS = (FULL_REFUND_DAYS + 1) * DAY_MS;

const clock = createTestClock();
const start = clock.now();
let made = 0;
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);

afterEach(() => clock.set(start));

type Fixture = {
  user: User;
  row: OrderRow;
  ask: (body?: unknown) => ReturnType<AdminFixture['client']['post']>;
  withdraw: () => ReturnType<AdminFixture['client']['post']>;
  order: () => Promise<Order>;
};

type Overrides = Parameters<TestApp['buildOrder']>[0];

async function bought(overrides: Overrides & { user?: User } = {}): Promise<Fixture> {
  made += 1;
  const user = overrides.user ?? (await shop.buildUser({ email: `buyer${made}@example.com` }));
  const row = await shop.buildOrder({ user, status: 'confirmed', price: PRICE, ...overrides });
  const client = await shop.client().as(user);
  await client.get('/api/csrf-token');
  return {
    user,
    row,
    ask: (body = { reason: REASON }) => client.post(`/api/orders/${row.id}/refund-requests`, body),
    withdraw: () => client.delete(`/api/orders/${row.id}/refund-requests`),
    order: async () => (await client.get(`/api/orders/${row.id}`)).json<Order>(),
  };
}

function setWork({ row }: Fixture, state: WorkState) {
  return admin.client.post(`/api/admin/orders/${row.id}/work`, { state, isConfirmed: true });
}

/** Builds a package order, with functions to edit and delete its soldier. */
async function boughtPackage(military_status: MilitaryStatus) {
  const service = await shop.buildService({ category: 'package' });
  const user = await shop.buildUser({ email: `package${made}@example.com` });
  const soldier = await shop.buildSoldier({ user, military_status });
  const fixture = await bought({ user, service, soldier, createdAt: start });
  const client = await shop.client().as(user);
  const path = `/api/soldiers/${soldier.id}`;
  const { fullname, relationship } = soldier;
  return {
    ...fixture,
    edit: (status: MilitaryStatus) => client.put(path, { fullname, relationship, military_status: status }),
    deleteSoldier: () => client.delete(path),
  };
}

describe('the refundable amount of an order', () => {
  it('is shown with its rule, and is null for an order without a refund', async () => {
    const fixture = await bought();
    const { refund } = await fixture.order();
    expect(refund).toEqual({
      policy: { amount: PRICE, basis: 'before_work', reason: '업무에 착수하기 전이므로 전액을 환불합니다.' },
      request: null,
      awaits_account: 0,
    });
    for (const status of ['pending', 'processing', 'cancelled', 'error'] as const) {
      expect((await (await bought({ status })).order()).refund).toEqual({
        policy: null,
        request: null,
        awaits_account: 0,
      });
    }
  });

  it('is in the list of orders too', async () => {
    const fixture = await bought();
    await fixture.ask();
    const client = await shop.client().as(fixture.user);
    expect([await fixture.order()]).toMatchObject((await client.get('/api/orders/my')).json());
  });

  it('is zero once work has started, and full again when the mark is removed', async () => {
    const fixture = await bought();
    const started = await setWork(fixture, 'in_progress');
    expect(started.statusCode).toBe(200);
    expect(started.json()).toMatchObject({ work_started_at: start.toISOString() });
    expect((await setWork(fixture, 'in_progress')).statusCode).toBe(200);
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: 0, basis: 'work_started' });
    await passMinute(shop);
    expect((await setWork(fixture, 'waiting')).json()).toMatchObject({ work_started_at: null });
    const order = await fixture.order();
    expect(order.refund?.policy).toMatchObject({ amount: PRICE, basis: 'before_work' });
    expect(order.timeline.slice(1).map(({ note }) => note)).toEqual([
      '담당자가 업무를 시작했습니다.',
      '담당자가 업무 시작 표시를 되돌렸습니다.',
    ]);
    const audited = (await admin.audit('order.set_work')).filter(
      (entry) => entry.subject_id === String(fixture.row.id),
    );
    expect(audited).toMatchObject([
      { after: { work_started_at: null } },
      { before: { work_started_at: null }, after: { work_started_at: start.toISOString() } },
    ]);
  });

  it('is the full price of a package within the period, by days in Korea', async () => {
    // 23:30 in Korea on the 21st.
    const paidAt = new Date('2026-11-21T14:30:00Z');
    const service = await shop.buildService({ category: 'package' });
    const fixture = await bought({ service, createdAt: paidAt });
    const periodEndMs = new Date('2026-11-21T15:00:00Z').getTime() + FULL_REFUND_DAYS * DAY_MS;
    clock.set(new Date(periodEndMs - 1));
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: PRICE, basis: 'within_period' });
    clock.set(new Date(periodEndMs));
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: 0, basis: 'period_over' });
  });

  it('is the full price of a package before enlistment', async () => {
    const before = await boughtPackage('입대 전');
    const serving = await boughtPackage('복무 중');
    clock.advance(AFTER_PERIOD_MS);
    expect((await before.order()).refund?.policy).toMatchObject({ amount: PRICE, basis: 'before_enlistment' });
    expect((await serving.order()).refund?.policy).toMatchObject({ amount: 0, basis: 'period_over' });
  });

  it('is decided by the firm once the soldier has enlisted, even when the status is reset', async () => {
    const fixture = await boughtPackage('입대 전');
    expect((await fixture.edit('복무 중')).statusCode).toBe(200);
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: PRICE, basis: 'within_period' });
    clock.advance(AFTER_PERIOD_MS);
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: 0, basis: 'period_over' });
    expect((await fixture.edit('입대 전')).statusCode).toBe(200);
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: 0, basis: 'period_over' });
  });

  it('stays after an edit without a status change, or one before the order', async () => {
    const service = await shop.buildService({ category: 'package' });
    const user = await shop.buildUser();
    const soldier = await shop.buildSoldier({ user, military_status: '복무 중' });
    await shop.db.updateTable('soldiers').set({ military_status: '입대 전' }).where('id', '=', soldier.id).execute();
    const fixture = await bought({ user, service, soldier: { ...soldier, military_status: '입대 전' } });
    await shop.db.updateTable('soldiers').set({ phone: '01000000000' }).where('id', '=', soldier.id).execute();
    clock.advance(AFTER_PERIOD_MS);
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: PRICE, basis: 'before_enlistment' });
  });

  it('is decided by the firm when the soldier was deleted', async () => {
    const fixture = await boughtPackage('입대 전');
    await fixture.deleteSoldier();
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: PRICE, basis: 'within_period' });
    clock.advance(AFTER_PERIOD_MS);
    expect((await fixture.order()).refund?.policy).toMatchObject({ amount: 0, basis: 'period_over' });
  });
});

describe('POST /api/orders/{id}/refund-requests', () => {
  it('opens a request with the policy amount, with a timeline entry for the customer only', async () => {
    const fixture = await bought();
    const before = await shop.countRows();
    const response = await fixture.ask();
    expect(response.statusCode).toBe(201);
    const order = response.json<Order>();
    expect(await fixture.order()).toMatchObject(order);
    expect(order.refund?.request).toEqual({
      status: 'open',
      amount: PRICE,
      basis: 'before_work',
      reason: REASON,
      note: '',
      granted_amount: null,
      refund_state: null,
      created_at: start.toISOString(),
      due_on: refundDueOn(start),
      decided_at: null,
    });
    expect(order.timeline.at(-1)).toMatchObject({
      status: 'confirmed',
      note: '환불을 요청했습니다. 환불 정책에 따른 금액은 350,000원입니다.',
    });
    const rows = await shop.countRows();
    expect(rows).toEqual({
      ...before,
      refund_requests: (before.refund_requests ?? 0) + 1,
      order_events: (before.order_events ?? 0) + 1,
      mails: (before.mails ?? 0) + 1,
    });
    const [mail] = await listMails(shop, fixture.user.email);
    expect(mail).toMatchObject({ kind: 'refund_asked', text: expect.stringContaining('350,000원') });
  });

  it('returns the same request when repeated, also concurrently', async () => {
    const fixture = await bought();
    const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.ask()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 201]);
    const again = await fixture.ask({ reason: '다른 사유' });
    expect(again.statusCode).toBe(200);
    expect(again.json<Order>().refund?.request?.reason).toBe(REASON);
    expect((await listMails(shop, fixture.user.email)).map(({ kind }) => kind)).toEqual(['refund_asked']);
    expect((await fixture.order()).timeline).toHaveLength(2);
  });

  it('keeps the amount of the time of the request', async () => {
    const fixture = await bought();
    await fixture.ask();
    await setWork(fixture, 'in_progress');
    const { refund } = await fixture.order();
    expect(refund?.policy?.amount).toBe(0);
    expect(refund?.request).toMatchObject({ status: 'open', amount: PRICE });
  });

  it('is possible when the policy allows nothing', async () => {
    const fixture = await bought();
    await setWork(fixture, 'in_progress');
    expect((await fixture.ask()).json<Order>().refund?.request).toMatchObject({ status: 'open', amount: 0 });
  });

  it('has no amount when the firm decides', async () => {
    const fixture = await boughtPackage('복무 중');
    clock.advance(AFTER_PERIOD_MS);
    const order = (await fixture.ask()).json<Order>();
    expect(order.refund?.request).toMatchObject({ status: 'open', amount: 0, basis: 'period_over' });
    expect(order.timeline.at(-1)?.note).toBe('환불을 요청했습니다. 환불 금액은 담당자가 확인한 뒤 알려드립니다.');
    const [mail] = await listMails(shop, fixture.user.email);
    expect(mail?.text).toContain('담당자 확인 후 결정');
    expect(mail?.text).not.toMatch(/환불 정책에 따른 금액.*원/);
  });

  it.each([
    ['no reason', {}],
    ['a blank reason', { reason: ' \n ' }],
    ['a reason that is no text', { reason: 5 }],
    ['a reason that is too long', { reason: '가'.repeat(1001) }],
    ['control characters', { reason: '\u0000' }],
  ])('returns 400 for %s and writes nothing', async (_name, body) => {
    const fixture = await bought();
    const before = await shop.countRows();
    expectError(await fixture.ask(body), 400, 'VALIDATION_FAILED');
    expect(await shop.countRows()).toEqual(before);
  });

  it.each(['pending', 'processing', 'cancelled', 'error'] as const)(
    'returns 409 for an order with status %s',
    async (status) => {
      const fixture = await bought({ status });
      const before = await shop.countRows();
      expectError(await fixture.ask(), 409, 'NOT_PAID');
      expect(await shop.countRows()).toEqual(before);
    },
  );

  it('returns 409 for a confirmed order without a payment, and during a refund', async () => {
    const unpaid = await bought({ status: 'pending' });
    await admin.client.put(`/api/admin/orders/${unpaid.row.id}`, { status: 'completed' });
    expectError(await unpaid.ask(), 409, 'NOT_PAID');
    const fixture = await bought();
    await shop.db
      .insertInto('refunds')
      .values({
        order_id: fixture.row.id,
        receipt_id: `receipt-${fixture.row.id}`,
        cancel_id: `cancel-${fixture.row.id}`,
        amount: 1000,
        reason: '부분 환불',
        requested_by: 'admin',
      })
      .execute();
    expect((await fixture.order()).refund?.policy).toBeNull();
    expectError(await fixture.ask(), 409, 'REFUND_IN_PROGRESS');
  });

  it('limits repeated requests and withdrawals', async () => {
    const fixture = await bought();
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await fixture.ask()).statusCode).toBe(201);
      expect((await fixture.withdraw()).statusCode).toBe(200);
    }
    const refused = await fixture.ask();
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    clock.advance(2 * DAY_MS);
    await endLimitWindows(shop.db, 2 * DAY_MS);
    expect((await fixture.ask()).statusCode).toBe(201);
  });
});

describe('DELETE /api/orders/{id}/refund-requests', () => {
  it('withdraws the open request once; then another one can be made', async () => {
    const fixture = await bought();
    await fixture.ask();
    const response = await fixture.withdraw();
    expect(response.statusCode).toBe(200);
    const { refund, timeline } = response.json<Order>();
    expect(refund?.request).toMatchObject({ status: 'withdrawn', decided_at: start.toISOString() });
    expect(timeline.at(-1)?.note).toBe('환불 요청을 철회했습니다.');
    expect((await fixture.withdraw()).statusCode).toBe(200);
    expect((await listMails(shop, fixture.user.email)).map(({ kind }) => kind)).toEqual([
      'refund_asked',
      'refund_withdrawn',
    ]);
    expect((await fixture.ask()).statusCode).toBe(201);
  });

  it('returns 404 without a request, and 409 after the decision', async () => {
    const fixture = await bought();
    expectError(await fixture.withdraw(), 404, 'REFUND_REQUEST_NOT_FOUND');
    await fixture.ask();
    await shop.db
      .updateTable('refund_requests')
      .set({ state: 'refused', decided_at: start })
      .where('order_id', '=', fixture.row.id)
      .execute();
    expectError(await fixture.withdraw(), 409, 'REFUND_REQUEST_CLOSED');
  });
});

describe("another user's order", () => {
  it('returns 404 like an unknown one', async () => {
    const fixture = await bought();
    const client = await shop.client().as(await shop.buildUser());
    const before = await shop.countRows();
    for (const id of [fixture.row.id, 2_147_483_647]) {
      expectError(await client.post(`/api/orders/${id}/refund-requests`, { reason: REASON }), 404, 'ORDER_NOT_FOUND');
      expectError(await client.delete(`/api/orders/${id}/refund-requests`), 404, 'ORDER_NOT_FOUND');
    }
    expect(await shop.countRows()).toEqual(before);
    expectError(await client.delete('/api/orders/x/refund-requests'), 400, 'INVALID_ID');
  });
});
