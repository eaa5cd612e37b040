import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import { buildAdmin, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import {
  answer,
  buildCustomer,
  change,
  openConversation,
  readConversation,
  readThread,
  say,
} from '#tests/support/app/consultations.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const DAY_MS = 86_400_000;

const shop = await setUpTestApp({ env: { LIMIT_CONVERSATIONS_PER_HOUR: '5' } });
const admin = await buildAdmin(shop);

/** Lets days pass; people log in again. */
async function passDays(days: number, ...people: { user: { id: number }; client: Client }[]): Promise<void> {
  shop.clock.advance(days * DAY_MS);
  for (const { client, user } of [admin, ...people]) await client.as(user);
}

describe('POST /api/consultations', () => {
  it('opens a conversation with its first message', async () => {
    const customer = await buildCustomer(shop, { fullname: '홍길동' });
    const conversation = await openConversation(customer, { subject: '휴가 문의', text: '첫 문의입니다.\n두 번째 줄' });
    expect(conversation).toMatchObject({
      subject: '휴가 문의',
      order_id: null,
      service_id: null,
      previous_id: null,
      status: 'waiting',
      hold_until: null,
      assignee: null,
      unread: 0,
      last_seq: 1,
      version: 1,
      closed_at: null,
      last_message: {
        text: '첫 문의입니다.\n두 번째 줄',
        author: { kind: 'customer', name: '홍길동' },
        attachment_count: 0,
        created_at: expect.stringMatching(/Z$/),
      },
    });
    expect(await readThread(customer, conversation.id)).toEqual([
      {
        id: expect.any(Number),
        seq: 1,
        note: 0,
        client_id: expect.any(String),
        kind: 'message',
        event: null,
        author: { kind: 'customer', name: '홍길동' },
        is_own: true,
        text: '첫 문의입니다.\n두 번째 줄',
        attachments: [],
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('answers a repeat of the same client_id with the same conversation, stored once', async () => {
    const customer = await buildCustomer(shop);
    const body = { subject: '문의', text: '내용', client_id: randomUUID() };
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => customer.client.post('/api/consultations', body)),
    );
    const all = [first, ...others].map((response) => [response?.statusCode, response?.json().id]);
    expect(all.map(([status]) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(all.map(([, id]) => id)).size).toBe(1);
    expect(await readPages<Conversation>(customer.client, '/api/consultations')).toHaveLength(1);
    for (const other of [{ text: '다른 내용' }, { subject: '다른 제목' }]) {
      const response = await customer.client.post('/api/consultations', { ...body, ...other });
      expectError(response, 409, 'CLIENT_ID_REUSED');
    }
  });

  it('keeps one open conversation per order and names it, also while it can be reopened', async () => {
    const customer = await buildCustomer(shop);
    const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
    const results = await Promise.all(
      [1, 2, 3].map(() =>
        customer.client.post('/api/consultations', {
          subject: '문의',
          text: '내용',
          client_id: randomUUID(),
          order_id: order.id,
        }),
      ),
    );
    const opened = results.filter(({ statusCode }) => statusCode === 201);
    expect(opened).toHaveLength(1);
    const { id } = opened[0]?.json() ?? {};
    for (const response of results.filter(({ statusCode }) => statusCode !== 201)) {
      expectError(response, 409, 'CONVERSATION_OPEN');
      expect(response.json().id).toBe(id);
    }
    const again = { subject: '문의', text: '내용', order_id: order.id };
    await change(admin, id, { status: 'closed' });
    const refused = await customer.client.post('/api/consultations', { ...again, client_id: randomUUID() });
    expect(refused.json()).toMatchObject({ code: 'CONVERSATION_OPEN', id });
    await passDays(31, customer);
    expect(await openConversation(customer, again)).toMatchObject({ previous_id: id, order_id: order.id });
  });

  it("returns 404 for another user's order, and for unknown services and conversations", async () => {
    const customer = await buildCustomer(shop);
    const foreign = await shop.buildOrder();
    const body = { subject: '문의', text: '내용' };
    for (const [more, code] of [
      [{ order_id: foreign.id }, 'ORDER_NOT_FOUND'],
      [{ order_id: 2_000_000_000 }, 'ORDER_NOT_FOUND'],
      [{ service_id: 2_000_000_000 }, 'SERVICE_NOT_FOUND'],
      [{ previous_id: 2_000_000_000 }, 'CONVERSATION_NOT_FOUND'],
    ] as const) {
      const response = await customer.client.post('/api/consultations', { ...body, ...more, client_id: randomUUID() });
      expectError(response, 404, code);
    }
    expect(await readPages(customer.client, '/api/consultations')).toEqual([]);
  });

  it('refuses malformed input, and writes nothing', async () => {
    const customer = await buildCustomer(shop);
    const good = { subject: '문의', text: '내용', client_id: randomUUID() };
    const before = await shop.countRows();
    for (const bad of [
      { ...good, subject: ' ' },
      { ...good, subject: 'x'.repeat(101) },
      { ...good, text: '' },
      { ...good, text: ' \n ' },
      { ...good, text: 'x'.repeat(4001) },
      { ...good, text: 'a\u0000b' },
      { ...good, text: 5 },
      { ...good, client_id: undefined },
      { ...good, client_id: 'no-uuid' },
      { ...good, order_id: 'x' },
      { ...good, attachment_ids: [1, 1] },
      { ...good, attachment_ids: Array.from({ length: 11 }, (_, at) => at + 1) },
      { ...good, attachment_ids: [2_000_000_000] },
      [good],
    ]) {
      expectError(await customer.client.post('/api/consultations', bad), 400, 'VALIDATION_FAILED');
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('opens so many in an hour, for customers', async () => {
    const customer = await buildCustomer(shop);
    for (let time = 0; time < 5; time += 1) await openConversation(customer);
    const refused = await customer.client.post('/api/consultations', {
      subject: '문의',
      text: '내용',
      client_id: randomUUID(),
    });
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await endLimitWindows(shop.db);
    await openConversation(customer);
  });
});

describe('POST /api/consultations/{id}/messages', () => {
  it('numbers messages without gaps and gives a repeat the first answer', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const client_id = randomUUID();
    const first = await customer.client.post(`/api/consultations/${id}/messages`, { client_id, text: '둘째' });
    expect([first.statusCode, first.json().seq]).toEqual([201, 2]);
    const repeat = await customer.client.post(`/api/consultations/${id}/messages`, {
      client_id: client_id.toUpperCase(),
      text: '둘째',
    });
    expect(repeat.statusCode).toBe(200);
    expect(repeat.json()).toEqual(first.json());
    const reused = await customer.client.post(`/api/consultations/${id}/messages`, { client_id, text: '다른 말' });
    expectError(reused, 409, 'CLIENT_ID_REUSED');
    expect((await say(customer, id, '셋째')).seq).toBe(3);
    // Another author may use the same id.
    expect((await answer(admin, id, '답변', { client_id })).seq).toBe(4);
    expect((await readThread(customer, id)).map(({ seq, text }) => [seq, text])).toEqual([
      [1, '안녕하세요'],
      [2, '둘째'],
      [3, '셋째'],
      [4, '답변'],
    ]);
  });

  it('takes 30 in a minute; a repeat and a refused one do not count', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const client_id = randomUUID();
    for (let time = 0; time < 3; time += 1) await say(customer, id, '반복', { client_id });
    for (let time = 1; time < 30; time += 1) await say(customer, id, `메시지 ${time}`);
    const refused = { client_id: randomUUID(), text: '하나 더' };
    for (let time = 0; time < 3; time += 1) {
      const response = await customer.client.post(`/api/consultations/${id}/messages`, refused);
      expectError(response, 429, 'TOO_MANY_REQUESTS');
    }
    expect((await readConversation(customer, id)).last_seq).toBe(31);
    await endLimitWindows(shop.db, 60_000);
    await say(customer, id, '하나 더');
    for (let time = 0; time < 40; time += 1) await answer(admin, id, `답변 ${time}`);
  });

  it("returns 404 for another user's conversation, with the body of an unknown one", async () => {
    const { id } = await openConversation(await buildCustomer(shop));
    const other = await buildCustomer(shop);
    const bodies = new Set<string>();
    for (const target of [id, 2_000_000_000]) {
      for (const response of [
        await other.client.get(`/api/consultations/${target}`),
        await other.client.get(`/api/consultations/${target}/messages`),
        await other.client.post(`/api/consultations/${target}/messages`, { client_id: randomUUID(), text: '말' }),
        await other.client.put(`/api/consultations/${target}/read`, { seq: 1 }),
        await other.client.post(`/api/consultations/${target}/typing`),
        // Administrators have calls of their own.
        await admin.client.get(`/api/consultations/${target}`),
      ]) {
        expect(response.statusCode).toBe(404);
        bodies.add(response.body);
      }
    }
    expect(bodies.size).toBe(1);
    expectError(await other.client.get('/api/consultations/abc'), 400, 'INVALID_ID');
  });
});

describe('statuses', () => {
  it('follow the author of the last message', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    await answer(admin, id, '답변드립니다.');
    expect(await readConversation(customer, id)).toMatchObject({ status: 'answered', version: 2, unread: 1 });
    await say(customer, id, '감사합니다.');
    expect(await readConversation(customer, id)).toMatchObject({ status: 'waiting', version: 3 });
    await say(customer, id, '하나 더요.');
    expect(await readConversation(customer, id)).toMatchObject({ status: 'waiting', version: 3 });
  });

  it("a customer's message wakes a conversation on hold, and reopens a closed one within 30 days", async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const until = new Date(shop.clock.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
    const held = await change(admin, id, { status: 'on_hold', hold_until: until });
    expect(held.json()).toMatchObject({ status: 'on_hold', hold_until: until });
    await say(customer, id, '자료 보냅니다.');
    expect(await readConversation(customer, id)).toMatchObject({ status: 'waiting', hold_until: null });
    expect((await change(admin, id, { status: 'closed' })).json()).toMatchObject({ status: 'closed' });
    expect(await readConversation(customer, id)).toMatchObject({
      closed_at: expect.any(String),
      reopens_until: expect.any(String),
    });
    await passDays(30, customer);
    await say(customer, id, '다시 문의합니다.');
    expect(await readConversation(customer, id)).toMatchObject({
      status: 'waiting',
      closed_at: null,
      reopens_until: null,
    });
    await change(admin, id, { status: 'closed' });
    await passDays(30, customer);
    shop.clock.advance(1);
    const late = await customer.client.post(`/api/consultations/${id}/messages`, {
      client_id: randomUUID(),
      text: '네',
    });
    expectError(late, 409, 'CONVERSATION_CLOSED');
    expect(await openConversation(customer, { previous_id: id })).toMatchObject({ previous_id: id });
  });
});

describe('GET /api/consultations and …/messages', () => {
  it("lists the user's own conversations by latest activity, in pages", async () => {
    const customer = await buildCustomer(shop);
    const ids: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      shop.clock.advance(1000);
      ids.push((await openConversation(customer)).id);
    }
    const [first = 0] = ids;
    shop.clock.advance(1000);
    await say(customer, first, '다시');
    const listed = await readPages<Conversation>(customer.client, '/api/consultations?limit=2');
    expect(listed.map(({ id }) => id)).toEqual([first, ...ids.slice(1).toReversed()]);
    const response = await customer.client.get('/api/consultations?limit=2');
    expect(response.headers['x-total-count']).toBe('5');
    expect(response.headers['cache-control']).toBe('no-store');
    for (const bad of [
      '?limit=0',
      '?limit=x',
      '?cursor=x',
      `?cursor=${Buffer.from('after:1').toString('base64url')}`,
    ]) {
      expectError(await customer.client.get(`/api/consultations${bad}`), 400, 'VALIDATION_FAILED');
    }
  });

  it('returns the last 50, those after a number, or those before one', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    for (let seq = 2; seq <= 60; seq += 1) await answer(admin, id, `${seq}`);
    const seqs = async (query: string) => (await readThread(customer, id, query)).map(({ seq }) => seq);
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    expect(await seqs('')).toEqual(range(11, 60));
    expect(await seqs('?limit=200')).toEqual(range(1, 60));
    expect(await seqs('?after=55')).toEqual(range(56, 60));
    expect(await seqs('?after=0&limit=3')).toEqual([1, 2, 3]);
    expect(await seqs('?after=60')).toEqual([]);
    expect(await seqs('?before=11')).toEqual(range(1, 10));
    expect(await seqs('?before=11&limit=2')).toEqual([9, 10]);
    for (const bad of ['?after=x', '?after=-1', '?before=1.5', '?limit=0', '?after=1&before=2']) {
      expectError(await customer.client.get(`/api/consultations/${id}/messages${bad}`), 400, 'VALIDATION_FAILED');
    }
  });

  it('cuts the last message at 200 characters', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer, { text: '가'.repeat(300) });
    expect((await readConversation(customer, id)).last_message?.text).toBe('가'.repeat(200));
  });
});

describe('PUT /api/consultations/{id}/read', () => {
  it("counts the administrators' messages after the mark, which never moves backwards", async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    for (const text of ['하나', '둘', '셋']) await answer(admin, id, text);
    await say(customer, id, '네');
    const read = async (seq: number) => (await customer.client.put(`/api/consultations/${id}/read`, { seq })).json();
    expect((await readConversation(customer, id)).unread).toBe(3);
    expect(await read(3)).toEqual({ unread: 1 });
    expect(await read(1)).toEqual({ unread: 1 });
    expect(await read(1_000_000)).toEqual({ unread: 0 });
    expect(await readConversation(customer, id)).toMatchObject({ unread: 0, customer_read_seq: 5 });
    await change(admin, id, { status: 'closed' });
    expect((await readConversation(customer, id)).unread).toBe(0);
    for (const bad of [{}, { seq: -1 }, { seq: '1' }, { seq: 1.5 }]) {
      expectError(await customer.client.put(`/api/consultations/${id}/read`, bad), 400, 'VALIDATION_FAILED');
    }
  });
});

