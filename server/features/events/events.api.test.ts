import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SECOND_MS } from '#server/lib/time.ts';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  change,
  openConversation,
  readThread,
  say,
  writeNote,
} from '#tests/support/app/consultations.ts';
import { type EventReader, readEvents } from '#tests/support/app/event-reader.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

let shop: TestApp;
let admin: AdminFixture;
const open: EventReader[] = [];
beforeAll(async () => {
  // The streams' seconds pass when a test lets them.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  shop = await startTestApp();
  admin = await buildAdmin(shop);
});
afterAll(async () => {
  vi.useRealTimers();
  for (const reader of open) reader.close();
  await shop.close();
});

async function listen(client: Parameters<typeof readEvents>[1]): Promise<EventReader> {
  const reader = await readEvents(shop, client);
  open.push(reader);
  return reader;
}

const named = (reader: EventReader, name: string) =>
  reader.events.filter((event) => event.name === name).map(({ data }) => data);

describe('GET /api/events', () => {
  it('requires a login', async () => {
    expectError(await shop.client().get('/api/events'), 401, 'UNAUTHENTICATED');
  });

  it('is a stream with the headers that proxies and browsers need', async () => {
    const { status, headers } = await listen((await buildCustomer(shop)).client);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('sends each side the acts of the other, with ids and without texts', async () => {
    const customer = await buildCustomer(shop);
    const theirs = await listen(customer.client);
    const ours = await listen(admin.client);
    const { id } = await openConversation(customer, { text: '들키면 안 되는 말' });
    await answer(admin, id, '들키면 안 되는 답');
    await change(admin, id, { status: 'closed' });
    await customer.client.put(`/api/consultations/${id}/read`, { seq: 3 });
    await customer.client.post(`/api/consultations/${id}/typing`);
    await admin.client.post(`/api/admin/consultations/${id}/typing`);
    for (const reader of [ours, theirs]) {
      await reader.until(({ name, data }) => name === 'message' && data.seq === 3);
      await reader.until(({ name, data }) => name === 'conversation' && data.version === 3);
      await reader.until(({ name, data }) => name === 'read' && data.by === 'customer');
      expect(named(reader, 'message').map(({ seq }) => seq)).toEqual(expect.arrayContaining([2, 3]));
      expect(new Set(reader.events.map((event) => event.id)).size).toBe(reader.events.length);
      expect(JSON.stringify(reader.events)).not.toContain('들키면');
    }
    await ours.until(({ name }) => name === 'typing');
    await theirs.until(({ name }) => name === 'typing');
    expect(named(ours, 'typing')).toEqual([{ conversation_id: id, by: 'customer', name: '홍길동' }]);
    expect(named(theirs, 'typing')).toEqual([{ conversation_id: id, by: 'staff', name: '관리자' }]);
  });

  it('does not say to a customer that the firm has read, in no answer either', async () => {
    const customer = await buildCustomer(shop);
    const theirs = await listen(customer.client);
    const ours = await listen(admin.client);
    const { id } = await openConversation(customer);
    const calls = ['/api/consultations', `/api/consultations/${id}`, `/api/consultations/${id}/messages`];
    const answers = async () => {
      const responses = await Promise.all(calls.map((url) => customer.client.get(url)));
      return responses.map((response) => response.json());
    };
    const before = await answers();
    expect((await admin.client.put(`/api/admin/consultations/${id}/read`, { seq: 1 })).statusCode).toBe(200);
    await ours.until(({ name, data }) => name === 'read' && data.by === 'staff');
    expect(await answers()).toEqual(before);
    await say(customer, id, '끝');
    await theirs.until(({ name, data }) => name === 'message' && data.seq === 2);
    expect(named(theirs, 'read')).toEqual([]);
  });

  it('sends a customer no event of other conversations, nor of notes', async () => {
    const customer = await buildCustomer(shop);
    const other = await buildCustomer(shop);
    const reader = await listen(customer.client);
    const { id } = await openConversation(customer);
    const theirs = await openConversation(other);
    await writeNote(admin, id, '메모');
    await admin.client.post(`/api/admin/consultations/${id}/typing`, { kind: 'note' });
    await answer(admin, theirs.id, '답변');
    await say(customer, id, '끝');
    await reader.until(({ data }) => data.seq === 2);
    expect(reader.events.map(({ data }) => data.conversation_id)).not.toContain(theirs.id);
    expect(reader.events.filter(({ data }) => 'note' in data)).toEqual([]);
    expect(named(reader, 'typing')).toEqual([]);
  });

  it('sends nothing to an administrator without the permission', async () => {
    const user = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
    const client = await shop.client().as(user);
    const [reader, ours] = [await listen(client), await listen(admin.client)];
    const { id } = await openConversation(await buildCustomer(shop));
    await ours.until(({ data }) => data.conversation_id === id);
    const { id: own } = await openConversation({ user, client });
    await reader.until(({ data }) => data.conversation_id === own);
    expect(reader.events.map(({ data }) => data.conversation_id)).not.toContain(id);
  });

  it('sends typing at most every three seconds', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const reader = await listen(customer.client);
    const other = await buildAdmin(shop);
    for (let time = 0; time < 5; time += 1) await other.client.post(`/api/admin/consultations/${id}/typing`);
    shop.clock.advance(3000);
    await other.client.post(`/api/admin/consultations/${id}/typing`);
    await say(customer, id, '끝');
    await reader.until(({ data }) => data.seq === 2);
    expect(named(reader, 'typing')).toHaveLength(2);
  });

  it('sends what happens in one moment once each, also more than one notification takes', async () => {
    const customer = await buildCustomer(shop);
    const reader = await listen(customer.client);
    const seqs = Array.from({ length: 200 }, (_, at) => at + 1);
    for (const seq of seqs) {
      const data = { conversation_id: 1, seq, by: 'staff' } as const;
      shop.deps.consultations.events.publish({ name: 'read', data, to: { users: [customer.user.id] } });
    }
    await reader.until(({ data }) => data.seq === seqs.length);
    expect(named(reader, 'read').map(({ seq }) => seq)).toEqual(seqs);
  });

  it('is 503 beyond three streams of a user, and free again when one ends', async () => {
    const { user, client } = await buildCustomer(shop);
    const readers = [await listen(client), await listen(client), await listen(client)];
    const refused = await client.get('/api/events');
    expectError(refused, 503, 'UNAVAILABLE');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    readers[0]?.close();
    await expect.poll(() => shop.deps.streams.countOf(user.id)).toBe(2);
    expect((await listen(client)).status).toBe(200);
  });

  it('finds events without a notification: after a killed connection, and a lost notification', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const reader = await listen(customer.client);
    // Ends the connection that listens; meanwhile messages come in.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'shop notifications' and datname = current_database()`.execute(shop.db);
    await answer(admin, id, '끊긴 동안 보낸 답변');
    await reader.until(({ name, data }) => name === 'message' && data.seq === 2);
    // As by a process that ended between its commit and its notification.
    await shop.db
      .updateTable('conversations')
      .set({ last_seq: 9, changed_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute();
    await reader.until(({ name, data }) => name === 'message' && data.seq === 9);
    await shop.db.updateTable('conversations').set({ last_seq: 2 }).where('id', '=', id).execute();
    expect((await readThread(customer, id)).map(({ seq }) => seq)).toEqual([1, 2]);
  });
});

describe('a stream', () => {
  it('ends when its client does not read, before it uses memory, and the client catches up', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const cookie = [...customer.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { hostname, port } = new URL(shop.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => {});
    slow.write(`GET /api/events HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`);
    await once(slow, 'data');
    slow.pause();
    const { streams } = shop.deps;
    const data = { conversation_id: id, by: 'staff', name: '가'.repeat(1000) } as const;
    let sent = 0;
    // All that the system itself keeps for the connection comes first: some megabytes.
    for (; streams.countOf(customer.user.id) > 0 && sent < 10_000; sent += 1) {
      streams.deliver({ name: 'typing', data, to: { users: [customer.user.id] } });
      if (sent % 10 === 0) await setImmediate();
    }
    expect(sent).toBeLessThan(10_000);
    for (const text of ['하나', '둘', '셋']) await answer(admin, id, text);
    slow.destroy();
    const again = await listen(customer.client);
    expect((await readThread(customer, id, '?after=1')).map(({ text }) => text)).toEqual(['하나', '둘', '셋']);
    await answer(admin, id, '넷');
    await again.until(({ data }) => data.seq === 5);
  });

  it('ends soon after its session, whatever its turn is, or after 15 minutes', async () => {
    const [stays, old] = [await buildCustomer(shop), await buildCustomer(shop)];
    const first = await listen(old.client);
    shop.clock.advance(15 * 60_000);
    const reader = await listen(stays.client);
    const ending = [];
    // Half of the turns: only some of them come up within these two seconds.
    for (let turn = 0; turn < 10; turn += 1) {
      const { client } = await buildCustomer(shop);
      ending.push({ client, ended: (await listen(client)).ended });
    }
    for (const { client } of ending) await client.post('/api/auth/logout');
    vi.advanceTimersByTime(2 * SECOND_MS);
    expect(await Promise.all(ending.map(({ ended }) => ended))).not.toContain(false);
    expect(await first.ended).toBe(true);
    const { id } = await openConversation(stays);
    await reader.until(({ data }) => data.conversation_id === id);
  });
});
