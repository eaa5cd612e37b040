import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import { type AdminFixture, buildAdmin, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  change,
  openConversation,
  readAsAdmin,
  readConversation,
  readEntries,
  readThread,
  say,
  writeNote,
} from '#tests/support/app/consultations.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const DAY_MS = 86_400_000;

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

const dayAt = (days: number) =>
  new Date(shop.clock.now().getTime() + days * DAY_MS + 9 * 3_600_000).toISOString().slice(0, 10);

async function inbox(query: string, from = admin): Promise<number[]> {
  return (await readPages<AdminConversation>(from.client, `/api/admin/consultations${query}`)).map(({ id }) => id);
}

describe('GET /api/admin/consultations', () => {
  it('lists the oldest waiting first, then the others by latest activity, in pages', async () => {
    const ids: Record<string, number> = {};
    const customer = await buildCustomer(shop);
    for (const name of ['first', 'second', 'third', 'fourth', 'held']) {
      shop.clock.advance(1000);
      ids[name] = (await openConversation(customer)).id;
    }
    const { first = 0, second = 0, third = 0, fourth = 0, held = 0 } = ids;
    shop.clock.advance(1000);
    await answer(admin, first, '답변');
    shop.clock.advance(1000);
    await answer(admin, second, '답변');
    // Counts from the first unanswered message.
    shop.clock.advance(1000);
    await say(customer, fourth, '아직인가요');
    await change(admin, held, { status: 'on_hold', hold_until: dayAt(2) });
    const order = [third, fourth, held, second, first];
    for (const query of ['', '?limit=1', '?limit=2', '?limit=3']) expect(await inbox(query), query).toEqual(order);
    expect(await inbox('?status=waiting&limit=1')).toEqual([third, fourth]);
    expect(await inbox('?status=answered')).toEqual([second, first]);
    expect(await inbox('?status=on_hold')).toEqual([held]);
    expect(await inbox('?status=closed')).toEqual([]);
    const response = await admin.client.get('/api/admin/consultations?limit=2');
    expect(response.headers['x-total-count']).toBe('5');
    const [shown] = response.json<AdminConversation[]>();
    expect(shown).toMatchObject({
      id: third,
      unread: 1,
      order_number: null,
      waiting_since: expect.stringMatching(/Z$/),
      customer: { id: customer.user.id, fullname: '홍길동', user_id: customer.user.user_id },
    });
  });

  it('narrows to an assignee, and refuses filters that it does not know', async () => {
    const customer = await buildCustomer(shop);
    const mine = (await openConversation(customer)).id;
    const other = await buildAdmin(shop);
    const theirs = (await openConversation(customer)).id;
    await change(admin, mine, { assignee_id: admin.user.id });
    await change(admin, theirs, { assignee_id: other.user.id });
    expect(await inbox('?assignee=me')).toEqual([mine]);
    expect(await inbox('?assignee=me', other)).toEqual([theirs]);
    expect(await inbox(`?assignee=${other.user.id}`)).toEqual([theirs]);
    expect(await inbox('?assignee=none')).not.toContain(mine);
    const orders = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
    const names = (await admin.client.get('/api/admin/consultations/assignees')).json<{ id: number }[]>();
    expect(names.map(({ id }) => id)).toContain(other.user.id);
    expect(names.map(({ id }) => id)).not.toContain(orders.id);
    expectError(await change(admin, mine, { assignee_id: orders.id }), 400, 'VALIDATION_FAILED');
    for (const bad of ['?status=lost', '?assignee=you', '?assignee=0', '?limit=0', '?cursor=x']) {
      expectError(await admin.client.get(`/api/admin/consultations${bad}`), 400, 'VALIDATION_FAILED');
    }
  });

  it('finds words in subjects, messages and notes, customers and order numbers', async () => {
    const customer = await buildCustomer(shop, { fullname: '독고탁', user_id: 'search.me' });
    const order = await shop.buildOrder({ user: customer.user });
    const { id } = await openConversation(customer, {
      subject: '현역복무부적합 심사',
      text: '허리 디스크가 있습니다. MRI도 찍었어요.',
      order_id: order.id,
    });
    const entry = await answer(admin, id, '진단서를 보내주세요. 팩스 02-3478-1265');
    await writeNote(admin, id, '보호자와 통화함');
    const elsewhere = (await openConversation(await buildCustomer(shop), { text: '디스 크' })).id;
    for (const q of [
      '현역복무',
      '디스크',
      'mri',
      '진단서',
      '3478-12',
      '팩스 02-',
      '통화',
      '독고',
      'search.me',
      order.order_number,
      '허',
      '허리 ',
    ]) {
      expect(await inbox(`?q=${encodeURIComponent(q)}`), q).toEqual([id]);
    }
    expect(await inbox(`?q=${encodeURIComponent('디스크'.normalize('NFD'))}`)).toEqual([id]);
    expect(await inbox(`?q=${encodeURIComponent('디스')}`)).toEqual(expect.arrayContaining([id, elsewhere]));
    expect(await inbox(`?q=${encodeURIComponent('없는말')}`)).toEqual([]);
    expect(await inbox(`?q=${encodeURIComponent('디스크')}&status=closed`)).toEqual([]);
    expect(entry.kind).toBe('message');
    expect((await admin.audit('consultation.search'))[0]).toMatchObject({
      after: { q_hash: expect.any(String), conversations: [] },
    });
  });
});

