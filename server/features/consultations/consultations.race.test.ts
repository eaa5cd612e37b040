import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  buildCustomer,
  openConversation,
  readAsAdmin,
  readConversation,
  readEntries,
  readThread,
} from '#tests/support/app/consultations.ts';

const shop = await setUpTestApp({ limits: { messagesPerMinute: 0 } });
const admin = await buildAdmin(shop);

const range = (to: number) => Array.from({ length: to }, (_, at) => at + 1);

describe('20 parallel writers', () => {
  it('leave numbers without gaps, one row for each client_id, and exact unread counts', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const colleagues = await Promise.all(range(3).map(() => buildAdmin(shop)));
    const writers = range(20);
    const clientIds: string[] = [];
    await Promise.all(
      writers.map(async (writer) => {
        const colleague = colleagues[writer % 3] ?? admin;
        for (const turn of range(5)) {
          const body = { client_id: randomUUID(), text: `${writer}-${turn}` };
          clientIds.push(body.client_id);
          const send = () => {
            if (writer % 2 === 0) return customer.client.post(`/api/consultations/${id}/messages`, body);
            const kind = writer % 5 === 0 ? 'note' : 'message';
            return colleague.client.post(`/api/admin/consultations/${id}/messages`, { ...body, kind });
          };
          // Some are sent twice at once, as after a lost answer.
          const answers = await Promise.all(turn % 2 === 0 ? [send(), send()] : [send()]);
          expect(new Set(answers.map((response) => response.json().id)).size).toBe(1);
          expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
          const seq = answers[0]?.json().seq;
          // Marks move while messages come in, backwards too.
          await customer.client.put(`/api/consultations/${id}/read`, { seq: Math.max(0, seq - (turn % 3)) });
          await colleague.client.put(`/api/admin/consultations/${id}/read`, { seq: Math.max(0, seq - 4) });
        }
      }),
    );
    const entries = await readEntries(admin, id, '?limit=200');
    const messages = entries.filter(({ note }) => note === 0);
    const notes = entries.filter(({ note }) => note > 0);
    expect(messages.map(({ seq }) => seq)).toEqual(range(91));
    expect(notes.map(({ note }) => note)).toEqual(range(10));
    expect(new Set(entries.map(({ client_id }) => client_id))).toEqual(
      new Set([...clientIds, messages[0]?.client_id ?? null]),
    );
    expect(await readThread(customer, id, '?limit=200')).toHaveLength(91);
    const own = await readConversation(customer, id);
    const beyond = (mark: number, kind: string) =>
      messages.filter(({ seq, author }) => seq > mark && author.kind === kind).length;
    expect(own.unread).toBe(beyond(own.customer_read_seq, 'staff'));
    for (const colleague of colleagues) {
      const mark = await shop.db
        .selectFrom('conversation_reads')
        .select('seq')
        .where('conversation_id', '=', id)
        .where('user_id', '=', colleague.user.id)
        .executeTakeFirstOrThrow();
      expect((await readAsAdmin(colleague, id)).unread).toBe(beyond(mark.seq, 'customer'));
    }
  });
});

describe('send and close at once', () => {
  it('ends with a closed conversation whose last entry is the event, or an open one whose last is the message', async () => {
    const customer = await buildCustomer(shop);
    for (const _ of range(8)) {
      const { id } = await openConversation(customer);
      const [sent, closed] = await Promise.all([
        customer.client.post(`/api/consultations/${id}/messages`, { client_id: randomUUID(), text: '마지막' }),
        admin.client.put(`/api/admin/consultations/${id}`, { status: 'closed', version: 1 }),
      ]);
      expect([sent.statusCode, closed.statusCode]).toEqual([201, 200]);
      const [last] = (await readThread(customer, id)).slice(-1);
      const { status } = await readConversation(customer, id);
      expect(status).toBe(last?.kind === 'event' ? 'closed' : 'waiting');
    }
  });
});

describe('two assign at once', () => {
  it('one wins, the other gets 409', async () => {
    const customer = await buildCustomer(shop);
    const other = await buildAdmin(shop);
    for (const _ of range(5)) {
      const { id } = await openConversation(customer);
      const answers = await Promise.all(
        [admin, other].map(({ client, user }) =>
          client.put(`/api/admin/consultations/${id}`, { assignee_id: user.id, version: 1 }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect((await readThread(customer, id)).filter(({ kind }) => kind === 'event')).toHaveLength(1);
    }
  });
});
