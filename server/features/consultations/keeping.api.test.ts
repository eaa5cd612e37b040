import { describe, expect, it } from 'vitest';
import { sendNotices } from '#server/features/notices/sending/send-notices.ts';
import { checkDataKeys, createDataKeys, readKeyRing } from '#server/lib/keys/data-keys.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { rotateKeys } from '#server/registry/rotate-keys.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, startTestApp, TEST_KEYS } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  type CustomerFixture,
  change,
  openConversation,
  readConversation,
  readThread,
  say,
  writeNote,
} from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { passMinute } from '#tests/support/jobs/acts.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { endHolds } from './holds/end-holds.ts';
import { sendConsultationNotices } from './notices/send-consultation-notices.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CANARY = 'canary-7391-쪽지';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function attach({ client }: { client: CustomerFixture['client'] }, text: string): Promise<number> {
  const { body, headers } = fileForm(Buffer.from(text), { filename: `${text}.txt` });
  return (await client.post('/api/attachments', body, { headers })).json().id;
}

async function mails(kind: string) {
  return shop.db.selectFrom('mails').select(['recipient', 'params']).where('kind', '=', kind).orderBy('id').execute();
}

describe('mails', () => {
  it('tell the customer of an unread reply after 5 minutes, once until it is read', async () => {
    const customer = await buildCustomer(shop, { email: 'reply@example.com' });
    const { id } = await openConversation(customer);
    const run = async () => {
      await sendConsultationNotices(shop.deps.consultations);
      await sendNotices(shop.deps.notices);
    };
    const sent = async () => (await mails('notice')).filter(({ recipient }) => recipient === 'reply@example.com');
    await answer(admin, id, '비밀 답변');
    shop.clock.advance(5 * MINUTE_MS - 1);
    await run();
    expect(await sent()).toEqual([]);
    shop.clock.advance(1);
    await Promise.all([run(), run()]);
    const params = { notice: 'reply_waiting', values: { conversationId: id } };
    expect(await sent()).toEqual([{ recipient: 'reply@example.com', params }]);
    expect(await shop.db.selectFrom('notice_events').select(['kind', 'params', 'user_id']).execute()).toEqual([
      { kind: 'reply_waiting', params: { conversationId: id }, user_id: customer.user.id },
    ]);
    await answer(admin, id, '하나 더');
    shop.clock.advance(10 * MINUTE_MS);
    await run();
    expect(await sent()).toHaveLength(1);
    await customer.client.put(`/api/consultations/${id}/read`, { seq: 99 });
    await answer(admin, id, '읽은 뒤');
    await customer.client.put(`/api/consultations/${id}/read`, { seq: 99 });
    shop.clock.advance(10 * MINUTE_MS);
    await run();
    expect(await sent()).toHaveLength(1);
    await answer(admin, id, '다시 안 읽음');
    shop.clock.advance(5 * MINUTE_MS);
    await run();
    expect(await sent()).toHaveLength(2);
  });

  it('tell the assignee, or all administrators, of a message that waits 10 minutes in office hours', async () => {
    const colleague = await shop.buildUser({ role: 'admin', email: 'colleague@example.com' });
    await shop.buildUser({ role: 'admin', email: 'orders-only@example.com', permissions: ['orders'] });
    const at = new Date('2027-03-05T17:55:00+09:00');
    shop.clock.set(at);
    await admin.client.as(admin.user);
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const assigned = await openConversation(customer);
    await change(admin, assigned.id, { assignee_id: colleague.id });
    const answered = await openConversation(customer);
    await answer(admin, answered.id, '답변');
    const run = () => sendConsultationNotices(shop.deps.consultations);
    const sent = async () =>
      (await mails('consultation_waiting')).map(({ recipient, params }) => [
        recipient,
        (params as { conversationId: number }).conversationId,
      ]);
    await run();
    await shop.db.deleteFrom('mails').where('kind', '=', 'consultation_waiting').execute();
    // The weekend does not count: Monday, five minutes after the desk opens.
    shop.clock.set(new Date('2027-03-08T09:04:59+09:00'));
    await run();
    expect(await sent()).toEqual([]);
    shop.clock.set(new Date('2027-03-08T09:05:00+09:00'));
    await Promise.all([run(), run()]);
    const all = await sent();
    expect(all).toContainEqual(['colleague@example.com', id]);
    expect(all).toContainEqual([admin.user.email, id]);
    expect(all.map(([recipient]) => recipient)).not.toContain('orders-only@example.com');
    expect(all.filter(([, conversation]) => conversation === assigned.id)).toEqual([
      ['colleague@example.com', assigned.id],
    ]);
    expect(all.filter(([, conversation]) => conversation === answered.id)).toEqual([]);
    expect(JSON.stringify(await mails('consultation_waiting'))).not.toContain('안녕하세요');
  });
});