describe('notes', () => {
  it('have numbers of their own, apart from those of the messages', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const before = await readConversation(customer, id);
    shop.clock.advance(5000);
    expect(await writeNote(admin, id, '메모 하나')).toMatchObject({ seq: 1, note: 1, kind: 'note', is_own: true });
    expect(await writeNote(admin, id, '메모 둘')).toMatchObject({ seq: 1, note: 2 });
    expect(await readConversation(customer, id)).toEqual(before);
    expect(await say(customer, id, '둘째')).toMatchObject({ seq: 2, note: 0 });
    expect(await writeNote(admin, id, '메모 셋')).toMatchObject({ seq: 2, note: 3 });
    expect(await answer(admin, id, '답변')).toMatchObject({ seq: 3, note: 0 });
    const places = async (query: string) => (await readEntries(admin, id, query)).map(({ seq, note }) => [seq, note]);
    const all = [
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 0],
      [2, 3],
      [3, 0],
    ];
    expect(await places('')).toEqual(all);
    expect(await places('?limit=2')).toEqual(all.slice(-2));
    for (const [at, [seq, note]] of all.entries()) {
      expect(await places(`?after=${seq}&after_note=${note}`)).toEqual(all.slice(at + 1));
      expect(await places(`?after=${seq}&after_note=${note}&limit=2`)).toEqual(all.slice(at + 1, at + 3));
      expect(await places(`?before=${seq}&before_note=${note}`)).toEqual(all.slice(0, at));
      expect(await places(`?before=${seq}&before_note=${note}&limit=2`)).toEqual(all.slice(0, at).slice(-2));
    }
    expect((await readThread(customer, id)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('share their client_id with messages', async () => {
    const { id } = await openConversation(await buildCustomer(shop));
    const client_id = randomUUID();
    const note = await writeNote(admin, id, '메모', { client_id });
    expect(await writeNote(admin, id, '메모', { client_id })).toEqual(note);
    for (const other of [{ kind: 'note', text: '다른 메모' }, { text: '메모' }]) {
      const response = await admin.client.post(`/api/admin/consultations/${id}/messages`, { client_id, ...other });
      expectError(response, 409, 'CLIENT_ID_REUSED');
    }
  });

  it('cannot be written by a customer', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const body = { client_id: randomUUID(), text: '메모', kind: 'note' };
    const response = await customer.client.post(`/api/consultations/${id}/messages`, body);
    expect(response.json()).toMatchObject({ kind: 'message', seq: 2 });
    const unknown = await admin.client.post(`/api/admin/consultations/${id}/messages`, { ...body, kind: 'event' });
    expectError(unknown, 400, 'VALIDATION_FAILED');
  });
});

describe('PUT /api/admin/consultations/{id}', () => {
  it('reports each change as an event and in the audit log', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const response = await change(admin, id, { assignee_id: admin.user.id, status: 'closed' });
    expect(response.json()).toMatchObject({
      status: 'closed',
      assignee: { id: admin.user.id, name: '관리자' },
      version: 3,
      last_seq: 3,
    });
    expect((await admin.audit('consultation.update'))[0]).toMatchObject({
      subject_id: String(id),
      before: { status: 'waiting', assignee_id: null },
      after: { status: 'closed', assignee_id: admin.user.id },
    });
    await change(admin, id, { status: 'answered', assignee_id: null });
    const day = dayAt(3);
    await change(admin, id, { status: 'on_hold', hold_until: day });
    await change(admin, id, { status: 'waiting' });
    const thread = await readThread(customer, id);
    expect(thread.slice(1).map(({ kind, event, author }) => [kind, event, author.kind])).toEqual([
      ['event', 'assigned', 'system'],
      ['event', 'closed', 'system'],
      ['event', 'unassigned', 'system'],
      ['event', 'reopened', 'system'],
      ['event', 'on_hold', 'system'],
      ['event', 'status_changed', 'system'],
    ]);
    expect(thread[1]?.text).toBe('담당자가 관리자 님으로 지정되었습니다.');
    expect(await readConversation(customer, id)).toMatchObject({ status: 'waiting', unread: 0, hold_until: null });
  });

  it('changes nothing when the values are the same', async () => {
    const { id } = await openConversation(await buildCustomer(shop));
    const before = await readAsAdmin(admin, id);
    expect((await change(admin, id, { status: 'waiting', assignee_id: null })).json()).toMatchObject({ version: 1 });
    expect(await readAsAdmin(admin, id)).toEqual(before);
  });

  it('takes the version before an own answer, and that before a colleague’s answer or act not', async () => {
    const customer = await buildCustomer(shop);
    const { id, version } = await openConversation(customer);
    const close = (by: AdminFixture, seen: number) =>
      by.client.put(`/api/admin/consultations/${id}`, { status: 'closed', version: seen });
    const colleague = await buildAdmin(shop);
    await answer(admin, id, '확인했습니다.');
    expectError(await close(colleague, version), 409, 'VERSION_CONFLICT');
    expect((await close(admin, version)).json()).toMatchObject({ status: 'closed' });
    expectError(await close(admin, version), 409, 'VERSION_CONFLICT');
    await say(customer, id, '하나 더 있습니다.');
    const asked = await readAsAdmin(admin, id);
    await answer(admin, id, '네.');
    await change(colleague, id, { assignee_id: colleague.user.id });
    expectError(await close(admin, asked.version), 409, 'VERSION_CONFLICT');
  });

  it('refuses another version, days in the past, and assignees who cannot take it', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const put = (body: object) => admin.client.put(`/api/admin/consultations/${id}`, body);
    expectError(await put({ status: 'closed', version: 2 }), 409, 'VERSION_CONFLICT');
    expectError(await put({ status: 'closed' }), 400, 'VALIDATION_FAILED');
    for (const bad of [
      { status: 'on_hold' },
      { status: 'on_hold', hold_until: dayAt(0) },
      { status: 'on_hold', hold_until: dayAt(-1) },
      { status: 'on_hold', hold_until: 'tomorrow' },
      { status: 'gone' },
      { assignee_id: customer.user.id },
      { assignee_id: 2_000_000_000 },
      { assignee_id: 'x' },
    ]) {
      expectError(await put({ ...bad, version: 1 }), 400, 'VALIDATION_FAILED');
    }
    expectError(
      await admin.client.put('/api/admin/consultations/2000000000', { version: 1 }),
      404,
      'CONVERSATION_NOT_FOUND',
    );
    const stamp = new Date(shop.clock.now().getTime() + 4 * DAY_MS).toISOString();
    expect((await put({ status: 'on_hold', hold_until: stamp, version: 1 })).json()).toMatchObject({
      hold_until: dayAt(4),
    });
    expect((await readAsAdmin(admin, id)).version).toBe(2);
  });

  it('opens no second conversation of an order', async () => {
    const customer = await buildCustomer(shop);
    const order = await shop.buildOrder({ user: customer.user });
    const first = await openConversation(customer, { order_id: order.id });
    await change(admin, first.id, { status: 'closed' });
    shop.clock.advance(31 * DAY_MS);
    await customer.client.as(customer.user);
    await admin.client.as(admin.user);
    const second = await openConversation(customer, { order_id: order.id });
    const text = { client_id: randomUUID(), text: '늦은 답변' };
    for (const response of [
      await change(admin, first.id, { status: 'answered' }),
      await admin.client.post(`/api/admin/consultations/${first.id}/messages`, text),
    ]) {
      expectError(response, 409, 'CONVERSATION_OPEN');
      expect(response.json().id).toBe(second.id);
    }
    await change(admin, second.id, { status: 'closed' });
    expect(await answer(admin, first.id, '늦은 답변')).toMatchObject({ kind: 'message' });
    expect(await readConversation(customer, first.id)).toMatchObject({ status: 'answered', closed_at: null });
  });
});

