import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import { transaction } from '#server/db/transaction.ts';
import type { AdminNotice } from '#shared/features/notices/admin-schemas.ts';
import { NOTICE_KINDS, type NoticeChannel, type NoticeKind } from '#shared/rules/notices/notices.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { buildStaff } from '#tests/support/app/staff.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { startAlimtalkServer } from '#tests/support/providers/alimtalk-server.ts';
import { startSolapiServer } from '#tests/support/providers/solapi-server.ts';
import type { MessageGateway } from './gateways/message-gateway.ts';
import { queueNotice } from './queue-notice.ts';
import { sendNotices } from './sending/send-notices.ts';

const MINUTE_MS = 60_000;
/** A Monday afternoon in Korea. */
const NOON = new Date('2026-11-23T04:00:00Z');
const codeOf = (kind: NoticeKind) => `T_${kind}`;
/** This kind has no approved template. */
const WITHOUT_TEMPLATE: NoticeKind = 'contacted';

const clock = createTestClock(NOON);
let buyers = 0;
const keys = { clientKey: 'client', secretKey: 'secret', senderKey: 'sender', webhookSecret: 'report-secret' };
const kinds = NOTICE_KINDS.filter((kind) => kind !== WITHOUT_TEMPLATE);
const alimtalk = await startAlimtalkServer({
  ...keys,
  templates: Object.fromEntries(kinds.map((kind) => [codeOf(kind), NOTICE_TEMPLATES[kind].text])),
});
const solapi = await startSolapiServer({
  apiKey: 'solapi-key',
  apiSecret: 'solapi-secret',
  senders: ['0200000000'],
  now: clock.now,
});
const shop = await setUpTestApp({
  clock,
  env: {
    BOOTPAY_CLIENT_KEY: keys.clientKey,
    BOOTPAY_SECRET_KEY: keys.secretKey,
    BOOTPAY_ALIMTALK_SENDER_KEY: keys.senderKey,
    BOOTPAY_ALIMTALK_WEBHOOK_SECRET: keys.webhookSecret,
    BOOTPAY_COMMERCE_URL: alimtalk.url,
    ALIMTALK_TEMPLATES: kinds.map((kind) => `${kind}:${codeOf(kind)}`).join(','),
    SOLAPI_API_KEY: 'solapi-key',
    SOLAPI_API_SECRET: 'solapi-secret',
    SOLAPI_SENDER: '02-0000-0000',
    SOLAPI_API_URL: solapi.url,
    SMS_HOURLY_LIMIT: '5',
    METRICS_TOKEN,
  },
});
const staff = await buildStaff(shop);
const metrics = createMetricsReader(shop);
afterAll(async () => {
  await alimtalk.close();
  await solapi.close();
});

beforeEach(async () => {
  alimtalk.clear();
  solapi.clear();
  await shop.db.deleteFrom('notice_events').execute();
  await shop.db.deleteFrom('rate_limits').execute();
  clock.set(NOON);
});

type Buyer = { user: User; orderId: number; to: string };

/** A buyer with a number of their own, and an order. */
async function createBuyer(wishes: Partial<Pick<User, 'phone' | 'email'>> = {}): Promise<Buyer> {
  buyers += 1;
  const phone = `010${String(10_000_000 + buyers)}`;
  const user = await shop.buildUser({ phone, email: `b${buyers}@example.com`, ...wishes });
  const { id } = await shop.buildOrder({ user });
  return { user, orderId: id, to: user.phone };
}

/** Records an event with every value that a text may need. */
function queue(kind: NoticeKind, { user, orderId }: Buyer, eventKey?: string) {
  const account = { bankName: '국민은행', accountNumber: '123-456', holder: '법무법인 본보기', priceWon: 350_000 };
  const params = { ...account, at: NOON.toISOString(), slot: '11월 24일(화) 10:00~12:00' };
  return transaction(shop.db, (trx) => queueNotice(trx, { kind, userId: user.id, orderId, params, eventKey }));
}

const run = () => sendNotices(shop.deps.notices);
async function runAfter(ms: number): Promise<void> {
  clock.advance(ms);
  await run();
}

/** Channels and states of a buyer's notices, in the order in which they were made. */
async function statesOf({ user }: Buyer): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('notices')
    .innerJoin('notice_events', 'notice_events.id', 'notices.event_id')
    .select(['notices.channel', 'notices.state'])
    .where('notice_events.user_id', '=', user.id)
    .orderBy('notices.id')
    .execute();
  return rows.map(({ channel, state }) => `${channel} ${state}`);
}
const kakaoTo = (buyer: Buyer) => alimtalk.sent().filter(({ to }) => to === buyer.to);
const smsTo = (buyer: Buyer) => solapi.sent().filter(({ to }) => to === buyer.to);
const mailsTo = ({ user }: Buyer) => listMails(shop, user.email);