it('customers cause 30 mails a day to an administrator; a message that waits longer is mailed the next day', async () => {
  await admin.client.as(admin.user);
  await shop.db.deleteFrom('mails').execute();
  await endLimitWindows(shop.db);
  shop.clock.set(new Date('2027-04-05T10:00:00+09:00'));
  const conversations = new Set<number>();
  for (let count = 0; count < 2; count += 1) {
    const customer = await buildCustomer(shop);
    for (let time = 0; time < 18; time += 1) conversations.add((await openConversation(customer)).id);
  }
  const mailed = async () =>
    (await mails('consultation_waiting')).filter(({ recipient }) => recipient === admin.user.email);
  shop.clock.advance(10 * MINUTE_MS);
  await sendConsultationNotices(shop.deps.consultations);
  expect(await mailed()).toHaveLength(30);
  shop.clock.advance(DAY_MS);
  await endLimitWindows(shop.db);
  await sendConsultationNotices(shop.deps.consultations);
  const told = (await mailed()).map(({ params }) => (params as { conversationId: number }).conversationId);
  expect(new Set(told)).toEqual(conversations);
});

it('a hold ends with its day, with the status by the last author', async () => {
  await admin.client.as(admin.user);
  const customer = await buildCustomer(shop);
  const unanswered = await openConversation(customer);
  const answered = await openConversation(customer);
  await answer(admin, answered.id, '답변');
  const day = new Date(shop.clock.now().getTime() + DAY_MS + 9 * 60 * MINUTE_MS).toISOString().slice(0, 10);
  for (const { id } of [unanswered, answered]) await change(admin, id, { status: 'on_hold', hold_until: day });
  await endHolds(shop.deps.consultations);
  expect((await readConversation(customer, answered.id)).status).toBe('on_hold');
  shop.clock.advance(DAY_MS);
  await Promise.all([endHolds(shop.deps.consultations), endHolds(shop.deps.consultations)]);
  expect(await readConversation(customer, unanswered.id)).toMatchObject({ status: 'waiting', hold_until: null });
  expect(await readConversation(customer, answered.id)).toMatchObject({ status: 'answered', hold_until: null });
  expect((await readThread(customer, answered.id)).map(({ event }) => event)).toEqual([
    null,
    null,
    'on_hold',
    'hold_over',
  ]);
});

describe('an order', () => {
  it('shows its conversation and documents, and no file of a note', async () => {
    await admin.client.as(admin.user);
    const customer = await buildCustomer(shop);
    const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
    const detail = async () => (await customer.client.get(`/api/orders/${order.id}`)).json();
    expect(await detail()).toMatchObject({ conversation_id: null, documents: [] });
    const mine = await attach(customer, '진단서');
    const { id } = await openConversation(customer, { order_id: order.id, attachment_ids: [mine] });
    const theirs = await attach(admin, '답변서');
    await answer(admin, id, '보냅니다', { attachment_ids: [theirs] });
    await writeNote(admin, id, '내부', { attachment_ids: [await attach(admin, '내부 자료')] });
    const { conversation_id, documents } = await detail();
    expect(conversation_id).toBe(id);
    expect(documents).toMatchObject([
      { id: mine, filename: '진단서.txt', from: 'customer', scan: 'off' },
      { id: theirs, filename: '답변서.txt', from: 'staff', created_at: expect.stringMatching(/Z$/) },
    ]);
    expect(documents).toHaveLength(2);
  });

  it('shows the newest 200 of its documents', { timeout: 60_000 }, async () => {
    await admin.client.as(admin.user);
    const customer = await buildCustomer(shop);
    const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
    const first = await attach(customer, '처음');
    const { id } = await openConversation(customer, { order_id: order.id, attachment_ids: [first] });
    const sent: number[] = [];
    while (sent.length < 200) {
      const attachment_ids: number[] = [];
      for (let count = 0; count < 10; count += 1) attachment_ids.push(await attach(admin, '자료'));
      await answer(admin, id, '보냅니다', { attachment_ids });
      sent.push(...attachment_ids);
    }
    const seen = await customer.client.get(`/api/orders/${order.id}`);
    expect(seen.json()).toMatchObject({ documents: sent.map((document) => ({ id: document })) });
  });

  it('gets an event in its conversation, which is made where there is none', async () => {
    const customer = await buildCustomer(shop);
    const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
    await admin.client.as(admin.user);
    const path = `/api/admin/orders/${order.id}/steps`;
    for (const title of ['서류 접수', '검토']) await admin.client.post(path, { title, is_done: true });
    await passMinute(shop);
    const { conversation_id: id } = (await customer.client.get(`/api/orders/${order.id}`)).json();
    const fresh = { status: 'answered', order_id: order.id, unread: 0, last_message: null, last_seq: 2 };
    const conversation = await readConversation(customer, id);
    expect(conversation).toMatchObject({ ...fresh, subject: `주문 ${order.order_number}` });
    expect((await readThread(customer, id)).map(({ seq, event, text }) => [seq, event, text])).toEqual([
      [1, 'step_done', '‘서류 접수’ 단계를 마쳤습니다.'],
      [2, 'step_done', '‘검토’ 단계를 마쳤습니다.'],
    ]);
  });
});

