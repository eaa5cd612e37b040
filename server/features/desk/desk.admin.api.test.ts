import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#server/lib/time.ts';
import type { Badges, OrderCounts, SavedFilter, SearchAnswer } from '#shared/features/desk/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function counts(): Promise<OrderCounts> {
  return (await admin.client.get('/api/admin/orders/counts')).json();
}

describe('counts for administrators', () => {
  it('count the pending tasks, and agree with the list behind each filter', async () => {
    const before = await counts();
    const badges = (await admin.client.get('/api/admin/badges')).json<Badges>();
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status: 'confirmed' });
    const customer = await buildCustomer(shop);
    await openConversation(customer);
    await answer(admin, (await openConversation(customer)).id, '답변');
    const due = new Date(shop.clock.now().getTime() - HOUR_MS);
    await shop.db.updateTable('orders').set({ paid_at: due, contact_by: due }).where('id', '=', order.id).execute();
    await (await shop.client().as(user)).post(`/api/orders/${order.id}/refund-requests`, { reason: '취소' });
    const { status, tasks } = await counts();
    expect(status.confirmed).toBe(before.status.confirmed + 1);
    const more = {
      untouched: 1,
      unassigned: 1,
      mine: 0,
      waiting: 1,
      in_progress: 0,
      uncontacted: 1,
      overdue: 1,
      refund_requests: 1,
      overdue_refund_request: 0,
    };
    for (const [task, number] of Object.entries(more)) {
      const key = task as keyof typeof more;
      expect([task, tasks[key]]).toEqual([task, before.tasks[key] + number]);
    }
    expect((await admin.client.get('/api/admin/badges')).json()).toEqual({
      new_orders: badges.new_orders + 1,
      refund_requests: badges.refund_requests + 1,
      overdue_refund_requests: badges.overdue_refund_requests,
      waiting_conversations: badges.waiting_conversations + 1,
    });
    const filters = ['work=waiting', 'work=open', 'contact=open', 'contact=overdue', 'waiting=refund_request'];
    for (const filter of [...filters, 'assignee=none&work=waiting', 'assignee=none&work=open']) {
      const listed = await admin.client.get(`/api/admin/orders?${filter}`);
      expect([filter, listed.json<{ id: number }[]>().some(({ id }) => id === order.id)]).toEqual([filter, true]);
    }
    await admin.client.put(`/api/admin/orders/${order.id}/assignee`, { user_id: admin.user.id });
    await admin.client.post(`/api/admin/orders/${order.id}/work`, { state: 'in_progress', isConfirmed: true });
    const after = (await counts()).tasks;
    expect(after).toMatchObject({ mine: before.tasks.mine + 1, in_progress: before.tasks.in_progress + 1 });
    expect(after).toMatchObject({ overdue: before.tasks.overdue, unassigned: before.tasks.unassigned });
    const mine = async () =>
      (await admin.client.get('/api/admin/orders?assignee=me&work=open')).json<{ id: number }[]>().map(({ id }) => id);
    expect(await mine()).toContain(order.id);
    await admin.client.post(`/api/admin/orders/${order.id}/work`, { state: 'closed' });
    expect((await counts()).tasks.mine).toBe(before.tasks.mine);
    expect(await mine()).not.toContain(order.id);
  });

  it('count an order with two refused refunds once, as the list does', async () => {
    const order = await shop.buildOrder({ status: 'confirmed' });
    const before = (await counts()).tasks;
    for (const receipt of ['first', 'second']) {
      await shop.db
        .insertInto('refunds')
        .values({
          order_id: order.id,
          receipt_id: receipt,
          cancel_id: `${receipt}-1`,
          amount: 1000,
          reason: '취소',
          state: 'refused',
          requested_by: 'admin',
        })
        .execute();
    }
    const after = (await counts()).tasks;
    expect(after).toEqual({ ...before, refused_refund: before.refused_refund + 1 });
  });
});