it('keeps texts and subjects encrypted in the database', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer, { subject: '비밀 제목', text: '비밀 내용' });
  const { rows } = await sql<{ dump: string }>`
    select string_agg(t::text, '') as dump from (
      select c::text as t from conversations c where id = ${id}
      union all select m::text from conversation_messages m where conversation_id = ${id}) as t`.execute(shop.db);
  expect(rows[0]?.dump).not.toContain(Buffer.from('비밀').toString('hex'));
  // A value that was moved to another row is not shown as that row's.
  const other = await openConversation(customer, { text: '다른 내용' });
  const text = shop.db.selectFrom('conversation_messages').select('text').where('conversation_id', '=', id);
  await shop.db.updateTable('conversation_messages').set({ text }).where('conversation_id', '=', other.id).execute();
  expect((await readThread(customer, other.id))[0]?.text).toBe('내용을 읽을 수 없습니다.');
});

it('POST /api/consultations/{id}/typing answers and stores nothing', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const before = await shop.countRows();
  const response = await customer.client.post(`/api/consultations/${id}/typing`);
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
  expect(await shop.countRows()).toEqual(before);
});

describe('GET /api/consultations/unread', () => {
  it('counts over all conversations of the user, and whether there is one', async () => {
    const customer = await buildCustomer(shop);
    const read = async () => (await customer.client.get('/api/consultations/unread')).json();
    expect(await read()).toEqual({ unread: 0, has_conversations: false });
    const [one, two] = [await openConversation(customer), await openConversation(customer)];
    const foreign = await openConversation(await buildCustomer(shop));
    for (const { id } of [one, one, two, foreign]) await answer(admin, id, '답변');
    expect(await read()).toEqual({ unread: 3, has_conversations: true });
    await customer.client.put(`/api/consultations/${one.id}/read`, { seq: 2 });
    expect(await read()).toEqual({ unread: 2, has_conversations: true });
    await change(admin, two.id, { status: 'closed' });
    expect(await read()).toEqual({ unread: 2, has_conversations: true });
  });

  it('needs a login', async () => {
    expectError(await shop.client().get('/api/consultations/unread'), 401, 'UNAUTHENTICATED');
  });
});
