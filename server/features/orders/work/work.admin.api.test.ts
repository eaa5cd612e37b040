import { describe, expect, it } from 'vitest';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order, OrderDetail } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, type TestApp } from '#tests/support/app/app.ts';
import { readThread } from '#tests/support/app/consultations.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { listMails, requireMail } from '#tests/support/app/mailbox.ts';
import { joinAsClient } from '#tests/support/cases/cases.ts';
import { passMinute } from '#tests/support/jobs/acts.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

let emails = 0;
async function buildPaid(wishes: Parameters<TestApp['buildOrder']>[0] = {}): Promise<{ user: User; order: OrderRow }> {
  emails += 1;
  const user = await shop.buildUser({ email: `paid${emails}@example.com` });
  return { user, order: await shop.buildOrder({ status: 'confirmed', user, ...wishes }) };
}

async function orderOf(user: User, id: number): Promise<Order> {
  return (await (await shop.client().as(user)).get(`/api/orders/${id}`)).json();
}

function assign(orderId: number, userId: unknown, by = admin) {
  return by.client.put(`/api/admin/orders/${orderId}/assignee`, { user_id: userId });
}

describe('PUT /api/admin/orders/{id}/assignee', () => {
  it('refuses an administrator whose account is deactivated, who gets no mail', async () => {
    const { order } = await buildPaid();
    const gone = await shop.buildUser({ role: 'admin', email: 'gone@example.com' });
    await admin.client.put(`/api/admin/users/${gone.id}/active`, { is_active: false });
    expectError(await assign(order.id, gone.id), 400, 'VALIDATION_FAILED');
    expect(await listMails(shop, 'gone@example.com')).toEqual([]);
  });

  it('shows the lawyer to customer and administrators, and mails the lawyer', async () => {
    const { user, order } = await buildPaid();
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '성춘향', email: 'assigned.lawyer@example.com' });
    const profile = { name: '성춘향', title: '대표변호사', takes_cases: true };
    expect((await admin.client.put(`/api/admin/staff/${lawyer.id}`, profile)).json()).toMatchObject(profile);
    const assigned = { id: lawyer.id, login: lawyer.user_id, name: '성춘향', title: '대표변호사' };
    expect((await assign(order.id, lawyer.id)).json<AdminOrder>().assignee).toEqual(assigned);
    expect((await orderOf(user, order.id)).work?.lawyer).toEqual({ name: '성춘향', title: '대표변호사' });
    expect((await requireMail(shop, lawyer.email, 'order_assigned')).subject).toContain(order.order_number);
    expect((await admin.audit('order.assign'))[0]).toMatchObject({
      subject_id: String(order.id),
      before: { assignee_id: null },
      after: { assignee_id: lawyer.id },
    });
    const members = (await admin.client.get('/api/admin/staff')).json<{ id: number }[]>();
    expect(members.find(({ id }) => id === lawyer.id)).toMatchObject({ ...profile, open_cases: 1 });
    expect((await assign(order.id, null)).json<AdminOrder>().assignee).toBeNull();
    expect((await orderOf(user, order.id)).work?.lawyer).toBeNull();
  });

  it('tells the client’s side in writing a minute later who handles the case, and each change', async () => {
    const { user, order } = await buildPaid();
    const [first, second] = [
      await shop.buildUser({ role: 'admin', fullname: '이몽룡' }),
      await shop.buildUser({ role: 'admin', fullname: '변학도' }),
    ];
    const told = async () =>
      (await orderOf(user, order.id)).timeline.filter(({ note }) => note.startsWith('담당')).map(({ note }) => note);
    const mailed = async () =>
      (await listMails(shop, user.email)).map(({ subject }) => subject.replace(/^\[.*\] /, ''));
    await assign(order.id, second.id);
    await assign(order.id, first.id);
    expect([await told(), await mailed()]).toEqual([[], []]);
    await passMinute(shop);
    expect([await told(), await mailed()]).toEqual([['담당 안내: 이몽룡'], ['사건 담당 안내']]);
    await assign(order.id, null);
    await assign(order.id, first.id);
    await passMinute(shop);
    await assign(order.id, second.id);
    await passMinute(shop);
    expect(await told()).toEqual(['담당 안내: 이몽룡', '담당 안내: 변학도']);
    expect((await mailed()).toSorted()).toEqual(['사건 담당 변경 안내', '사건 담당 안내'].toSorted());
    const client = await joinAsClient(shop, order.id);
    await assign(order.id, first.id);
    await passMinute(shop);
    expect(await told()).toEqual([]);
    const room = (await client.client.get(`/api/orders/${order.id}`)).json<Order>();
    expect(room.timeline.at(-1)?.note).toBe('담당 안내: 이몽룡');
  });

  it('accepts a repeat without a second mail, and sends none for a self-assignment', async () => {
    const { order } = await buildPaid();
    const lawyer = await shop.buildUser({ role: 'admin', email: 'again.lawyer@example.com' });
    for (const _ of [1, 2]) expect((await assign(order.id, lawyer.id)).statusCode).toBe(200);
    expect(await listMails(shop, lawyer.email)).toHaveLength(1);
    const before = (await listMails(shop, admin.user.email)).length;
    await assign(order.id, admin.user.id);
    expect(await listMails(shop, admin.user.email)).toHaveLength(before);
  });

  it('refuses customers, closed accounts and administrators who take no cases', async () => {
    const { order } = await buildPaid();
    const other = await buildAdmin(shop);
    await admin.client.put(`/api/admin/staff/${other.user.id}`, { name: '', title: '', takes_cases: false });
    const customer = await shop.buildUser();
    for (const id of [customer.id, other.user.id, 2_147_483_647, 'me', undefined, 1.5]) {
      expectError(await assign(order.id, id), 400, 'VALIDATION_FAILED');
    }
    expectError(await assign(2_147_483_647, null), 404, 'ORDER_NOT_FOUND');
    expectError(
      await admin.client.put(`/api/admin/staff/${customer.id}`, { name: '', title: '', takes_cases: true }),
      404,
      'USER_NOT_FOUND',
    );
  });

  it('keeps one of two concurrent assignments, and logs both', async () => {
    const { order } = await buildPaid();
    const people = [await buildAdmin(shop), await buildAdmin(shop)];
    const answers = await Promise.all(people.map((by) => assign(order.id, by.user.id, by)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const log = (await admin.client.get(`/api/admin/audit?subject=order:${order.id}&action=order.assign`)).json<
      { before: { assignee_id: number | null }; after: { assignee_id: number } }[]
    >();
    const [last, first] = log;
    expect(first?.before.assignee_id).toBeNull();
    expect(last?.before.assignee_id).toBe(first?.after.assignee_id);
    const detail = (await admin.client.get(`/api/admin/orders/${order.id}`)).json<AdminOrder>();
    expect(detail.assignee?.id).toBe(last?.after.assignee_id);
  });

  it('gives open orders back when the person is no administrator any more', async () => {
    const { user, order } = await buildPaid();
    const lawyer = await buildAdmin(shop);
    await assign(order.id, lawyer.user.id);
    const service = await shop.buildService();
    const work = { assignee_id: lawyer.user.id, steps: [] };
    expect((await admin.client.put(`/api/admin/services/${service.id}/work`, work)).json()).toMatchObject(work);
    await admin.client.put(`/api/admin/users/${lawyer.user.id}/role`, { role: 'user' });
    expect((await orderOf(user, order.id)).work?.lawyer).toBeNull();
    const settings = (await admin.client.get(`/api/admin/services/${service.id}/work`)).json();
    expect(settings).toMatchObject({ assignee_id: null, steps: [] });
    expectError(await assign(order.id, lawyer.user.id), 400, 'VALIDATION_FAILED');
  });
});

