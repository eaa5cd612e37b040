import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import {
  logInAt,
  pathOf,
  socialTokenOf,
  startSocialProviders,
  walkThroughProvider,
} from '#tests/support/browser/social-login.ts';

const FAILED = '/login?error=social';

const providers = await startSocialProviders();
const shop = await setUpTestApp({
  env: providers.env,
  limits: { registerPerHour: 0, socialPerMinute: 0 },
});
afterAll(async () => {
  await providers.close();
});

afterEach(() => providers.reset());

function completion(socialToken: string, difference: Record<string, unknown> = {}) {
  return { socialToken, phone: '010-1234-5678', acceptedTos: true, ...difference };
}

async function attempts(): Promise<number> {
  return (await shop.db.selectFrom('social_login_attempts').select('provider').execute()).length;
}

/** Registers the current Kakao user; the client is logged in afterwards. */
async function registered(client = shop.client()) {
  const socialToken = socialTokenOf(await logInAt(client, 'kakao'));
  const response = await client.post('/api/oauth/complete-social-register', completion(socialToken));
  expect(response.statusCode).toBe(201);
  return { client, userId: response.json<{ userId: string }>().userId };
}

describe('GET /api/oauth/providers', () => {
  it('lists the configured providers in display order', async () => {
    const response = await shop.client().get('/api/oauth/providers');
    expect(response.json()).toEqual([
      { id: 'kakao', name: '카카오' },
      { id: 'naver', name: '네이버' },
      { id: 'google', name: 'Google' },
    ]);
  });
});

describe('GET /api/oauth/:provider', () => {
  it.each(['kakao', 'google'] as const)('redirects to %s with state, nonce and PKCE', async (provider) => {
    const client = shop.client();
    const response = await client.get(`/api/oauth/${provider}`);
    expect(response.statusCode).toBe(302);
    expect(response.headers['cache-control']).toBe('no-store');
    const url = new URL(String(response.headers.location));
    expect(url.origin).toBe(providers[provider].issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${shop.url}/api/oauth/${provider}/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: 'social', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 1200 });
  });

  it("stores only hashes of the state and the browser's secret", async () => {
    const client = shop.client();
    const response = await client.get('/api/oauth/kakao');
    const state = new URL(String(response.headers.location)).searchParams.get('state') ?? '';
    const rows = JSON.stringify(await shop.db.selectFrom('social_login_attempts').selectAll().execute());
    expect(state).not.toBe('');
    expect(rows).not.toContain(state);
    expect(rows).not.toContain(client.cookies.get('social'));
  });

  it("reads the provider's configuration once", async () => {
    await shop.client().get('/api/oauth/kakao');
    const before = providers.kakao.discoveries();
    await shop.client().get('/api/oauth/kakao');
    expect(providers.kakao.discoveries()).toBe(before);
    expect(before).toBe(1);
  });

  it.each(['facebook', 'KAKAO', 'constructor', '%00'])('returns 404 for %s', async (provider) => {
    const response = await shop.client().get(`/api/oauth/${provider}`);
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('NOT_FOUND');
  });

  it('starts no attempt for a HEAD request', async () => {
    const before = await attempts();
    const response = await shop.app.inject({ method: 'HEAD', url: '/api/oauth/kakao' });
    expect(response.statusCode).toBe(404);
    expect(await attempts()).toBe(before);
  });
});

describe.each([
  { provider: 'kakao', fullname: '카카오 홍길동' },
  { provider: 'naver', fullname: '네이버 홍길동' },
  { provider: 'google', fullname: 'Google 홍길동' },
] as const)('a login by $provider', ({ provider, fullname }) => {
  it('leads to the sign-up at first, and logs in afterwards', async () => {
    const subject = providers.newPerson();
    const client = shop.client();
    const first = await logInAt(client, provider, '/services/14?plan=1#top');
    expect(first.headers['referrer-policy']).toBe('no-referrer');
    expect(first.headers['cache-control']).toBe('no-store');
    expect(client.cookies.has('sid')).toBe(false);
    const socialToken = socialTokenOf(first);

    const verified = await client.post('/api/oauth/verify-social-token', { socialToken });
    expect(verified.statusCode).toBe(200);
    expect(verified.json()).toEqual({ fullname, email: 'person@example.com', provider });

    const made = await client.post('/api/oauth/complete-social-register', completion(socialToken));
    expect(made.statusCode).toBe(201);
    const { success, userId } = made.json();
    expect(success).toBe(true);
    expect(userId).toMatch(new RegExp(`^${provider}_[2-9a-z]{8}$`));
    const account = (await client.get('/api/auth/my')).json();
    expect(account).toMatchObject({
      user_id: userId,
      fullname,
      phone: '01012345678',
      phone_verified: false,
      email: 'person@example.com',
      role: 'user',
    });

    const again = shop.client();
    const second = await logInAt(again, provider, '/services/14?plan=1#top');
    expect([second.statusCode, second.headers.location]).toEqual([302, '/services/14?plan=1#top']);
    expect((await again.get('/api/auth/my')).json()).toEqual(account);
    const identities = await shop.db
      .selectFrom('social_identities')
      .selectAll()
      .where('subject', '=', subject)
      .execute();
    expect(identities).toMatchObject([{ provider, user_id: account.id }]);
  });

  it('refused at the provider leads back to the login page, and its state is used up', async () => {
    const client = shop.client();
    const start = await client.get(`/api/oauth/${provider}`);
    const callback = pathOf(await walkThroughProvider(String(start.headers.location)));
    expect(callback).toContain('error=access_denied');
    const before = await attempts();
    expect((await client.get(callback)).headers.location).toBe(FAILED);
    expect(await attempts()).toBe(before - 1);
  });

  it('with a replayed callback leads back to the login page', async () => {
    providers.newPerson();
    const client = shop.client();
    const start = await client.get(`/api/oauth/${provider}`);
    const callback = pathOf(await walkThroughProvider(String(start.headers.location)));
    socialTokenOf(await client.get(callback));
    expect((await client.get(callback)).headers.location).toBe(FAILED);
  });

  it('with a code of another login leads back to the login page', async () => {
    providers.newPerson();
    const client = shop.client();
    const stolen = new URL(
      await walkThroughProvider(String((await client.get(`/api/oauth/${provider}`)).headers.location)),
    );
    const own = new URL(
      await walkThroughProvider(String((await client.get(`/api/oauth/${provider}`)).headers.location)),
    );
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    const response = await client.get(pathOf(own.href));
    expect(response.headers.location).toBe(FAILED);
  });
});

