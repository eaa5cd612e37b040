import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/features/orders/schemas.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { requireMail } from '#tests/support/app/mailbox.ts';
import { buildPaymentFixture, expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ clock: createTestClock(new Date('2026-11-20T03:00:00Z')) });
const user = await shop.buildUser();
const client = await shop.client().as(user);
const service = await shop.buildService({ requires_soldier: false });

function place(extra: object, id = service.id) {
  return client.post('/api/orders', { service_id: id, selected_plan: PLAN.name, price: PLAN.price, ...extra });
}

async function orderOf(response: { json: <T>() => T }): Promise<Order> {
  return (await client.get(`/api/orders/${response.json<{ orderId: number }>().orderId}`)).json();
}

describe('what the buyer says about the case', () => {
  it('is stored with the order; a repeat replaces the given fields and keeps the others', async () => {
    const said = {
      case_description: '선임이\n때렸습니다.',
      deadline_on: '2026-12-01',
      contact_window: '평일 저녁 7시 이후',
    };
    const first = await place(said);
    expect(first.statusCode).toBe(201);
    expect(await orderOf(first)).toMatchObject(said);
    const again = await place({ contact_window: '', deadline_on: '' });
    const order = await orderOf(again);
    expect(order).toMatchObject({ id: first.json().orderId, ...said, deadline_on: null, contact_window: '' });
  });

  it('may be left out or null', async () => {
    for (const extra of [{}, { case_description: null, deadline_on: null, contact_window: null }]) {
      const own = await shop.buildService({ requires_soldier: false });
      const nothing = { case_description: '', deadline_on: null, contact_window: '' };
      expect(await orderOf(await place(extra, own.id))).toMatchObject(nothing);
    }
  });

  it('is in the person’s own data', async () => {
    await place({ case_description: '나의 사정' }, (await shop.buildService({ requires_soldier: false })).id);
    expect((await client.get('/api/auth/personal-data')).body).toContain('나의 사정');
  });

  it.each([
    { case_description: 'ㅁ'.repeat(501) },
    { case_description: 1 },
    { case_description: 'a\u0000b' },
    { deadline_on: '2026-02-30' },
    { deadline_on: '내일' },
    { deadline_on: 20261201 },
    { contact_window: 'ㅁ'.repeat(61) },
    { contact_window: '저녁\n7시' },
  ])('refuses %j with 400, nothing written', async (extra) => {
    const before = await shop.countRows();
    expectError(await place(extra), 400, 'VALIDATION_FAILED');
    expect(await shop.countRows()).toEqual(before);
  });
});

describe('the firm’s promise', () => {
  it('is the end of the next business day after the payment, in the order and in the mail', async () => {
    const buyer = await shop.buildUser({ email: 'promise@example.com', phone: '01023456789' });
    const fixture = await buildPaymentFixture(shop, undefined, { user: buyer });
    const before = (await fixture.client.get(`/api/orders/${fixture.row.id}`)).json<Order>();
    const waiting = { state: 'waiting', contact_by: null, started_at: null, closed_at: null, lawyer: null };
    expect(before.work).toEqual(waiting);
    await fixture.confirm(await fixture.pay());
    const order = (await fixture.client.get(`/api/orders/${fixture.row.id}`)).json<Order>();
    // Paid on a Friday.
    expect(order.work).toEqual({ ...waiting, contact_by: '2026-11-23T09:00:00.000Z' });
    expect(order.contact_phone).toBe('01023456789');
    const { subject, text } = await requireMail(shop, buyer.email, 'order_confirmed');
    expect(text).toContain('11월 23일(월) 18:00까지 010-2345-6789로 연락드립니다.');
    expect(subject).not.toContain(fixture.row.service_title);
  });

  it('names the number that the account has now', async () => {
    const placed = await place({}, (await shop.buildService({ requires_soldier: false })).id);
    const profile = { fullname: user.fullname, email: user.email, military_status: null, phone: '010-5555-6666' };
    expect((await client.put('/api/auth/update-profile', profile)).statusCode).toBe(200);
    expect((await orderOf(placed)).contact_phone).toBe('01055556666');
  });

  it('makes the service’s default lawyer take the case, whose mail has only the order number and its link', async () => {
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '홍길동', email: 'lawyer@example.com' });
    await shop.db
      .insertInto('staff_profiles')
      .values({ user_id: lawyer.id, name: '홍길동', title: '변호사' })
      .execute();
    const own = await shop.buildService({
      requires_soldier: false,
      default_assignee_id: lawyer.id,
      title: '비밀 상담',
    });
    const buyer = await shop.buildUser({ email: 'assigned@example.com' });
    const fixture = await buildPaymentFixture(shop, undefined, { user: buyer, service: own });
    const seal = await shop.deps.dataKeys.forSealing();
    const sealed = seal('탈영 혐의', `orders.case_description_sealed:${fixture.row.id}`);
    const said = { case_description_sealed: sealed, deadline_on: '2026-11-30', contact_window: '오전' };
    await shop.db.updateTable('orders').set(said).where('id', '=', fixture.row.id).execute();
    await fixture.confirm(await fixture.pay());
    const order = (await fixture.client.get(`/api/orders/${fixture.row.id}`)).json<Order>();
    expect(order.work?.lawyer).toEqual({ name: '홍길동', title: '변호사' });
    const { subject, text } = await requireMail(shop, lawyer.email, 'order_assigned');
    expect(subject).toContain(order.order_number);
    for (const part of [order.order_number, `/admin/orders/${order.id}`]) expect(text).toContain(part);
    const { params } = await shop.db
      .selectFrom('mails')
      .select('params')
      .where('kind', '=', 'order_assigned')
      .executeTakeFirstOrThrow();
    expect(params).toEqual({ orderId: order.id, orderNumber: order.order_number });
    const told = subject + text.replaceAll(/https?:\S+/g, '');
    for (const part of [
      '비밀',
      '탈영',
      '2026',
      '오전',
      '11월',
      buyer.fullname,
      buyer.phone,
      formatPhone(buyer.phone),
    ]) {
      expect(told.replaceAll(order.order_number, '')).not.toContain(part);
    }
    expect((await requireMail(shop, buyer.email, 'order_confirmed')).text).toContain('홍길동 변호사');
  });
});