describe('POST /api/admin/orders/assignments', () => {
  it('assigns the possible orders and returns the result of each', async () => {
    const [first, second] = [await buildPaid(), await buildPaid()];
    const order_ids = [first.order.id, 2_147_483_647, second.order.id];
    const body = { order_ids, user_id: admin.user.id };
    const response = await admin.client.post('/api/admin/orders/assignments', body);
    expect(response.json()).toEqual([
      { order_id: first.order.id, is_done: true, code: null, error: null },
      { order_id: 2_147_483_647, is_done: false, code: 'ORDER_NOT_FOUND', error: expect.stringMatching(/[가-힣]/) },
      { order_id: second.order.id, is_done: true, code: null, error: null },
    ]);
    const customer = await shop.buildUser();
    const refused = await admin.client.post('/api/admin/orders/assignments', { ...body, user_id: customer.id });
    expect(refused.json<{ is_done: boolean }[]>().some(({ is_done }) => is_done)).toBe(false);
    for (const wrong of [
      {},
      { order_ids: [], user_id: null },
      { order_ids: [1.5], user_id: null },
      { order_ids: [1] },
    ]) {
      expectError(await admin.client.post('/api/admin/orders/assignments', wrong), 400, 'VALIDATION_FAILED');
    }
  });
});

describe('POST /api/admin/orders/{id}/work', () => {
  const move = (id: number, body: object) => admin.client.post(`/api/admin/orders/${id}/work`, body);

  it.each([
    [{}, 'state'],
    [{ state: 'done' }, 'state'],
    [{ isStarted: 'yes' }, 'isStarted'],
  ])('names the field that is wrong in %j', async (body, path) => {
    const { order } = await buildPaid();
    const response = await move(order.id, body);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toMatchObject([{ path }]);
  });

  it('starts with a mail that names the end of the full refund, closes and reopens', async () => {
    const { user, order } = await buildPaid();
    const started = (await move(order.id, { state: 'in_progress' })).json<AdminOrder>();
    expect(started.work).toMatchObject({ state: 'in_progress', started_at: shop.clock.now().toISOString() });
    expect(started.work_started_at).toBe(started.work.started_at);
    expect((await listMails(shop, user.email)).some(({ kind }) => kind === 'work_started')).toBe(false);
    await passMinute(shop);
    const mail = await requireMail(shop, user.email, 'work_started');
    expect(mail.text).toContain('업무에 착수한 뒤에는 환불하지 않습니다');
    for (const secret of [order.service_title, order.selected_plan]) {
      expect(`${mail.subject} ${mail.text}`).not.toContain(secret);
    }
    expect((await move(order.id, { state: 'closed' })).json<AdminOrder>().work.state).toBe('closed');
    expect((await orderOf(user, order.id)).work?.closed_at).not.toBeNull();
    expectError(await move(order.id, { state: 'waiting' }), 409, 'CONFLICT');
    const reopened = (await move(order.id, { state: 'in_progress' })).json<AdminOrder>();
    expect(reopened.work).toMatchObject({ state: 'in_progress', closed_at: null, started_at: started.work.started_at });
    expect((await listMails(shop, user.email)).filter(({ kind }) => kind === 'work_started')).toHaveLength(1);
    expect((await move(order.id, { state: 'waiting' })).json<AdminOrder>().work_started_at).toBeNull();
    expect((await admin.audit('order.set_work'))[0]).toMatchObject({ before: { state: 'in_progress' } });
  });

  it('is taken back within a minute without a trace for the customer', async () => {
    const { user, order } = await buildPaid();
    const before = await orderOf(user, order.id);
    await move(order.id, { state: 'in_progress' });
    expect((await orderOf(user, order.id)).timeline).toEqual(before.timeline);
    await move(order.id, { state: 'waiting' });
    await passMinute(shop);
    expect(await orderOf(user, order.id)).toEqual(before);
    expect((await listMails(shop, user.email)).some(({ kind }) => kind === 'work_started')).toBe(false);
    await move(order.id, { state: 'in_progress' });
    await passMinute(shop);
    await move(order.id, { state: 'waiting' });
    expect((await orderOf(user, order.id)).timeline.map(({ note }) => note).slice(-2)).toEqual([
      '담당자가 업무를 시작했습니다.',
      '담당자가 업무 시작 표시를 되돌렸습니다.',
    ]);
  });

  it('ends in the minute of its start with one mail, first the start and then the end in the timeline', async () => {
    const { user, order } = await buildPaid();
    const before = await orderOf(user, order.id);
    expect((await move(order.id, { state: 'in_progress' })).statusCode).toBe(200);
    expect((await move(order.id, { state: 'closed' })).json<AdminOrder>().work.state).toBe('closed');
    expect((await orderOf(user, order.id)).timeline).toEqual(before.timeline);
    await move(order.id, { state: 'in_progress' });
    await move(order.id, { state: 'closed' });
    await passMinute(shop);
    const lines = (await orderOf(user, order.id)).timeline.map(({ note }) => note);
    expect(lines.slice(before.timeline.length)).toEqual([
      '담당자가 업무를 시작했습니다.',
      '담당자가 업무를 마쳤습니다.',
    ]);
    expect((await listMails(shop, user.email)).filter(({ kind }) => kind === 'work_started')).toHaveLength(1);
  });

  it('says nothing of refunds for a package', async () => {
    const service = await shop.buildService({ category: 'package' });
    const { user, order } = await buildPaid({ service });
    await move(order.id, { state: 'in_progress' });
    await passMinute(shop);
    expect((await requireMail(shop, user.email, 'work_started')).text).not.toContain('환불하지');
  });

  it('asks before it starts although the customer asks for a refund', async () => {
    const { user, order } = await buildPaid();
    await (await shop.client().as(user)).post(`/api/orders/${order.id}/refund-requests`, { reason: '취소해주세요.' });
    expectError(await move(order.id, { state: 'in_progress' }), 409, 'REFUND_REQUEST_OPEN');
    expect((await orderOf(user, order.id)).work?.state).toBe('waiting');
    expect((await listMails(shop, user.email)).some(({ kind }) => kind === 'work_started')).toBe(false);
    const confirmed = await move(order.id, { state: 'in_progress', isConfirmed: true });
    expect(confirmed.json<AdminOrder>().work.state).toBe('in_progress');
  });

  it('concurrent with a refund request: either finds it or comes before it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { user, order } = await buildPaid();
      const client = await shop.client().as(user);
      await client.get('/api/csrf-token');
      const start = () => move(order.id, { state: 'in_progress' });
      const ask = () => client.post(`/api/orders/${order.id}/refund-requests`, { reason: '취소해주세요.' });
      // Each is the first to be sent in half of the rounds.
      const [first, second] = await Promise.all(round % 2 === 0 ? [start(), ask()] : [ask(), start()]);
      const [started, asked] = round % 2 === 0 ? [first, second] : [second, first];
      expect(asked.statusCode).toBeLessThan(300);
      const basis = asked.json<Order>().refund?.request?.basis;
      expect([started.statusCode, basis]).toEqual(
        started.statusCode === 200 ? [200, 'work_started'] : [409, 'before_work'],
      );
    }
  });

  it('accepts the short form of an earlier version, and refuses anything else', async () => {
    const { order } = await buildPaid();
    expect((await move(order.id, { isStarted: true })).json<AdminOrder>().work_started_at).not.toBeNull();
    expect((await move(order.id, { isStarted: false })).json<AdminOrder>().work_started_at).toBeNull();
    for (const body of [{}, { state: 'done' }, { isStarted: 'yes' }, { state: 'in_progress', isConfirmed: 1 }]) {
      expectError(await move(order.id, body), 400, 'VALIDATION_FAILED');
    }
    expectError(await move(order.id, { state: 'closed' }), 409, 'CONFLICT');
    expectError(await move((await shop.buildOrder()).id, { state: 'in_progress' }), 409, 'CONFLICT');
    expectError(await move(2_147_483_647, { state: 'in_progress' }), 404, 'ORDER_NOT_FOUND');
  });
});

