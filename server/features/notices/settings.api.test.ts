import { describe, expect, it } from 'vitest';
import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

async function login(role: 'user' | 'admin' = 'user') {
  return await shop.client().as(await shop.buildUser({ role }));
}

describe('GET /api/auth/notices', () => {
  it('answers the defaults of a new account', async () => {
    const client = await login();
    const settings: NoticeSettingsAnswer = (await client.get('/api/auth/notices')).json();
    expect(Object.keys(settings.kinds)).toEqual([...NOTICE_KINDS]);
    expect(settings.kinds.paid).toEqual({ email: true, kakao: true, sms: true });
    expect(settings.kinds.step_done).toEqual({ email: false, kakao: true, sms: true });
    expect(settings.fixed).toEqual(['paid.email', 'virtual_account.email', 'refunded.email']);
    expect(settings.marketing_email).toEqual({ is_on: false, changed_at: null });
    expect(settings.marketing_sms).toEqual({ is_on: false, changed_at: null });
  });

  it('takes the consent of the sign-up for both channels', async () => {
    const [userId, password] = ['agreed.both', 'p9-Kd-7w'];
    const client = shop.client();
    const body = { userId, password, phone: '010-1234-5678', acceptedTos: true, acceptedMarketing: true };
    expect((await client.post('/api/auth/register', body)).statusCode).toBe(201);
    await client.post('/api/auth/login', { userId, password });
    const given = { is_on: true, changed_at: shop.clock.now().toISOString() };
    expect((await client.get('/api/auth/notices')).json()).toMatchObject({
      marketing_email: given,
      marketing_sms: given,
    });
  });

  it('is 401 without a login', async () => {
    expectError(await shop.client().get('/api/auth/notices'), 401, 'UNAUTHENTICATED');
  });
});

describe('PUT /api/auth/notices', () => {
  it('changes the given settings, and no others', async () => {
    const client = await login();
    const before: NoticeSettingsAnswer = (await client.get('/api/auth/notices')).json();
    const response = await client.put('/api/auth/notices', {
      kinds: { step_done: { sms: false }, contacted: { email: true } },
    });
    expect(response.statusCode).toBe(200);
    const changed = structuredClone(before);
    changed.kinds.step_done.sms = false;
    changed.kinds.contacted.email = true;
    expect(response.json()).toEqual(changed);
    expect((await client.get('/api/auth/notices')).json()).toEqual(changed);
    expect((await (await login()).get('/api/auth/notices')).json()).toEqual(before);
  });

  it('keeps the time of each consent to advertising and of its withdrawal', async () => {
    const client = await login();
    const change = async (body: object): Promise<NoticeSettingsAnswer> =>
      (await client.put('/api/auth/notices', body)).json();
    const first = shop.clock.now().toISOString();
    expect(await change({ marketing_sms: { is_on: true } })).toMatchObject({
      marketing_sms: { is_on: true, changed_at: first },
      marketing_email: { is_on: false, changed_at: null },
    });
    shop.clock.advance(60_000);
    expect((await change({ marketing_sms: { is_on: true } })).marketing_sms.changed_at).toBe(first);
    const then = shop.clock.now().toISOString();
    expect((await change({ marketing_sms: { is_on: false } })).marketing_sms).toEqual({
      is_on: false,
      changed_at: then,
    });
  });

  it.each(['paid', 'virtual_account', 'refunded'])(
    'refuses to switch off the mail about %s, and writes nothing',
    async (kind) => {
      const client = await login();
      const body = { kinds: { step_done: { kakao: false }, [kind]: { email: false } } };
      expectError(await client.put('/api/auth/notices', body), 409, 'NOTICE_FIXED');
      expect((await client.get('/api/auth/notices')).json()).toMatchObject({ kinds: { step_done: { kakao: true } } });
    },
  );

  it('refuses administrators to switch off the mail about a new device; customers may', async () => {
    const body = { kinds: { new_device_login: { email: false } } };
    expectError(await (await login('admin')).put('/api/auth/notices', body), 409, 'NOTICE_FIXED');
    expect((await (await login()).put('/api/auth/notices', body)).statusCode).toBe(200);
  });

  it.each([
    ['an unknown kind', { kinds: { coupon: { email: true } } }],
    ['an unknown channel', { kinds: { paid: { fax: true } } }],
    ['a value that is no boolean', { kinds: { paid: { sms: 'no' } } }],
    ['a list of kinds', { kinds: ['paid'] }],
    ['a consent that is no boolean', { marketing_sms: { is_on: 1 } }],
  ])('refuses %s', async (_what, body) => {
    expectError(await (await login()).put('/api/auth/notices', body), 400, 'VALIDATION_FAILED');
  });
});
