import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  openConversation,
  readConversation,
  readEntries,
  readThread,
  say,
  writeNote,
} from '#tests/support/app/consultations.ts';
import { untilLockWait } from '#tests/support/app/lock-waits.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

it('answers with the message or note as it is listed', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const asked = await say(customer, id, '추가로 여쭙니다');
  expect((await readThread(customer, id)).at(-1)).toEqual(asked);
  for (const write of [answer, writeNote]) {
    const written = await write(admin, id, '확인했습니다');
    expect((await readEntries(admin, id)).at(-1)).toEqual(written);
  }
});

it('counts characters as people do, also those of two halves', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  for (const length of [2500, 4000]) {
    const emoji = '😀'.repeat(length);
    expect((await say(customer, id, emoji)).text).toBe(emoji);
  }
  const body = { text: '😀'.repeat(4001), client_id: randomUUID() };
  expectError(await customer.client.post(`/api/consultations/${id}/messages`, body), 400, 'VALIDATION_FAILED');
});

it('decides under the lock when the conversation changes meanwhile', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const { sending } = await shop.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('conversations')
      .set({ status: 'on_hold', hold_until: '2099-12-01', version: 2 })
      .where('id', '=', id)
      .execute();
    const sending = say(customer, id, '그 사이에 보낸 글');
    await untilLockWait(shop);
    return { sending };
  });
  expect(await sending).toMatchObject({ seq: 2 });
  expect(await readConversation(customer, id)).toMatchObject({ status: 'waiting', version: 3, last_seq: 2 });
});

it('takes exactly as many messages as the limit, sent at once to several conversations', async () => {
  const customer = await buildCustomer(shop);
  const conversations = await Promise.all([1, 2, 3].map(() => openConversation(customer)));
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, at) =>
      customer.client.post(`/api/consultations/${conversations[at % 3]?.id}/messages`, {
        client_id: randomUUID(),
        text: `글 ${at}`,
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(30);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6);
  const lengths = await Promise.all(conversations.map(async ({ id }) => (await readThread(customer, id)).length));
  expect(lengths.reduce((sum, length) => sum + length)).toBe(33);
});

it('takes ten times the messages of a minute in a day, those that open conversations included', async () => {
  const small = await startTestApp({ limits: { messagesPerMinute: 2 } });
  try {
    const customer = await buildCustomer(small);
    const { id } = await openConversation(customer);
    for (let sent = 1; sent < 20; sent += 1) {
      if (sent % 2 === 0) await endLimitWindows(small.db, 60_000);
      await say(customer, id, `메시지 ${sent}`);
    }
    await endLimitWindows(small.db, 60_000);
    const body = { client_id: randomUUID(), text: '하나 더' };
    const refused = await customer.client.post(`/api/consultations/${id}/messages`, body);
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    const another = await customer.client.post('/api/consultations', { ...body, subject: '다른 상담' });
    expectError(another, 429, 'TOO_MANY_REQUESTS');
    await openConversation(await buildCustomer(small));
    await endLimitWindows(small.db, 86_400_000);
    await say(customer, id, '하나 더');
  } finally {
    await small.close();
  }
});
