import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { applyRetention } from '#server/registry/apply-retention.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { logInAt, socialTokenOf, startSocialProviders } from '#tests/support/browser/social-login.ts';

const MINUTE_MS = 60_000;
const INVALID = {
  code: 'SOCIAL_TOKEN_INVALID',
  error: '유효하지 않은 소셜 로그인 세션입니다. 다시 시도해주세요.',
};

const providers = await startSocialProviders();
const shop = await setUpTestApp({
  env: providers.env,
  limits: { registerPerHour: 0, socialPerMinute: 0 },
});
afterAll(async () => {
  await providers.close();
});

beforeEach(() => {
  providers.kakao.person = { sub: randomUUID(), nickname: '홍길동', email: 'hong@example.com' };
});

/** Builds a browser identified by Kakao, and its social token. */
async function vouchedFor(client = shop.client()): Promise<{ client: Client; socialToken: string }> {
  return { client, socialToken: socialTokenOf(await logInAt(client, 'kakao')) };
}

function verify(client: Client, socialToken: unknown) {
  return client.post('/api/oauth/verify-social-token', { socialToken });
}

function complete(client: Client, socialToken: unknown, difference: Record<string, unknown> = {}) {
  const body = { socialToken, phone: '010-1234-5678', fullname: '김본보기', acceptedTos: true, ...difference };
  return client.post('/api/oauth/complete-social-register', body);
}

async function consentsOf(client: Client): Promise<string[]> {
  const { consents, marketing_consents } = (await client.get('/api/auth/personal-data')).json<PersonalData>();
  return [...consents.map(({ document }) => document), ...marketing_consents.map(({ channel }) => channel)];
}

async function socialTokens(): Promise<number> {
  return (await shop.db.selectFrom('social_tokens').select('provider').execute()).length;
}

