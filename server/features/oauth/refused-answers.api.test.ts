import fs from 'node:fs';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { setUpTestApp, startTestApp, type TestApp } from '#tests/support/app/app.ts';
import {
  logInAt,
  pathOf,
  socialTokenOf,
  startSocialProviders,
  walkThroughProvider,
} from '#tests/support/browser/social-login.ts';

const MINUTE_MS = 60_000;
const FAILED = '/login?error=social';

const providers = await startSocialProviders();
const shop = await setUpTestApp({ env: providers.env, limits: { socialPerMinute: 0 } });
afterAll(async () => {
  await providers.close();
});

afterEach(() => providers.reset());

describe('a callback without an attempt of this browser', () => {
  async function callbackFor(client = shop.client()) {
    providers.newPerson();
    const start = await client.get('/api/oauth/kakao');
    return { client, callback: new URL(await walkThroughProvider(String(start.headers.location))) };
  }

  async function expectRefused(client: ReturnType<TestApp['client']>, path: string) {
    const before = await shop.countRows();
    const response = await client.get(path);
    expect([response.statusCode, response.headers.location]).toEqual([302, FAILED]);
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(client.cookies.has('sid')).toBe(false);
    expect(await shop.countRows()).toEqual(before);
  }

  it('is refused with a forged state', async () => {
    const { client, callback } = await callbackFor();
    callback.searchParams.set('state', 'a'.repeat(43));
    await expectRefused(client, pathOf(callback.href));
  });

  it.each(['', '?code=abc', '?state=', '?state=a&state=b&code=c', '?error=access_denied'])(
    'is refused with the query "%s"',
    async (query) => {
      const { client } = await callbackFor();
      await expectRefused(client, `/api/oauth/kakao/callback${query}`);
    },
  );

  it('is refused at another provider, and stays valid at its own', async () => {
    const { client, callback } = await callbackFor();
    await expectRefused(client, pathOf(callback.href).replace('/kakao/', '/google/'));
    socialTokenOf(await client.get(pathOf(callback.href)));
  });

  it('is refused at an unknown provider', async () => {
    const { client, callback } = await callbackFor();
    await expectRefused(client, pathOf(callback.href).replace('/kakao/', '/facebook/'));
  });

  it('is refused in another browser, with and without its own attempt, and stays valid in its own', async () => {
    const { client, callback } = await callbackFor();
    await expectRefused(shop.client(), pathOf(callback.href));
    const other = shop.client();
    await other.get('/api/oauth/kakao');
    await expectRefused(other, pathOf(callback.href));
    socialTokenOf(await client.get(pathOf(callback.href)));
  });

  it('is refused after ten minutes', async () => {
    const { client, callback } = await callbackFor();
    shop.clock.advance(10 * MINUTE_MS);
    await expectRefused(client, pathOf(callback.href));
  });

  it('is refused with a wrong nonce', async () => {
    const { client, callback } = await callbackFor();
    await shop.db.updateTable('social_login_attempts').set({ nonce: 'another' }).execute();
    await expectRefused(client, pathOf(callback.href));
  });

  it('is refused with a wrong PKCE verifier', async () => {
    const { client, callback } = await callbackFor();
    await shop.db
      .updateTable('social_login_attempts')
      .set({ code_verifier: 'v'.repeat(43) })
      .execute();
    await expectRefused(client, pathOf(callback.href));
  });
});

describe('a failing provider', () => {
  it('leads back to the login page before the redirect, and the next login retries', async () => {
    const own = await startTestApp({ env: providers.env });
    try {
      providers.newPerson();
      providers.kakao.fault = 'down';
      const client = own.client();
      expect((await client.get('/api/oauth/kakao')).headers.location).toBe(FAILED);
      expect(await own.db.selectFrom('social_login_attempts').selectAll().execute()).toEqual([]);
      providers.kakao.fault = undefined;
      socialTokenOf(await logInAt(client, 'kakao'));
    } finally {
      await own.close();
    }
  });

  it.each(['down', 'error', 'nonsense'] as const)(
    'leads back to the login page from the token endpoint (%s)',
    async (fault) => {
      providers.newPerson();
      const client = shop.client();
      const start = await client.get('/api/oauth/google');
      const callback = pathOf(await walkThroughProvider(String(start.headers.location)));
      providers.google.fault = fault;
      const before = await shop.countRows();
      expect((await client.get(callback)).headers.location).toBe(FAILED);
      expect(await shop.countRows()).toEqual(before);
    },
  );

  it('leads back to the login page when Naver refuses the profile', async () => {
    providers.newPerson();
    providers.naver.fault = 'profile';
    expect((await logInAt(shop.client(), 'naver')).headers.location).toBe(FAILED);
  });
});

it('no log level contains a state, a code or a token', async () => {
  let logged = '';
  const spy = vi.spyOn(fs, 'writeSync').mockImplementation((_descriptor: number, data: unknown) => {
    logged += String(data);
    return Buffer.byteLength(String(data));
  });
  const own = await startTestApp({ env: { ...providers.env, LOG_LEVEL: 'debug' } });
  try {
    providers.newPerson();
    const client = own.client();
    const secrets: string[] = [];
    for (const fault of [undefined, 'error', 'nonsense'] as const) {
      const start = await client.get('/api/oauth/google');
      const callback = new URL(await walkThroughProvider(String(start.headers.location)));
      secrets.push(callback.searchParams.get('state') ?? '', callback.searchParams.get('code') ?? '');
      providers.google.fault = fault;
      const response = await client.get(pathOf(callback.href));
      providers.google.fault = undefined;
      if (!fault) secrets.push(socialTokenOf(response), client.cookies.get('social') ?? '');
      await client.get(pathOf(callback.href));
    }
    expect(logged.match(/social login failed/g)?.length).toBe(5);
    expect(secrets.filter((secret) => secret.length < 20 || logged.includes(secret))).toEqual([]);
    expect(logged).not.toContain(providers.google.clientSecret);
  } finally {
    await own.close();
    spy.mockRestore();
  }
});