describe('a notice', () => {
  it.each(NOTICE_KINDS.filter((kind) => kind !== WITHOUT_TEMPLATE))('of kind %s goes by KakaoTalk', async (kind) => {
    const buyer = await createBuyer();
    await queue(kind, buyer);
    await run();
    expect(kakaoTo(buyer)).toMatchObject([{ template_code: codeOf(kind), fallback: false }]);
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect((await statesOf(buyer))[0]).toBe('kakao delivered');
    expect(smsTo(buyer)).toEqual([]);
  });

  it.each(NOTICE_KINDS)('of kind %s names no service by SMS and in the subject of its mail', async (kind) => {
    const buyer = await createBuyer();
    const { service_title } = await shop.db
      .selectFrom('orders')
      .select('orders.service_title')
      .where('orders.id', '=', buyer.orderId)
      .executeTakeFirstOrThrow();
    await buyerClient(buyer, { kakao: false, email: true }, kind);
    await queue(kind, buyer);
    await run();
    solapi.deliverAll();
    await runAfter(MINUTE_MS);
    const [sms] = smsTo(buyer);
    expect(sms).toMatchObject({ from: '0200000000', statusCode: '4000' });
    expect(sms?.text).not.toContain(service_title);
    expect(sms?.text).not.toContain('#{');
    // The cause of a login notice queues its own mail.
    const hasMail = kind !== 'new_device_login';
    for (const { subject } of await mailsTo(buyer)) expect(subject).not.toContain(service_title);
    expect(await statesOf(buyer)).toEqual(hasMail ? ['sms delivered', 'email queued'] : ['sms delivered']);
  });

  it('without an approved template goes by SMS', async () => {
    const buyer = await createBuyer();
    await queue(WITHOUT_TEMPLATE, buyer);
    await run();
    expect(await statesOf(buyer)).toEqual(['sms sent']);
  });

  it('goes by mail to an account without a mobile number, even where mail is switched off', async () => {
    const buyer = await createBuyer({ phone: '0212345678' });
    await queue('step_done', buyer);
    await run();
    expect(await statesOf(buyer)).toEqual(['email queued']);
    expect(await mailsTo(buyer)).toMatchObject([{ kind: 'notice' }]);
  });

  it('is sent once however often its event is recorded and the job runs', async () => {
    const buyer = await createBuyer();
    for (let time = 0; time < 3; time += 1) await queue('step_done', buyer, `step:${buyer.orderId}`);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(kakaoTo(buyer)).toHaveLength(1);
    expect(await statesOf(buyer)).toEqual(['kakao sent']);
  });

  it('about a step waits for the morning; one about money does not', async () => {
    clock.set(new Date('2026-11-23T13:00:00Z'));
    const [step, money] = [await createBuyer(), await createBuyer()];
    await queue('step_done', step);
    await queue('paid', money);
    await run();
    expect([kakaoTo(step).length, kakaoTo(money).length]).toEqual([0, 1]);
    clock.set(new Date('2026-11-23T22:59:00Z'));
    await run();
    expect(kakaoTo(step)).toEqual([]);
    await runAfter(MINUTE_MS);
    expect(kakaoTo(step)).toHaveLength(1);
  });

  it('goes to the number that the account has when it is sent', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await shop.db.updateTable('users').set({ phone: '01099998888' }).where('users.id', '=', buyer.user.id).execute();
    await run();
    expect(kakaoTo(buyer)).toEqual([]);
    expect(alimtalk.sent().filter(({ to }) => to === '01099998888')).toHaveLength(1);
  });
});