it('counts are those of each filter together with the conditions, as the list has them', async () => {
  const user = await shop.buildUser({ fullname: '공손조합' });
  const lawyer = await shop.buildUser({ role: 'admin' });
  const [waiting, started] = [
    await shop.buildOrder({ user, status: 'confirmed' }),
    await shop.buildOrder({ user, status: 'confirmed' }),
  ];
  await shop.buildOrder({ user });
  await shop.buildOrder({ status: 'confirmed' });
  for (const { id } of [waiting, started]) {
    await admin.client.put(`/api/admin/orders/${id}/assignee`, { user_id: lawyer.id });
  }
  await admin.client.post(`/api/admin/orders/${started.id}/work`, { state: 'in_progress', isConfirmed: true });
  const reason = { reason: '취소' };
  await (await shop.client().as(user)).post(`/api/orders/${waiting.id}/refund-requests`, reason);
  const totalOf = async (query: string) =>
    Number((await admin.client.get(`/api/admin/orders?${query}`)).headers['x-total-count']);
  const q = `q=${encodeURIComponent('공손조합')}`;
  const all: Record<string, OrderCounts> = {};
  for (const conditions of [q, `${q}&assignee=${lawyer.id}`, `${q}&from=2020-01-01&to=2020-01-02`, 'proof=none']) {
    const counted = (await admin.client.get(`/api/admin/orders/counts?${conditions}`)).json<OrderCounts>();
    all[conditions] = counted;
    for (const [status, number] of Object.entries(counted.status)) {
      expect([conditions, status, number]).toEqual([
        conditions,
        status,
        await totalOf(`${conditions}&status=${status}`),
      ]);
    }
    const { tasks } = counted;
    const filters = {
      waiting: 'work=waiting',
      in_progress: 'work=in_progress',
      refund_requests: 'waiting=refund_request',
    };
    for (const [task, filter] of Object.entries(filters)) {
      const listed = await totalOf(`${conditions}&${filter}`);
      expect([conditions, task, tasks[task as keyof typeof filters]]).toEqual([conditions, task, listed]);
    }
  }
  expect(all[q]).toMatchObject({
    status: { confirmed: 2, pending: 1, error: 0 },
    tasks: { waiting: 1, in_progress: 1, refund_requests: 1, mine: 0, unassigned: 0 },
  });
  // A facet is counted beside the choices of all others, and without its own.
  const chosen = {
    assignee: `assignee=${lawyer.id}`,
    work: 'work=waiting',
    status: 'status=confirmed',
    task: 'untouched=1',
  };
  const rest = (facet: string) =>
    [q, ...Object.entries(chosen).flatMap(([name, filter]) => (name === facet ? [] : [filter]))].join('&');
  const url = `/api/admin/orders/counts?${[q, ...Object.values(chosen)].join('&')}`;
  const combined = (await admin.client.get(url)).json<OrderCounts>();
  expect(combined.status.confirmed).toBe(await totalOf(`${rest('status')}&status=confirmed`));
  expect(combined.status.pending).toBe(await totalOf(`${rest('status')}&status=pending`));
  const { tasks } = combined;
  for (const work of ['open', 'waiting', 'in_progress', 'closed'] as const) {
    expect([work, tasks[work]]).toEqual([work, await totalOf(`${rest('work')}&work=${work}`)]);
  }
  expect(tasks.untouched).toBe(await totalOf(`${rest('task')}&untouched=1`));
  expect(tasks.due_this_week).toBe(await totalOf(`${rest('task')}&due=week`));
  expect(tasks.unassigned).toBe(await totalOf(`${rest('assignee')}&assignee=none`));
  expect(tasks).toMatchObject({ waiting: 1, in_progress: 0, refund_requests: 1 });
  expectError(await admin.client.get('/api/admin/orders/counts?from=x'), 400, 'VALIDATION_FAILED');
});

describe('GET /api/admin/search', () => {
  it('finds orders, members and services at once, and is recorded', async () => {
    const user = await shop.buildUser({ fullname: '황보통합' });
    const service = await shop.buildService({ title: '황보 전용 상담' });
    const order = await shop.buildOrder({ user });
    const found = (
      await admin.client.get(`/api/admin/search?${new URLSearchParams({ q: '황보' })}`)
    ).json<SearchAnswer>();
    expect(found.orders.map(({ id }) => id)).toEqual([order.id]);
    expect(found.users.map(({ id }) => id)).toEqual([user.id]);
    expect(found.services).toEqual([{ id: service.id, title: service.title }]);
    expect((await admin.audit('order.search'))[0]).toMatchObject({
      after: { q_hash: expect.any(String), users: [user.id] },
    });
    for (const q of ['', '   ', 'a'.repeat(101)]) {
      expectError(await admin.client.get(`/api/admin/search?${new URLSearchParams({ q })}`), 400, 'VALIDATION_FAILED');
    }
    expectError(await admin.client.get('/api/admin/search'), 400, 'VALIDATION_FAILED');
  });
});

