import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { codeOf, setUpNotices, WITHOUT_TEMPLATE } from '#tests/support/notices/notices.ts';
import { dropNotices } from './drop-notices.ts';
import type { MessageGateway } from './message-gateway.ts';
import { sendNotices } from './sending/send-notices.ts';

const MINUTE_MS = 60_000;
const {
  shop,
  clock,
  alimtalk,
  solapi,
  createBuyer,
  buyerClient,
  queue,
  run,
  runAfter,
  statusesOf,
  kakaoTo,
  smsTo,
  mailsTo,
} = await setUpNotices();

describe('a notice', () => {
  it.each(NOTICE_KINDS.filter((kind) => kind !== WITHOUT_TEMPLATE))('of kind %s goes by KakaoTalk', async (kind) => {
    const buyer = await createBuyer();
    await queue(kind, buyer);
    await run();
    expect(kakaoTo(buyer)).toMatchObject([{ template_code: codeOf(kind), fallback: false }]);
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect((await statusesOf(buyer))[0]).toBe('kakao delivered');
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
    expect(await statusesOf(buyer)).toEqual(hasMail ? ['sms delivered', 'email queued'] : ['sms delivered']);
  });

  it('without an approved template goes by SMS', async () => {
    const buyer = await createBuyer();
    await queue(WITHOUT_TEMPLATE, buyer);
    await run();
    expect(await statusesOf(buyer)).toEqual(['sms sent']);
  });

  it('goes by mail to an account without a mobile number, even where mail is switched off', async () => {
    const buyer = await createBuyer({ phone: '0212345678' });
    await queue('step_done', buyer);
    await run();
    expect(await statusesOf(buyer)).toEqual(['email queued']);
    expect(await mailsTo(buyer)).toMatchObject([{ kind: 'notice' }]);
  });

  it('is sent once however often its event is recorded and the job runs', async () => {
    const buyer = await createBuyer();
    for (let time = 0; time < 3; time += 1) await queue('step_done', buyer, `step:${buyer.orderId}`);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(kakaoTo(buyer)).toHaveLength(1);
    expect(await statusesOf(buyer)).toEqual(['kakao sent']);
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

describe('a number that is changed before a notice is sent', () => {
  it.each([
    ['the provider is busy', 'limited', /POST .*\/send$/],
    ['an answer is lost', 'drop', /PUT /],
  ] as const)('gets nothing, although its SMS was at the provider when %s', async (_when, how, path) => {
    const buyer = await createBuyer();
    const client = await buyerClient(buyer, { kakao: false }, 'step_done');
    solapi.fail(how, { path, times: 1 });
    await queue('step_done', buyer);
    await run();
    const phone = buyer.to.replace('010', '011');
    const { fullname, email } = buyer.user;
    const body = { fullname, email, military_status: '복무 중', phone };
    expect((await client.put('/api/auth/update-profile', body)).statusCode).toBe(200);
    await runAfter(MINUTE_MS);
    expect(smsTo(buyer)).toEqual([]);
    expect(solapi.sent().filter(({ to }) => to === phone)).toHaveLength(1);
  });
});

describe('a notice that waits for the morning', () => {
  const NINE_PM = new Date('2026-11-23T12:00:00Z');
  const EIGHT_AM = new Date('2026-11-23T23:00:00Z');

  it.each(['kakao', 'sms'] as const)(
    'is not tried again at night by %s after an outage in the evening',
    async (channel) => {
      clock.set(new Date(NINE_PM.getTime() - MINUTE_MS));
      const buyer = await createBuyer();
      await buyerClient(buyer, { kakao: channel === 'kakao' }, 'step_done');
      alimtalk.fail('limited');
      solapi.fail('limited');
      await queue('step_done', buyer);
      await run();
      alimtalk.clear();
      solapi.clear();
      clock.set(NINE_PM);
      for (let hour = 0; hour < 10; hour += 1) await runAfter(60 * MINUTE_MS);
      expect([kakaoTo(buyer), smsTo(buyer)]).toEqual([[], []]);
      clock.set(EIGHT_AM);
      await run();
      expect(await statusesOf(buyer)).toEqual([`${channel} sent`]);
    },
  );

  it('has three minutes by KakaoTalk from then on', async () => {
    clock.set(NINE_PM);
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await run();
    clock.set(EIGHT_AM);
    alimtalk.fail('limited');
    await run();
    expect(await statusesOf(buyer)).toEqual(['kakao queued']);
    alimtalk.clear();
    await runAfter(MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao sent']);
  });
});

describe('several notices at once', () => {
  it('are sent and recorded although the step of one of them breaks', async () => {
    const crowd = await Promise.all(Array.from({ length: 3 }, () => createBuyer()));
    for (const buyer of crowd) await queue('step_done', buyer);
    const { gateways } = shop.deps.notices;
    const { kakao } = gateways;
    if (!kakao) throw new Error('KakaoTalk is set up in this test');
    const broken: MessageGateway = {
      ...kakao,
      async send(reference, message) {
        if (message.to === crowd[1]?.to) throw new Error('a defect of ours');
        await kakao.send(reference, message);
      },
    };
    const failing = sendNotices({ ...shop.deps.notices, gateways: { ...gateways, kakao: broken } });
    await expect(failing).rejects.toThrow('a defect of ours');
    const statuses = await Promise.all(crowd.map((buyer) => statusesOf(buyer)));
    expect(statuses).toEqual([['kakao sent'], ['kakao queued'], ['kakao sent']]);
    await runAfter(2 * MINUTE_MS);
    for (const buyer of crowd) expect(kakaoTo(buyer)).toHaveLength(1);
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
    expect(await statusesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
    expect(smsTo(buyer)).toHaveLength(1);
  });

  it('goes by no other channel once its cause is gone', async () => {
    const buyer = await createBuyer();
    await queue('callback_reminder', buyer);
    await run();
    await transaction(shop.db, (trx) => dropNotices(trx, 'callback_reminder', buyer.orderId));
    for (let minute = 0; minute < 5; minute += 1) await runAfter(MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao failed']);
    expect(smsTo(buyer)).toEqual([]);
  });

  it('goes by SMS after three minutes without a delivery', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await run();
    await runAfter(2 * MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao sent']);
    await runAfter(MINUTE_MS);
    await run();
    expect(await statusesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
  });

  it('goes by SMS when the template is refused, and by mail when the SMS is refused as well', async () => {
    const buyer = await createBuyer();
    alimtalk.revoke(codeOf('work_started'));
    solapi.answerOf(buyer.to, '3059');
    await queue('work_started', buyer);
    await run();
    await run();
    expect(await statusesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
    solapi.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao replaced', 'sms replaced', 'email queued']);
  });

  it('stays with KakaoTalk and mail where SMS is switched off', async () => {
    const buyer = await createBuyer();
    alimtalk.answerOf(buyer.to, '3107');
    await buyerClient(buyer, { sms: false }, 'step_done');
    await queue('step_done', buyer);
    await run();
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao replaced', 'email queued']);
    expect(smsTo(buyer)).toEqual([]);
  });

  it.each(['busy', 'limited'] as const)('goes by SMS within four minutes of an outage (%s)', async (how) => {
    const buyer = await createBuyer();
    alimtalk.fail(how);
    await queue('step_done', buyer);
    for (let minute = 0; minute < 4; minute += 1) await runAfter(minute === 0 ? 0 : MINUTE_MS);
    await run();
    expect(await statusesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
  });
});