it('two logins in two tabs of one browser both succeed', async () => {
  providers.newPerson();
  const client = shop.client();
  const first = await client.get('/api/oauth/kakao');
  const second = await client.get('/api/oauth/google');
  for (const start of [first, second]) {
    const response = await client.get(pathOf(await walkThroughProvider(String(start.headers.location))));
    const socialToken = socialTokenOf(response);
    expect((await client.post('/api/oauth/verify-social-token', { socialToken })).statusCode).toBe(200);
  }
});

describe('accounts of social logins', () => {
  it('are found by provider and subject, never by an e-mail address', async () => {
    const owner = await shop.buildUser({ email: 'same@example.com' });
    providers.newPerson('same@example.com');
    const { client: kakao } = await registered();
    // The same subject and address at another provider is another identity.
    const google = shop.client();
    const socialToken = socialTokenOf(await logInAt(google, 'google'));
    expect((await google.post('/api/oauth/complete-social-register', completion(socialToken))).statusCode).toBe(201);
    const ids = [owner.id, (await kakao.get('/api/auth/my')).json().id, (await google.get('/api/auth/my')).json().id];
    expect(new Set(ids).size).toBe(3);
  });

  it('get no unverified or invalid e-mail address', async () => {
    providers.newPerson();
    providers.google.person = { ...providers.google.person, sub: randomUUID(), email_verified: false };
    providers.kakao.person = { sub: randomUUID(), email: 'no address' };
    for (const provider of ['google', 'kakao'] as const) {
      const client = shop.client();
      const socialToken = socialTokenOf(await logInAt(client, provider));
      const { email } = (await client.post('/api/oauth/verify-social-token', { socialToken })).json();
      expect([provider, email]).toEqual([provider, '']);
    }
  });

  it('cannot be used after the identity is deleted', async () => {
    const subject = providers.newPerson();
    await registered();
    await shop.db.deleteFrom('social_identities').where('subject', '=', subject).execute();
    socialTokenOf(await logInAt(shop.client(), 'kakao'));
  });
});

describe('returnTo', () => {
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/services/..//evil.example',
    'javascript:alert(1)',
    '/%2Fevil.example',
    '/api/oauth/kakao',
    '/\tservices',
    'services',
    '',
  ])('%j falls back to the default', async (returnTo) => {
    providers.newPerson();
    await registered();
    const response = await logInAt(shop.client(), 'kakao', returnTo);
    expect(response.headers.location).toBe('/profile');
  });

  it('is checked again when read from the database', async () => {
    providers.newPerson();
    await registered();
    const client = shop.client();
    const start = await client.get('/api/oauth/kakao?returnTo=/services');
    await shop.db.updateTable('social_login_attempts').set({ return_to: 'https://evil.example/' }).execute();
    const response = await client.get(pathOf(await walkThroughProvider(String(start.headers.location))));
    expect(response.headers.location).toBe('/profile');
  });

  it('given twice falls back to the default', async () => {
    providers.newPerson();
    await registered();
    const client = shop.client();
    const start = await client.get('/api/oauth/kakao?returnTo=/services&returnTo=/about');
    const response = await client.get(pathOf(await walkThroughProvider(String(start.headers.location))));
    expect(response.headers.location).toBe('/profile');
  });
});

describe('without configured providers', () => {
  it('the list is empty, and every provider is 404', async () => {
    const plain = await startTestApp();
    try {
      const client = plain.client();
      expect((await client.get('/api/oauth/providers')).json()).toEqual([]);
      for (const provider of ['kakao', 'naver', 'google']) {
        expect((await client.get(`/api/oauth/${provider}`)).statusCode).toBe(404);
        expect((await client.get(`/api/oauth/${provider}/callback`)).headers.location).toBe(FAILED);
      }
    } finally {
      await plain.close();
    }
  });
});

it('social logins are limited per client address', async () => {
  const own = await startTestApp({ env: providers.env, limits: { socialPerMinute: 2 } });
  try {
    const client = own.client();
    for (let count = 0; count < 2; count += 1) expect((await client.get('/api/oauth/naver')).statusCode).toBe(302);
    const refused = await client.get('/api/oauth/naver');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await own.client().get('/api/oauth/naver')).statusCode).toBe(302);
  } finally {
    await own.close();
  }
});