it('a private note is in no response to a customer', async () => {
  await admin.client.as(admin.user);
  const customer = await buildCustomer(shop, { email: 'canary@example.com' });
  const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  const { id } = await openConversation(customer, { order_id: order.id });
  await writeNote(admin, id, CANARY, { attachment_ids: [await attach(admin, CANARY)] });
  await answer(admin, id, '답변');
  await say(customer, id, '네');
  shop.clock.advance(30 * MINUTE_MS);
  await sendConsultationNotices(shop.deps.consultations);
  const seen: string[] = [];
  for (const url of [
    '/api/consultations',
    `/api/consultations/${id}`,
    `/api/consultations/${id}/messages`,
    `/api/consultations/${id}/messages?after=0`,
    `/api/consultations/${id}/messages?before=99`,
    `/api/orders/${order.id}`,
    '/api/orders/my',
    '/api/auth/personal-data',
    '/api/auth/my',
  ]) {
    const response = await customer.client.get(url);
    expect(response.statusCode, url).toBe(200);
    seen.push(response.body);
  }
  seen.push(JSON.stringify(await shop.db.selectFrom('mails').selectAll().execute()));
  expect(seen.join('\n')).not.toMatch(/canary-7391/);
});

describe('personal data', () => {
  it('lists conversations with their texts, and files by name, size and hash', async () => {
    await admin.client.as(admin.user);
    const customer = await buildCustomer(shop);
    const file = await attach(customer, '진단서');
    const { id } = await openConversation(customer, { subject: '내 문의', text: '내 말', attachment_ids: [file] });
    await answer(admin, id, '답변입니다.');
    expect((await customer.client.get('/api/auth/personal-data')).json()).toMatchObject({
      conversations: [
        {
          id,
          subject: '내 문의',
          status: 'answered',
          messages: [
            { seq: 1, author: 'customer', text: '내 말', files: [file] },
            { seq: 2, author: 'staff', text: '답변입니다.', files: [] },
          ],
        },
      ],
      files: [{ id: file, filename: '진단서.txt', size: 9, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
  });
});

describe('what is deleted, and when', () => {
  const inYears = (years: number, since: Date) => {
    const at = new Date(since);
    at.setUTCFullYear(at.getUTCFullYear() + years);
    return at.getTime();
  };
  const exists = async (id: number) =>
    (await shop.db.selectFrom('conversations').select('id').where('id', '=', id).execute()).length === 1;

  it.each(['waiting', 'answered', 'on_hold', 'closed'] as const)(
    'a conversation that is %s goes a year after its last activity, with its files',
    async (status) => {
      await admin.client.as(admin.user);
      const customer = await buildCustomer(shop);
      const unpaid = await shop.buildOrder({ user: customer.user, status: 'cancelled' });
      const { id } = await openConversation(customer, { attachment_ids: [await attach(customer, '글')] });
      const ofUnpaid = await openConversation(customer, { order_id: unpaid.id });
      const lasting = await openConversation(customer);
      const hold = status === 'on_hold' ? { hold_until: '2199-01-01' } : {};
      if (status !== 'waiting') {
        for (const one of [id, ofUnpaid.id]) await change(admin, one, { status, ...hold });
      }
      const over = inYears(1, shop.clock.now());
      shop.clock.advance(DAY_MS);
      await customer.client.as(customer.user);
      await say(customer, lasting.id, '이어서 묻습니다');
      await applyRetention(shop.db, new Date(over - DAY_MS / 2));
      expect([await exists(id), await exists(ofUnpaid.id)]).toEqual([true, true]);
      await applyRetention(shop.db, new Date(over + DAY_MS / 2));
      expect([await exists(id), await exists(ofUnpaid.id), await exists(lasting.id)]).toEqual([false, false, true]);
      const files = shop.db.selectFrom('attachments').select('id').where('owner_id', '=', customer.user.id);
      expect(await files.execute()).toEqual([]);
    },
  );

  it.each(['waiting', 'closed'] as const)(
    'a conversation of a paid order that is %s goes five years after the payment, with its files',
    async (status) => {
      await admin.client.as(admin.user);
      const customer = await buildCustomer(shop);
      const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
      const attachment_ids = [await attach(customer, '글')];
      const { id } = await openConversation(customer, { order_id: order.id, attachment_ids });
      if (status === 'closed') await change(admin, id, { status });
      const paid_at = shop.clock.now();
      await shop.db.updateTable('orders').set({ paid_at }).where('id', '=', order.id).execute();
      const over = inYears(5, paid_at);
      await applyRetention(shop.db, new Date(over - DAY_MS));
      expect(await exists(id)).toBe(true);
      await applyRetention(shop.db, new Date(over + DAY_MS));
      expect(await exists(id)).toBe(false);
      const files = shop.db.selectFrom('attachments').select('id').where('owner_id', '=', customer.user.id);
      expect(await files.execute()).toEqual([]);
    },
  );

  it("closing an account deletes all but the conversations of paid orders, which go with the buyer's data", async () => {
    await admin.client.as(admin.user);
    const customer = await buildCustomer(shop, { password: 'secret-12345' });
    const paid = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
    const unpaid = await shop.buildOrder({ user: customer.user, status: 'cancelled' });
    const plain = await openConversation(customer);
    const ofUnpaid = await openConversation(customer, { order_id: unpaid.id });
    const ofPaid = await openConversation(customer, { order_id: paid.id });
    await attach(customer, '안 보낸 것');
    const closed = await customer.client.post('/api/auth/close', { password: 'secret-12345' });
    expect(closed.statusCode, closed.body).toBe(200);
    expect([await exists(plain.id), await exists(ofUnpaid.id), await exists(ofPaid.id)]).toEqual([false, false, true]);
    const kept = shop.db.selectFrom('conversations').select('status').where('id', '=', ofPaid.id);
    expect(await kept.execute()).toEqual([{ status: 'closed' }]);
    const files = shop.db.selectFrom('attachments').select('id').where('owner_id', '=', customer.user.id);
    expect(await files.execute()).toEqual([]);
    await applyRetention(shop.db, shop.clock.now());
    expect(await exists(ofPaid.id)).toBe(true);
    const later = new Date(shop.clock.now().getTime() + 6 * 366 * DAY_MS);
    await applyRetention(shop.db, later);
    await applyRetention(shop.db, later);
    expect(await exists(ofPaid.id)).toBe(false);
  });
});

describe('keys', () => {
  it('rotate: everything is under the new key, is found and read, and the old key can go', async () => {
    const fresh = await startTestApp();
    try {
      const people = await buildAdmin(fresh);
      const customer = await buildCustomer(fresh);
      const { body, headers } = fileForm(Buffer.from('오래된 글'));
      const file = (await customer.client.post('/api/attachments', body, { headers })).json();
      const { id } = await openConversation(customer, {
        subject: '오래된 제목',
        text: '오래된 내용 02-3478',
        attachment_ids: [file.id],
      });
      await writeNote(people, id, '오래된 메모');
      const next = newDataKey();
      const ring = readKeyRing(`${next},${TEST_KEYS.DATA_KEYS}`);
      const alone = readKeyRing(next);
      await expect(checkDataKeys(fresh.db, alone)).rejects.toThrow(/DATA_KEYS: the key "test" is missing/);
      await expect(
        checkDataKeys(fresh.db, readKeyRing(`test:${Buffer.alloc(32, 9).toString('base64')}`)),
      ).rejects.toThrow(/another key/);
      expect(await rotateKeys(fresh.db, ring)).toMatchObject({
        'conversations.subject': 1,
        'conversation_messages.text': 1,
        'conversation_notes.text': 1,
        'attachments.filename': 1,
        'attachments.file_key': 1,
        'attachments.sha256': 1,
      });
      expect(Object.values(await rotateKeys(fresh.db, ring)).every((count) => count === 0)).toBe(true);
      await checkDataKeys(fresh.db, alone);
      Object.assign(fresh.deps.dataKeys, createDataKeys(fresh.db, alone, fresh.deps.log));
      expect((await readThread(customer, id))[0]).toMatchObject({ text: '오래된 내용 02-3478' });
      expect((await customer.client.get(`/api/attachments/${file.id}`)).body).toBe('오래된 글');
      const expectFound = async () => {
        for (const q of ['오래된 제목', '오래된 내용', '02-34', '오래된 메모']) {
          const found = await people.client.get(`/api/admin/consultations?q=${encodeURIComponent(q)}`);
          expect(found.json(), q).toMatchObject([{ id }]);
        }
      };
      await expectFound();
    } finally {
      await fresh.close();
    }
  });
});