describe('a notice that KakaoTalk does not deliver', () => {
  it('goes by SMS when the number has no KakaoTalk', async () => {
    const buyer = await createBuyer();
    alimtalk.answerOf(buyer.to, '3104');
    await queue('step_done', buyer);
    await run();
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    await run();
    expect(await statesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
    expect(smsTo(buyer)).toHaveLength(1);
  });

  it('goes by SMS after three minutes without a delivery', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await run();
    await runAfter(2 * MINUTE_MS);
    expect(await statesOf(buyer)).toEqual(['kakao sent']);
    await runAfter(MINUTE_MS);
    await run();
    expect(await statesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
  });

  it('goes by SMS when the template is refused, and by mail when the SMS is refused as well', async () => {
    const buyer = await createBuyer();
    alimtalk.revoke(codeOf('work_started'));
    solapi.answerOf(buyer.to, '3059');
    await queue('work_started', buyer);
    await run();
    await run();
    expect(await statesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
    solapi.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statesOf(buyer)).toEqual(['kakao replaced', 'sms replaced', 'email queued']);
  });

  it('stays with KakaoTalk and mail where SMS is switched off', async () => {
    const buyer = await createBuyer();
    alimtalk.answerOf(buyer.to, '3107');
    await buyerClient(buyer, { sms: false }, 'step_done');
    await queue('step_done', buyer);
    await run();
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statesOf(buyer)).toEqual(['kakao replaced', 'email queued']);
    expect(smsTo(buyer)).toEqual([]);
  });

  it.each(['busy', 'limited'] as const)('goes by SMS within four minutes of an outage (%s)', async (how) => {
    const buyer = await createBuyer();
    alimtalk.fail(how);
    await queue('step_done', buyer);
    for (let minute = 0; minute < 4; minute += 1) await runAfter(minute === 0 ? 0 : MINUTE_MS);
    await run();
    expect(await statesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
  });
});

describe('a lost answer', () => {
  it('of KakaoTalk never becomes a second message, on either channel', async () => {
    const buyer = await createBuyer();
    alimtalk.fail('drop', { path: /POST .*send/, times: 1 });
    await queue('step_done', buyer);
    await run();
    expect(await statesOf(buyer)).toEqual(['kakao queued']);
    await runAfter(MINUTE_MS);
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statesOf(buyer)).toEqual(['kakao delivered']);
    expect(kakaoTo(buyer)).toHaveLength(1);
    expect(smsTo(buyer)).toEqual([]);
  });

  it.each([
    ['of opening the group', /POST \/messages\/v4\/groups$/],
    ['of adding the message', /PUT /],
    ['of sending the group', /POST .*\/send$/],
    ['of reading the group', /GET .*groups/],
  ])('%s never becomes a second SMS', async (_step, path) => {
    const buyer = await createBuyer();
    await buyerClient(buyer, { kakao: false }, 'step_done');
    solapi.fail('drop', { path, times: 1 });
    await queue('step_done', buyer);
    await run();
    for (let minute = 0; minute < 5; minute += 1) await runAfter(MINUTE_MS);
    solapi.deliverAll();
    await runAfter(15 * MINUTE_MS);
    expect(smsTo(buyer)).toHaveLength(1);
    expect(await statesOf(buyer)).toEqual(['sms delivered']);
  });

  it('of a process that died after sending is resolved before another channel is tried', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    const { gateways } = shop.deps.notices;
    const { kakao } = gateways;
    if (!kakao) throw new Error('KakaoTalk is set up in this test');
    // The process ends right after the provider took the message: nothing more is written.
    const dying: MessageGateway = {
      ...kakao,
      async send(...message) {
        await kakao.send(...message);
        throw new Error('the process died');
      },
    };
    const dead = sendNotices({ ...shop.deps.notices, gateways: { ...gateways, kakao: dying } });
    await expect(dead).rejects.toThrow('the process died');
    alimtalk.fail('limited');
    for (let minute = 0; minute < 6; minute += 1) await runAfter(MINUTE_MS);
    expect(await statesOf(buyer)).toEqual(['kakao queued']);
    alimtalk.clear();
    alimtalk.deliverAll();
    await runAfter(15 * MINUTE_MS);
    expect(await statesOf(buyer)).toEqual(['kakao delivered']);
    expect(kakaoTo(buyer)).toHaveLength(1);
    expect(smsTo(buyer)).toEqual([]);
  });
});

