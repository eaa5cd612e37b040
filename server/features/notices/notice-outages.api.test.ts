import { describe, expect, it } from 'vitest';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { setUpNotices } from '#tests/support/notices/notices.ts';
import type { MessageGateway } from './message-gateway.ts';
import { sendNotices } from './sending/send-notices.ts';

const MINUTE_MS = 60_000;
const { shop, alimtalk, solapi, metrics, createBuyer, buyerClient, queue, run, runAfter, statusesOf, kakaoTo, smsTo } =
  await setUpNotices({ smsPerHour: 5 });

describe('a lost answer', () => {
  it('of KakaoTalk never becomes a second message, on either channel', async () => {
    const buyer = await createBuyer();
    alimtalk.fail('drop', { path: /POST .*send/, times: 1 });
    await queue('step_done', buyer);
    await run();
    expect(await statusesOf(buyer)).toEqual(['kakao queued']);
    await runAfter(MINUTE_MS);
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao delivered']);
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
    expect(await statusesOf(buyer)).toEqual(['sms delivered']);
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
    expect(await statusesOf(buyer)).toEqual(['kakao queued']);
    alimtalk.clear();
    alimtalk.deliverAll();
    await runAfter(15 * MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao delivered']);
    expect(kakaoTo(buyer)).toHaveLength(1);
    expect(smsTo(buyer)).toEqual([]);
  });
});

it('a provider that hangs does not hold up the other channel', async () => {
  const [byKakao, bySms] = [await createBuyer(), await createBuyer()];
  await buyerClient(bySms, { kakao: false }, 'step_done');
  for (const buyer of [byKakao, bySms]) await queue('step_done', buyer);
  const { gateways } = shop.deps.notices;
  const { kakao } = gateways;
  if (!kakao) throw new Error('KakaoTalk is set up in this test');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hanging: MessageGateway = {
    ...kakao,
    async send(...message) {
      await released;
      await kakao.send(...message);
    },
  };
  const sending = sendNotices({ ...shop.deps.notices, gateways: { ...gateways, kakao: hanging } });
  await expect.poll(() => smsTo(bySms)).toHaveLength(1);
  expect(kakaoTo(byKakao)).toEqual([]);
  release();
  await sending;
  expect(kakaoTo(byKakao)).toHaveLength(1);
});

describe('an outage of both channels for an hour', () => {
  it('loses no message and sends none twice', async () => {
    const buyersAway = await Promise.all([createBuyer(), createBuyer(), createBuyer()]);
    alimtalk.fail('limited');
    solapi.fail('limited');
    for (const buyer of buyersAway) await queue('step_done', buyer);
    for (let minute = 0; minute < 60; minute += 5) await runAfter(5 * MINUTE_MS);
    alimtalk.clear();
    solapi.clear();
    for (let minute = 0; minute < 40; minute += 10) await runAfter(10 * MINUTE_MS);
    for (const buyer of buyersAway) {
      expect(await statusesOf(buyer)).toEqual(['kakao replaced', 'sms sent']);
      expect(smsTo(buyer)).toHaveLength(1);
    }
  });
});

describe('an outage of one channel for an hour', () => {
  /** Runs the job during the outage, and as long after it as the longest wait between two tries. */
  async function passOutage(channel: typeof alimtalk | typeof solapi): Promise<void> {
    for (let minute = 0; minute < 60; minute += 5) await runAfter(5 * MINUTE_MS);
    channel.clear();
    // All that was taken during the outage has reached the phones by now.
    channel.deliverAll();
    for (let minute = 0; minute < 35; minute += 5) await runAfter(5 * MINUTE_MS);
    alimtalk.deliverAll();
    solapi.deliverAll();
    await runAfter(15 * MINUTE_MS);
  }

  it.each([
    ['busy', ['kakao replaced', 'sms delivered'], [0, 1]],
    ['limited', ['kakao replaced', 'sms delivered'], [0, 1]],
    // The message was taken: another channel would double it.
    ['drop', ['kakao delivered'], [1, 0]],
  ] as const)('of KakaoTalk (%s) loses and doubles nothing', async (how, statuses, [byKakao, bySms]) => {
    const crowd = await Promise.all([createBuyer(), createBuyer()]);
    alimtalk.fail(how);
    for (const buyer of crowd) await queue('step_done', buyer);
    await run();
    await passOutage(alimtalk);
    for (const buyer of crowd) {
      expect(await statusesOf(buyer)).toEqual(statuses);
      expect([kakaoTo(buyer).length, smsTo(buyer).length]).toEqual([byKakao, bySms]);
    }
  });

  it.each(['busy', 'limited', 'drop'] as const)('of SMS (%s) loses and doubles nothing', async (how) => {
    const crowd = await Promise.all([createBuyer(), createBuyer()]);
    solapi.fail(how);
    for (const buyer of crowd) {
      await buyerClient(buyer, { kakao: false }, 'paid');
      await queue('paid', buyer);
    }
    await run();
    // A receipt does not wait for the phone.
    for (const buyer of crowd) expect(await statusesOf(buyer)).toEqual(['sms queued', 'email queued']);
    await passOutage(solapi);
    for (const buyer of crowd) {
      expect(await statusesOf(buyer)).toEqual(['sms delivered', 'email queued']);
      expect(smsTo(buyer)).toHaveLength(1);
    }
  });
});

describe('the hourly limit of SMS', () => {
  it.each([
    ['opened', /POST \/messages\/v4\/groups$/],
    ['sent', /POST .*\/send$/],
  ])('does not count tries that the provider did not take, where no group is %s', async (_step, path) => {
    const crowd = await Promise.all([createBuyer(), createBuyer(), createBuyer()]);
    solapi.fail('limited', { path });
    for (const buyer of crowd) {
      await buyerClient(buyer, { kakao: false }, 'step_done');
      await queue('step_done', buyer);
    }
    for (let minute = 0; minute < 20; minute += 1) await runAfter(MINUTE_MS);
    expect(await metrics.value('shop_sms_limited')).toBe(0);
    solapi.clear();
    for (let minute = 0; minute < 20; minute += 1) await runAfter(MINUTE_MS);
    for (const buyer of crowd) expect(smsTo(buyer)).toHaveLength(1);
  });

  it('holds notices back, beyond four fifths, until the next hour and raises an alarm', async () => {
    const crowd = await Promise.all(Array.from({ length: 7 }, () => createBuyer()));
    for (const buyer of crowd) {
      await buyerClient(buyer, { kakao: false }, 'step_done');
      await queue('step_done', buyer);
    }
    await run();
    const sent = () => crowd.filter((buyer) => smsTo(buyer).length > 0).length;
    expect(sent()).toBe(4);
    expect(await metrics.value('shop_sms_limited')).toBe(1);
    await endLimitWindows(shop.db, 30 * MINUTE_MS);
    await runAfter(30 * MINUTE_MS);
    expect(sent()).toBe(4);
    await endLimitWindows(shop.db, 31 * MINUTE_MS);
    await runAfter(31 * MINUTE_MS);
    expect(sent()).toBe(7);
    expect(await metrics.value('shop_sms_limited')).toBe(0);
  });
});