describe('read marks', () => {
  it('each administrator has one, and answering marks as read', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    await say(customer, id, '둘째');
    const other = await buildAdmin(shop);
    const marked = await other.client.put(`/api/admin/consultations/${id}/read`, { seq: 1 });
    expect(marked.json()).toEqual({ unread: 1 });
    await answer(admin, id, '답변');
    expect((await readAsAdmin(admin, id)).unread).toBe(0);
    expect(await readAsAdmin(other, id)).toMatchObject({ unread: 1, customer_read_seq: 0 });
    await customer.client.put(`/api/consultations/${id}/read`, { seq: 3 });
    expect(await readAsAdmin(other, id)).toMatchObject({ customer_read_seq: 3 });
  });
});

describe('GET /api/admin/consultations/{id}', () => {
  it('shows the customer with orders and soldiers, and is recorded once', async () => {
    const customer = await buildCustomer(shop, { phone: '01011112222', email: 'c@example.com' });
    const soldier = await shop.buildSoldier({ user: customer.user, fullname: '이훈련' });
    const order = await shop.buildOrder({ user: customer.user, soldier });
    const service = await shop.buildService({ title: '항고 대리' });
    const { id } = await openConversation(customer, { service_id: service.id });
    expect(await readAsAdmin(admin, id)).toMatchObject({
      service_title: '항고 대리',
      customer_contact: { phone: '01011112222', email: 'c@example.com' },
      customer_orders: [{ id: order.id, order_number: order.order_number, soldier_name: '이훈련' }],
      customer_soldiers: [{ id: soldier.id, fullname: '이훈련', relationship: '자녀' }],
    });
    await readAsAdmin(admin, id);
    await readEntries(admin, id);
    const looks = (await admin.audit('consultation.view')).filter(({ subject_id }) => subject_id === String(id));
    expect(looks).toHaveLength(1);
    const unread = await openConversation(customer);
    await admin.client.get(`/api/admin/consultations/${unread.id}/messages?after=0`);
    expect((await admin.audit('consultation.view'))[0]).toMatchObject({ subject_id: String(unread.id) });
    expectError(await admin.client.get('/api/admin/consultations/2000000000'), 404, 'CONVERSATION_NOT_FOUND');
  });
});