describe('an outage of both channels for an hour', () => {
  it('loses nothing and doubles nothing', async () => {
    const buyersAway = await Promise.all([createBuyer(), createBuyer(), createBuyer()]);
    alimtalk.fail('limited');
    solapi.fail('limited');
    for (const buyer of buyersAway) await queue('step_done', buyer);
    for (let minute = 0; minute < 60; minute += 5) await runAfter(5 * MINUTE_MS);
    alimtalk.clear();
    solapi.clear();
    for (let minute = 0; minute < 40; minute += 10) await runAfter(10 * MINUTE_MS);
    for (const buyer of buyersAway) {
      expect(await statesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
      expect(smsTo(buyer)).toHaveLength(1);
    }
  });
});

describe('the hourly limit of SMS', () => {
  it('holds notices back until the next hour and raises an alarm', async () => {
    const crowd = await Promise.all(Array.from({ length: 7 }, () => createBuyer()));
    for (const buyer of crowd) {
      await buyerClient(buyer, { kakao: false }, 'step_done');
      await queue('step_done', buyer);
    }
    await run();
    const sent = () => crowd.filter((buyer) => smsTo(buyer).length > 0).length;
    expect(sent()).toBe(5);
    expect(await metrics.value('shop_sms_limited')).toBe(1);
    await runAfter(30 * MINUTE_MS);
    expect(sent()).toBe(5);
    await runAfter(31 * MINUTE_MS);
    expect(sent()).toBe(7);
    expect(await metrics.value('shop_sms_limited')).toBe(0);
  });
});

describe('reports of the providers', () => {
  async function sentSms(): Promise<Buyer> {
    const buyer = await createBuyer();
    await buyerClient(buyer, { kakao: false }, 'step_done');
    await queue('step_done', buyer);
    await run();
    return buyer;
  }
  const provider = {
    post: (path: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
      fetch(`${shop.url}${path}`, { method: 'POST', body, headers }),
  };

  it('of KakaoTalk make the state be read at once, but are not believed', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await run();
    const early = alimtalk.reportOf(buyer.to, clock.now());
    expect((await provider.post('/api/bootpay/alimtalk-webhook', early)).status).toBe(200);
    await run();
    expect(await statesOf(buyer)).toEqual(['kakao sent']);
    alimtalk.deliverAll();
    expect(
      (await provider.post('/api/bootpay/alimtalk-webhook', alimtalk.reportOf(buyer.to, clock.now()))).status,
    ).toBe(200);
    await run();
    expect(await statesOf(buyer)).toEqual(['kakao delivered']);
  });

  it('of KakaoTalk are refused with a wrong signature, without one, and when older than five minutes', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await run();
    const good = alimtalk.reportOf(buyer.to, clock.now());
    const refused = [
      alimtalk.reportOf(buyer.to, clock.now(), 'another-secret'),
      { ...good, headers: { 'content-type': 'application/json' } },
      { ...good, body: `${good.body} ` },
      alimtalk.reportOf(buyer.to, new Date(clock.now().getTime() - 5 * MINUTE_MS - 1000)),
    ];
    for (const report of refused) {
      const response = await provider.post('/api/bootpay/alimtalk-webhook', report);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'REPORT_REFUSED' });
    }
  });

  it('of SMS make the state be read at once', async () => {
    const buyer = await sentSms();
    solapi.deliverAll();
    expect((await provider.post('/api/solapi/webhook', solapi.reportOf(buyer.to))).status).toBe(200);
    await run();
    expect(await statesOf(buyer)).toEqual(['sms delivered']);
  });

  it('of SMS are refused without the right token', async () => {
    const buyer = await sentSms();
    const { body, headers } = solapi.reportOf(buyer.to);
    const wrong = { ...headers, 'x-solapi-secret': '0'.repeat(40) };
    expect((await provider.post('/api/solapi/webhook', { body, headers: wrong })).status).toBe(401);
  });

  it.each(['not json', '[]', '{}', '[1,null,{"groupId":7}]', '{"data":null}'])(
    'with the body %s change nothing',
    async (body) => {
      const { headers } = solapi.reportOf('01000000000');
      expect((await provider.post('/api/solapi/webhook', { body, headers })).status).toBe(200);
    },
  );
});

describe('the list for administrators', () => {
  it('shows each notice with masked recipient, filters, and sends a failed one again', async () => {
    const buyer = await createBuyer({ email: '' });
    alimtalk.answerOf(buyer.to, '3104');
    await buyerClient(buyer, { sms: false }, 'step_done');
    await queue('step_done', buyer);
    await run();
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    const list = async (query: string): Promise<AdminNotice[]> =>
      (await staff.client.get(`/api/admin/notices${query}`)).json();
    expect(await metrics.value('shop_notices_failed')).toBe(1);
    const [failed] = await list('?state=failed&channel=kakao&kind=step_done');
    expect(failed).toMatchObject({
      ...{ order_id: buyer.orderId, state: 'failed', last_error: '3104', delivered_at: null },
      recipient: `010-****-${buyer.to.slice(-4)}`,
    });
    expect(await list('?state=delivered')).toEqual([]);
    expectError(await staff.client.get('/api/admin/notices?state=lost'), 400, 'VALIDATION_FAILED');
    alimtalk.answerOf(buyer.to, '');
    const resend = () => staff.client.post(`/api/admin/notices/${failed?.id}/resend`);
    expect((await resend()).json()).toMatchObject({ state: 'queued' });
    expectError(await resend(), 409, 'NOT_FAILED');
    expectError(await staff.client.post('/api/admin/notices/2147483647/resend'), 404, 'NOTICE_NOT_FOUND');
    await run();
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statesOf(buyer)).toEqual(['kakao delivered']);
    expect(await staff.audit('notice.resend')).toMatchObject([{ subject_id: String(failed?.id) }]);
  });
});

/** Changes the settings of one kind, and returns the buyer's browser. */
async function buyerClient(buyer: Buyer, channels: Partial<Record<NoticeChannel, boolean>>, kind: NoticeKind) {
  const client = await shop.client().as(buyer.user);
  const response = await client.put('/api/auth/notices', { kinds: { [kind]: channels } });
  expect(response.statusCode).toBe(200);
  return client;
}