describe('saved filters', () => {
  it('belong to one administrator; the same name again replaces one', async () => {
    const other = await buildAdmin(shop);
    const save = (query: string, by = admin) =>
      by.client.post('/api/admin/saved-filters', { list: 'orders', name: '내 미착수', query });
    expect((await save('work=waiting')).statusCode).toBe(201);
    const [first, second] = [await save('work=waiting&assignee=me'), await save('status=error', other)];
    const filter = first.json<SavedFilter>();
    expect((await admin.client.get('/api/admin/saved-filters')).json()).toEqual([filter]);
    expect(filter).toMatchObject({ list: 'orders', name: '내 미착수', query: 'work=waiting&assignee=me' });
    const { id } = second.json<SavedFilter>();
    expectError(await admin.client.delete(`/api/admin/saved-filters/${id}`), 404, 'SAVED_FILTER_NOT_FOUND');
    expect((await other.client.delete(`/api/admin/saved-filters/${id}`)).statusCode).toBe(200);
    for (const body of [{}, { list: 'pets', name: '가', query: 'a=b' }, { list: 'orders', name: ' ', query: 'a=b' }]) {
      expectError(await admin.client.post('/api/admin/saved-filters', body), 400, 'VALIDATION_FAILED');
    }
  });

  it('can be renamed, but not to the name of another filter of the list', async () => {
    const own = await buildAdmin(shop);
    const save = async (name: string, list = 'orders') =>
      (await own.client.post('/api/admin/saved-filters', { list, name, query: 'a=b' })).json<SavedFilter>();
    const [first] = [await save('하나'), await save('둘'), await save('셋', 'mails')];
    const rename = (name: unknown, client = own.client) => client.put(`/api/admin/saved-filters/${first.id}`, { name });
    expect((await rename('셋')).json()).toEqual({ ...first, name: '셋' });
    expect((await rename('셋')).statusCode).toBe(200);
    const taken = await rename('둘');
    expectError(taken, 400, 'VALIDATION_FAILED');
    expect(taken.json()).toMatchObject({ details: [{ path: 'name', message: '같은 이름의 필터가 있습니다.' }] });
    for (const name of ['', '가'.repeat(41), null]) expectError(await rename(name), 400, 'VALIDATION_FAILED');
    expectError(await rename('넷', admin.client), 404, 'SAVED_FILTER_NOT_FOUND');
    const kept = (await own.client.get('/api/admin/saved-filters')).json<SavedFilter[]>();
    expect(kept.map(({ name }) => name)).toEqual(['셋', '둘', '셋']);
  });

  it('are shared with all who may open the list, who can only use them', async () => {
    const owner = await buildAdmin(shop);
    const body = { list: 'orders', name: '이번 주 기한', query: 'status=confirmed' };
    const save = async (is_shared?: unknown) => owner.client.post('/api/admin/saved-filters', { ...body, is_shared });
    const filter = (await save(true)).json<SavedFilter>();
    expect(filter).toMatchObject({ is_shared: true, is_own: true });
    const colleague = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
    const client = await shop.client().as(colleague);
    const listOf = async (who = client) => (await who.get('/api/admin/saved-filters')).json<SavedFilter[]>();
    expect(await listOf()).toEqual([{ ...filter, is_own: false }]);
    const editor = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['catalogue'] }));
    expect(await listOf(editor)).toEqual([]);
    const path = `/api/admin/saved-filters/${filter.id}`;
    expectError(await client.put(path, { name: '내 것' }), 404, 'SAVED_FILTER_NOT_FOUND');
    expectError(await client.delete(path), 404, 'SAVED_FILTER_NOT_FOUND');
    // The own one of the same name stands before it, and replaces nothing.
    const own = (await client.post('/api/admin/saved-filters', body)).json<SavedFilter>();
    expect((await listOf()).map(({ id }) => id)).toEqual([own.id, filter.id]);
    expectError(await save('yes'), 400, 'VALIDATION_FAILED');
    expect((await save()).json()).toEqual({ ...filter, is_shared: false });
    expect(await listOf()).toEqual([own]);
    await save(true);
    await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.user.id).execute();
    expect(await listOf()).toEqual([own]);
  });

  it('are fifty at most, also when many are saved concurrently', async () => {
    const own = await buildAdmin(shop);
    const save = (name: string) => own.client.post('/api/admin/saved-filters', { list: 'orders', name, query: 'a=b' });
    const names = Array.from({ length: 52 }, (_, at) => `필터 ${at}`);
    const statuses = (await Promise.all(names.map(save))).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.filter((status) => status === 400)).toHaveLength(2);
  });
});