it('GET /api/admin/consultations/assignees lists administrators, no customers', async () => {
  const customer = await buildCustomer(shop);
  const people = (await admin.client.get('/api/admin/consultations/assignees')).json<{ id: number; name: string }[]>();
  expect(people).toContainEqual({ id: admin.user.id, name: '관리자' });
  expect(people.map(({ id }) => id)).not.toContain(customer.user.id);
});

it('POST /api/admin/consultations/{id}/typing needs no body', async () => {
  const { id } = await openConversation(await buildCustomer(shop));
  for (const body of [undefined, {}, { kind: 'note' }]) {
    const response = await admin.client.post(`/api/admin/consultations/${id}/typing`, body);
    expect(response.json()).toEqual({ success: true });
  }
  expectError(
    await admin.client.post(`/api/admin/consultations/${id}/typing`, { kind: 'x' }),
    400,
    'VALIDATION_FAILED',
  );
});

describe('/api/admin/canned-replies', () => {
  it('are created, listed, changed and deleted, and each act is recorded', async () => {
    const body = { title: '서류 요청', text: '{고객명} 님, 진단서를 보내주세요.' };
    const created = await admin.client.post('/api/admin/canned-replies', body);
    expect([created.statusCode, created.json()]).toMatchObject([201, body]);
    const { id, version } = created.json();
    const changed = await admin.client.put(`/api/admin/canned-replies/${id}`, { ...body, title: '진단서 요청' });
    expect(changed.json()).toMatchObject({ id, title: '진단서 요청' });
    const late = await admin.client.put(`/api/admin/canned-replies/${id}`, { ...body, version });
    expectError(late, 409, 'VERSION_CONFLICT');
    expect(late.json().current).toEqual(changed.json());
    expect((await admin.client.get('/api/admin/canned-replies')).json()).toMatchObject([{ id, title: '진단서 요청' }]);
    expect((await admin.client.delete(`/api/admin/canned-replies/${id}`)).json()).toEqual({ success: true });
    expectError(await admin.client.delete(`/api/admin/canned-replies/${id}`), 404, 'CANNED_REPLY_NOT_FOUND');
    expectError(await admin.client.put(`/api/admin/canned-replies/${id}`, body), 404, 'CANNED_REPLY_NOT_FOUND');
    const acts = (await admin.audit('canned_reply.')).map(({ action }) => action);
    expect(acts).toEqual(['canned_reply.delete', 'canned_reply.update', 'canned_reply.create']);
    for (const bad of [{}, { title: 'x' }, { title: ' ', text: 'x' }, { title: 'x'.repeat(61), text: 'x' }]) {
      expectError(await admin.client.post('/api/admin/canned-replies', bad), 400, 'VALIDATION_FAILED');
    }
  });
});