describe('POST /api/admin/orders/steps', () => {
  it('adds the step to the paid orders and returns the result of each', async () => {
    const { user, order } = await buildPaid();
    const unpaid = await shop.buildOrder();
    const body = { order_ids: [order.id, unpaid.id], title: '자료 요청', due_on: '2099-12-01' };
    const answer = await admin.client.post('/api/admin/orders/steps', body);
    expect(answer.json()).toEqual([
      { order_id: order.id, is_done: true, code: null, error: null },
      { order_id: unpaid.id, is_done: false, code: 'ORDER_NOT_PAID', error: expect.stringMatching(/[가-힣]/) },
    ]);
    const { steps } = (await (await shop.client().as(user)).get(`/api/orders/${order.id}`)).json<OrderDetail>();
    expect(steps).toMatchObject([{ title: '자료 요청', due_on: '2099-12-01', done_at: null }]);
    expectError(await admin.client.post('/api/admin/orders/steps', { ...body, title: ' ' }), 400, 'VALIDATION_FAILED');
  });
});

describe('POST /api/admin/orders/messages', () => {
  const write = (
    order_ids: number[],
    client_id: string = crypto.randomUUID(),
    text = '다음 주에 사무실이 이사합니다.',
  ) => admin.client.post('/api/admin/orders/messages', { order_ids, client_id, text });
  const textsOf = async (user: User) => {
    const client = await shop.client().as(user);
    const [room] = (await client.get('/api/consultations')).json<{ id: number }[]>();
    return room ? (await readThread({ user, client }, room.id)).map(({ text }) => text) : [];
  };

  it('writes to each case a minute later, once for its number, with the result of each', async () => {
    const [first, second] = [await buildPaid(), await buildPaid()];
    const clientId = crypto.randomUUID();
    const ids = [first.order.id, second.order.id, 2_147_483_647];
    const results = (await write(ids, clientId)).json<{ is_done: boolean; code: string | null }[]>();
    expect(results.map(({ code }) => code)).toEqual([null, null, 'ORDER_NOT_FOUND']);
    await write(ids, clientId);
    expect(await textsOf(first.user)).toEqual([]);
    await passMinute(shop);
    await write(ids, clientId);
    await passMinute(shop);
    for (const { user } of [first, second]) expect(await textsOf(user)).toEqual(['다음 주에 사무실이 이사합니다.']);
    expect((await admin.audit('order.message'))[0]).toMatchObject({ subject_id: String(second.order.id) });
  });

  it('is refused with another text under the same number, waiting or sent, and holds up nothing', async () => {
    const { user, order } = await buildPaid();
    const clientId = crypto.randomUUID();
    await write([order.id], clientId);
    for (const state of ['waiting', 'sent']) {
      const [result] = (await write([order.id], clientId, '다른 안내')).json<{ code: string | null }[]>();
      expect(result, state).toMatchObject({ is_done: false, code: 'CLIENT_ID_REUSED' });
      await passMinute(shop);
    }
    expect(await textsOf(user)).toEqual(['다음 주에 사무실이 이사합니다.']);
  });

  it('is taken back within the minute by its author alone, and never after it', async () => {
    const { user, order } = await buildPaid();
    const clientId = crypto.randomUUID();
    const takeBack = async (by = admin) =>
      (await by.client.delete(`/api/admin/orders/messages/sent/${clientId}`)).json<{ taken_back: number }>().taken_back;
    await write([order.id], clientId);
    expect(await takeBack(await buildAdmin(shop))).toBe(0);
    expect(await takeBack()).toBe(1);
    await passMinute(shop);
    expect(await textsOf(user)).toEqual([]);
    await write([order.id], clientId);
    await passMinute(shop);
    expect(await takeBack()).toBe(0);
    expect(await textsOf(user)).toHaveLength(1);
  });

  it('is not sent once its author may write to customers no more', async () => {
    const { user, order } = await buildPaid();
    const ends: [string, object][] = [
      ['permissions', { permissions: ['orders'] }],
      ['active', { is_active: false }],
    ];
    for (const [part, taken] of ends) {
      const author = await buildAdmin(shop);
      const body = { order_ids: [order.id], client_id: crypto.randomUUID(), text: '안내' };
      expect((await author.client.post('/api/admin/orders/messages', body)).json()).toMatchObject([{ is_done: true }]);
      expect((await admin.client.put(`/api/admin/users/${author.user.id}/${part}`, taken)).statusCode).toBe(200);
    }
    await passMinute(shop);
    expect(await textsOf(user)).toEqual([]);
  });

  it('is refused without a text, without a number, and beyond the limit', async () => {
    const { order } = await buildPaid();
    expectError(await write([order.id], crypto.randomUUID(), ' '), 400, 'VALIDATION_FAILED');
    expectError(await write([order.id], 'x'), 400, 'VALIDATION_FAILED');
    expectError(await write([]), 400, 'VALIDATION_FAILED');
    const other = await buildAdmin(shop);
    const send = () =>
      other.client.post('/api/admin/orders/messages', {
        order_ids: [2_147_483_647],
        client_id: crypto.randomUUID(),
        text: '안내',
      });
    for (let count = 0; count < 20; count += 1) expect((await send()).statusCode).toBe(200);
    expectError(await send(), 429, 'TOO_MANY_REQUESTS');
  });
});
