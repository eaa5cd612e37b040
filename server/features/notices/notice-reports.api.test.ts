import { describe, expect, it } from 'vitest';
import type { AdminNotice } from '#shared/features/notices/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { type Buyer, setUpNotices } from '#tests/support/notices/notices.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const MINUTE_MS = 60_000;
const { shop, clock, alimtalk, solapi, metrics, createBuyer, buyerClient, queue, run, runAfter, ...messages } =
  await setUpNotices();
const { statusesOf, kakaoTo, smsTo } = messages;
const admin = await buildAdmin(shop);

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

  it('of KakaoTalk cause the status to be read at once, but are not trusted', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await run();
    const early = alimtalk.reportOf(buyer.to, clock.now());
    expect((await provider.post('/api/bootpay/alimtalk-webhook', early)).status).toBe(200);
    await run();
    expect(await statusesOf(buyer)).toEqual(['kakao sent']);
    alimtalk.deliverAll();
    expect(
      (await provider.post('/api/bootpay/alimtalk-webhook', alimtalk.reportOf(buyer.to, clock.now()))).status,
    ).toBe(200);
    await run();
    expect(await statusesOf(buyer)).toEqual(['kakao delivered']);
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

  it('of KakaoTalk are refused when they are used again, also at the same time', async () => {
    const buyer = await createBuyer();
    await queue('step_done', buyer);
    await run();
    const report = alimtalk.reportOf(buyer.to, clock.now());
    const post = async () => (await provider.post('/api/bootpay/alimtalk-webhook', report)).status;
    expect((await Promise.all([post(), post(), post()])).sort()).toEqual([200, 401, 401]);
    expect(await post()).toBe(401);
    clock.advance(1000);
    const repeated = alimtalk.reportOf(buyer.to, clock.now());
    expect((await provider.post('/api/bootpay/alimtalk-webhook', repeated)).status).toBe(200);
  });

  it('of KakaoTalk that come together are all recorded', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, () => createBuyer()));
    for (const buyer of crowd) await queue('step_done', buyer);
    await run();
    alimtalk.deliverAll();
    const reports = crowd.map(({ to }) => alimtalk.reportOf(to, clock.now()));
    await Promise.all(reports.map((report) => provider.post('/api/bootpay/alimtalk-webhook', report)));
    await run();
    for (const buyer of crowd) expect(await statusesOf(buyer)).toEqual(['kakao delivered']);
  });

  it('of SMS cause the status to be read at once', async () => {
    const buyer = await sentSms();
    solapi.deliverAll();
    expect((await provider.post('/api/solapi/webhook', solapi.reportOf(buyer.to))).status).toBe(200);
    await run();
    expect(await statusesOf(buyer)).toEqual(['sms delivered']);
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
      (await admin.client.get(`/api/admin/notices${query}`)).json();
    expect(await metrics.value('shop_notices_failed')).toBe(1);
    const [failed] = await list('?state=failed&channel=kakao&kind=step_done');
    expect(failed).toMatchObject({
      order_id: buyer.orderId,
      state: 'failed',
      last_error: '3104',
      delivered_at: null,
      needsAttention: true,
      recipient: `010-****-${buyer.to.slice(-4)}`,
    });
    const dismiss = () => admin.client.post(`/api/admin/notices/${failed?.id}/dismiss`);
    expect((await dismiss()).json()).toMatchObject({ state: 'failed', needsAttention: false });
    expect((await dismiss()).statusCode).toBe(200);
    expect(await metrics.value('shop_notices_failed')).toBe(0);
    expect(await admin.audit('notice.dismiss')).toMatchObject([{ subject_id: String(failed?.id) }]);
    expect(await list('?state=delivered')).toEqual([]);
    expectError(await admin.client.get('/api/admin/notices?state=lost'), 400, 'VALIDATION_FAILED');
    alimtalk.answerOf(buyer.to, '');
    const resend = () => admin.client.post(`/api/admin/notices/${failed?.id}/resend`);
    expect((await resend()).json()).toMatchObject({ state: 'queued' });
    expectError(await resend(), 409, 'NOT_FAILED');
    expectError(await dismiss(), 409, 'NOTHING_TO_DISMISS');
    expectError(await admin.client.post('/api/admin/notices/2147483647/dismiss'), 404, 'NOTICE_NOT_FOUND');
    expectError(await admin.client.post('/api/admin/notices/2147483647/resend'), 404, 'NOTICE_NOT_FOUND');
    await run();
    alimtalk.deliverAll();
    await runAfter(MINUTE_MS);
    expect(await statusesOf(buyer)).toEqual(['kakao delivered']);
    expect(await admin.audit('notice.resend')).toMatchObject([{ subject_id: String(failed?.id) }]);
  });

  it.each(['kakao', 'sms'] as const)(
    'sends no second message by %s for one whose answer was lost for a day',
    async (by) => {
      const buyer = await createBuyer();
      await buyerClient(buyer, { kakao: by === 'kakao' }, 'step_done');
      const provider = by === 'kakao' ? alimtalk : solapi;
      provider.fail('drop', { path: by === 'kakao' ? /./ : /send$/ });
      await queue('step_done', buyer);
      await run();
      provider.deliverAll();
      provider.clear();
      provider.fail('limited');
      for (let hour = 0; hour < 25; hour += 1) await runAfter(60 * MINUTE_MS);
      expect(await statusesOf(buyer)).toEqual([`${by} failed`]);
      provider.clear();
      const [failed] = (await admin.client.get('/api/admin/notices?state=failed')).json<AdminNotice[]>();
      expect((await admin.client.post(`/api/admin/notices/${failed?.id}/resend`)).statusCode).toBe(200);
      await run();
      await runAfter(MINUTE_MS);
      expect(await statusesOf(buyer)).toEqual([`${by} delivered`]);
      expect([...kakaoTo(buyer), ...smsTo(buyer)]).toHaveLength(1);
    },
  );
});