describe('POST /api/oauth/verify-social-token', () => {
  it('returns the profile repeatedly', async () => {
    const { client, socialToken } = await vouchedFor();
    for (let count = 0; count < 2; count += 1) {
      const response = await verify(client, socialToken);
      expect(response.json()).toEqual({ fullname: '홍길동', email: 'hong@example.com', provider: 'kakao' });
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it.each([undefined, '', 7, 'x'.repeat(201)])('returns 400 for %j', async (socialToken) => {
    const { client } = await vouchedFor();
    const response = await verify(client, socialToken);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: INVALID.error, details: [{ path: 'socialToken' }] });
  });

  it('stores only the hash of a token', async () => {
    const { socialToken } = await vouchedFor();
    const rows = JSON.stringify(await shop.db.selectFrom('social_tokens').selectAll().execute());
    expect(rows).not.toContain(socialToken);
  });
});

describe('a social token', () => {
  async function expectInvalid(client: Client, socialToken: string) {
    const before = await shop.countRows();
    for (const response of [await verify(client, socialToken), await complete(client, socialToken)]) {
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(INVALID);
    }
    expect(client.cookies.has('sid')).toBe(false);
    expect(await shop.countRows()).toEqual(before);
  }

  it('is refused when unknown', async () => {
    const { client } = await vouchedFor();
    await expectInvalid(client, 'a'.repeat(43));
  });

  it('is refused in another browser, with and without its own attempt', async () => {
    const { client, socialToken } = await vouchedFor();
    await expectInvalid(shop.client(), socialToken);
    await expectInvalid((await vouchedFor()).client, socialToken);
    expect((await verify(client, socialToken)).statusCode).toBe(200);
  });

  it('is valid for ten minutes', async () => {
    const { client, socialToken } = await vouchedFor();
    shop.clock.advance(10 * MINUTE_MS - 1);
    expect((await verify(client, socialToken)).statusCode).toBe(200);
    shop.clock.advance(1);
    await expectInvalid(client, socialToken);
  });

  it('is refused after its use', async () => {
    const { client, socialToken } = await vouchedFor();
    expect((await complete(client, socialToken)).statusCode).toBe(201);
    client.cookies.delete('sid');
    await expectInvalid(client, socialToken);
  });
});

describe('POST /api/oauth/complete-social-register', () => {
  it('creates the account without a password, with its consent, and opens a session', async () => {
    const { client, socialToken } = await vouchedFor();
    const response = await complete(client, socialToken, { acceptedMarketing: false });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ success: true, userId: expect.stringMatching(/^kakao_[2-9a-z]{8}$/) });
    expect(response.headers['cache-control']).toBe('no-store');
    const { userId } = response.json();
    const user = await shop.db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    expect(user).toMatchObject({
      password_hash: null,
      fullname: '김본보기',
      phone: '01012345678',
      email: 'hong@example.com',
      role: 'user',
    });
    expect((await client.get('/api/auth/my')).json().id).toBe(user.id);
    expect(await consentsOf(client)).toEqual(['terms']);
    const login = await shop.client().post('/api/auth/login', { userId, password: 'password' });
    expect(login.statusCode).toBe(401);
  });

  it('records the marketing consent only if given', async () => {
    const { client, socialToken } = await vouchedFor();
    await complete(client, socialToken, { acceptedMarketing: true });
    expect(await consentsOf(client)).toEqual(['terms', 'email', 'sms']);
  });

  it.each([undefined, '', '  '])("uses the provider's name for the full name %j", async (fullname) => {
    const { client, socialToken } = await vouchedFor();
    await complete(client, socialToken, { fullname });
    expect((await client.get('/api/auth/my')).json().fullname).toBe('홍길동');
  });

  it('accepts a profile without name and e-mail', async () => {
    providers.kakao.person = { sub: randomUUID() };
    const { client, socialToken } = await vouchedFor();
    expect((await complete(client, socialToken, { fullname: undefined })).statusCode).toBe(201);
    expect((await client.get('/api/auth/my')).json()).toMatchObject({ fullname: '', email: '' });
  });

  const INVALID_BODIES: [string, Record<string, unknown>, string, RegExp][] = [
    ['no phone number', { phone: undefined }, 'phone', /^전화번호를 입력해주세요\.$/],
    ['a blank phone number', { phone: ' ' }, 'phone', /^전화번호를 입력해주세요\.$/],
    ['a short phone number', { phone: '010-12' }, 'phone', /^올바른 전화번호 형식이 아닙니다\./],
    ['terms not accepted', { acceptedTos: false }, 'acceptedTos', /^약관에 동의해야 가입이 가능합니다\.$/],
    ['no word on the terms', { acceptedTos: undefined }, 'acceptedTos', /^약관에 동의해야 가입이 가능합니다\.$/],
    ['a name of 51 characters', { fullname: '가'.repeat(51) }, 'fullname', /^50자 이하로 입력해주세요\.$/],
    ['a mistyped consent', { acceptedMarketing: 'yes' }, 'acceptedMarketing', /동의 여부를 선택해주세요\.$/],
  ];

  it.each(INVALID_BODIES)('returns 400 for %s, and the token stays valid', async (_name, difference, path, message) => {
    const { client, socialToken } = await vouchedFor();
    const before = await shop.countRows();
    const response = await complete(client, socialToken, difference);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
    expect(response.json().error).toMatch(message);
    expect(await shop.countRows()).toEqual(before);
    expect((await complete(client, socialToken)).statusCode).toBe(201);
  });

  it('creates one account for concurrent uses of a token', async () => {
    const { client, socialToken } = await vouchedFor();
    await client.get('/api/csrf-token');
    const answers = await Promise.all([complete(client, socialToken), complete(client, socialToken)]);
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, 400]);
    expect(answers.find((answer) => answer.statusCode === 400)?.json()).toEqual(INVALID);
  });

  it('creates one account for two tokens of the same identity', async () => {
    const first = await vouchedFor();
    const second = await vouchedFor();
    const before = await shop.countRows();
    const answers = await Promise.all([first, second].map(({ client, socialToken }) => complete(client, socialToken)));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, 409]);
    expect(answers.find((answer) => answer.statusCode === 409)?.json()).toEqual({
      code: 'SOCIAL_ACCOUNT_EXISTS',
      error: '이미 가입된 소셜 계정입니다. 로그인해주세요.',
    });
    const after = await shop.countRows();
    expect((after.users ?? 0) - (before.users ?? 0)).toBe(1);
    expect((after.consents ?? 0) - (before.consents ?? 0)).toBe(1);
  });

  it('counts towards the registration limit of a client address', async () => {
    const own = await startTestApp({ env: providers.env, limits: { registerPerHour: 1 } });
    try {
      const client = own.client('10.9.9.9');
      const socialToken = socialTokenOf(await logInAt(client, 'kakao'));
      expect((await complete(client, 'unknown')).statusCode).toBe(400);
      const refused = await complete(client, socialToken);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect((await verify(client, socialToken)).statusCode).toBe(200);
    } finally {
      await own.close();
    }
  });
});

it('abandoned social logins are purged after they expire', async () => {
  await vouchedFor();
  await shop.client().get('/api/oauth/kakao');
  await applyRetention(shop.db, shop.clock.now());
  expect(await socialTokens()).toBeGreaterThan(0);
  shop.clock.advance(10 * MINUTE_MS);
  await applyRetention(shop.db, shop.clock.now());
  expect(await socialTokens()).toBe(0);
  expect(await shop.db.selectFrom('social_login_attempts').selectAll().execute()).toEqual([]);
});
