import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { type Authenticator, createAuthenticator } from '#tests/support/factors/authenticator.ts';
import { enrolTotp } from '#tests/support/factors/second-factor.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock();
const ORIGIN = 'https://shop.example';
const shop = await setUpTestApp({ clock, env: { PUBLIC_URL: ORIGIN } });

const PASSWORD = 'a good secret 12';
const OWN = { origin: ORIGIN };

function buildUser(): Promise<User> {
  return shop.buildUser({ role: 'admin', password: PASSWORD, email: `${readableCode(10).toLowerCase()}@example.com` });
}

function logIn(client: Client, user: User) {
  return client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
}

async function startEnrolling(client: Client) {
  const started = await client.post('/api/auth/second-factors/passkey/options');
  expect(started.statusCode).toBe(200);
  return started.json();
}

function add(client: Client, response: unknown, name = '노트북') {
  return client.post('/api/auth/second-factors/passkey', { name, response });
}

async function buildOwner(): Promise<{ user: User; client: Client }> {
  const user = await buildUser();
  const client = shop.client();
  await logIn(client, user);
  return { user, client };
}

/** An account with a passkey. */
async function buildEnrolled(counter = 0) {
  const { user, client } = await buildOwner();
  const authenticator = createAuthenticator();
  const response = authenticator.create(await startEnrolling(client), { ...OWN, counter });
  expect((await add(client, response)).statusCode).toBe(201);
  return { user, client, authenticator };
}

/** A browser whose login waits for the passkey, and what it has to sign. */
async function buildWaiting(user: User) {
  const client = shop.client();
  expect((await logIn(client, user)).json()).toMatchObject({ second_factor: ['passkey'] });
  const options = await client.post('/api/auth/second-factor/options');
  expect(options.statusCode).toBe(200);
  return { client, options: options.json() };
}

function give(client: Client, response: ReturnType<Authenticator['get']>) {
  return client.post('/api/auth/second-factor', { response });
}

describe('POST /api/auth/second-factors/passkey', () => {
  it('enrols a passkey that the browser made for this site, with recovery codes', async () => {
    const { user, client } = await buildOwner();
    const options = await startEnrolling(client);
    expect(options).toMatchObject({
      rp: { id: 'shop.example' },
      user: { name: user.user_id },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(options.user.id).toMatch(/^[\w-]{43}$/);
    const authenticator = createAuthenticator();
    const added = await add(client, authenticator.create(options, OWN));
    expect(added.statusCode).toBe(201);
    const at = clock.now().toISOString();
    const factor = { id: expect.any(Number), kind: 'passkey', name: '노트북', created_at: at, last_used_at: null };
    expect(added.json()).toEqual({ ...factor, recovery_codes: expect.any(Array) });
    expect(added.json().recovery_codes).toHaveLength(10);
    expect((await client.get('/api/auth/second-factors')).json()[0]).toEqual(factor);
    const second = await startEnrolling(client);
    expect(second.excludeCredentials).toEqual([{ id: authenticator.id, type: 'public-key', transports: ['internal'] }]);
  });

  it('refuses another origin, another host, an unverified person, and a wrong challenge', async () => {
    const { client } = await buildOwner();
    const wrong = [
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', rpId: 'shop.example' },
      { origin: 'http://shop.example' },
      { ...OWN, rpId: 'evil.example' },
      { ...OWN, isUserVerified: false },
    ];
    for (const wishes of wrong) {
      const response = createAuthenticator().create(await startEnrolling(client), wishes);
      expectError(await add(client, response), 400, 'PASSKEY_REFUSED');
    }
    const invented = createAuthenticator().create({ challenge: 'AAAA' }, OWN);
    expectError(await add(client, invented), 400, 'PASSKEY_REFUSED');
    expect((await client.get('/api/auth/second-factors')).json()).toEqual([]);
  });

  it('takes a challenge once, for five minutes, in the session that asked for it', async () => {
    const { user, client } = await buildOwner();
    const options = await startEnrolling(client);
    const other = shop.client();
    await logIn(other, user);
    expectError(await add(other, createAuthenticator().create(options, OWN)), 400, 'PASSKEY_REFUSED');
    const late = await startEnrolling(client);
    clock.advance(5 * MINUTE_MS);
    expectError(await add(client, createAuthenticator().create(late, OWN)), 400, 'PASSKEY_REFUSED');
    const response = createAuthenticator().create(await startEnrolling(client), OWN);
    const results = await Promise.all(Array.from({ length: 5 }, () => add(client, response)));
    expect(results.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  it('refuses a passkey that is enrolled, also to another account', async () => {
    const { client, authenticator } = await buildEnrolled();
    const again = authenticator.create(await startEnrolling(client), OWN);
    expectError(await add(client, again), 400, 'PASSKEY_REFUSED');
    const { client: outsider } = await buildOwner();
    const taken = authenticator.create(await startEnrolling(outsider), OWN);
    expectError(await add(outsider, taken), 400, 'PASSKEY_REFUSED');
  });

  it('refuses what is no answer of an authenticator', async () => {
    const { client } = await buildOwner();
    const response = createAuthenticator().create(await startEnrolling(client), OWN);
    const broken = { ...response, response: { ...response.response, attestationObject: 'AAAA' } };
    expectError(await add(client, broken), 400, 'PASSKEY_REFUSED');
    for (const body of [undefined, {}, { ...response, id: 'a b' }, { ...response, type: 'password' }]) {
      expectError(await add(client, body), 400, 'VALIDATION_FAILED');
    }
    expectError(await add(client, response, ' '), 400, 'VALIDATION_FAILED');
  });

  it('keeps the recovery codes that the account has', async () => {
    const { client } = await buildOwner();
    await enrolTotp(shop, client);
    const response = createAuthenticator().create(await startEnrolling(client), OWN);
    const added = await add(client, response);
    expect(added.statusCode).toBe(201);
    expect(added.json()).not.toHaveProperty('recovery_codes');
  });
});

describe('a login with a passkey', () => {
  it('opens its session with the signed challenge, which is a step-up', async () => {
    const { user, authenticator } = await buildEnrolled();
    const { client, options } = await buildWaiting(user);
    expect(options).toMatchObject({
      rpId: 'shop.example',
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
    });
    const answer = authenticator.get(options, OWN);
    expect((await give(client, answer)).json()).toEqual({ success: true, userId: user.user_id });
    expect((await client.get('/api/auth/login-events')).json()[0]).toMatchObject({ method: 'passkey' });
    expect((await client.get('/api/auth/second-factors')).json()[0].last_used_at).toBe(clock.now().toISOString());
    expect((await client.post('/api/auth/second-factors/recovery')).statusCode).toBe(200);
  });

  it('refuses a replay, another origin, an unverified person and a wrong signature', async () => {
    const { user, authenticator } = await buildEnrolled();
    const first = await buildWaiting(user);
    const used = authenticator.get(first.options, OWN);
    expect((await give(first.client, used)).statusCode).toBe(200);
    const attempts = [
      () => used,
      (options: { challenge: string }) => authenticator.get(options, { origin: 'https://evil.example' }),
      (options: { challenge: string }) =>
        authenticator.get(options, { origin: 'https://evil.example', rpId: 'shop.example' }),
      (options: { challenge: string }) => authenticator.get(options, { ...OWN, isUserVerified: false }),
      (options: { challenge: string }) => ({ ...createAuthenticator().get(options, OWN), id: authenticator.id }),
      (options: { challenge: string }) => createAuthenticator().get(options, OWN),
    ];
    for (const attempt of attempts) {
      const { client, options } = await buildWaiting(user);
      expectError(await give(client, attempt(options)), 400, 'CODE_INVALID');
      expect((await client.get('/api/auth/my')).statusCode).toBe(401);
    }
  });

  it('takes a challenge only in the browser whose login waits', async () => {
    const { user, client: owner, authenticator } = await buildEnrolled();
    const [first, second] = [await buildWaiting(user), await buildWaiting(user)];
    expectError(await give(second.client, authenticator.get(first.options, OWN)), 400, 'CODE_INVALID');
    // Nor the challenge of a session, which is for step-up.
    const stepUp = (await owner.post('/api/auth/second-factor/options')).json();
    expectError(await give(second.client, authenticator.get(stepUp, OWN)), 400, 'CODE_INVALID');
    expect((await give(first.client, authenticator.get(first.options, OWN))).statusCode).toBe(200);
  });

  it('opens one session for the same answer sent 10 times at once', async () => {
    const { user, authenticator } = await buildEnrolled();
    const { client, options } = await buildWaiting(user);
    const answer = authenticator.get(options, OWN);
    const responses = await Promise.all(Array.from({ length: 10 }, () => give(client, answer)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('refuses a counter that went back, and follows one that counts', async () => {
    const { user, authenticator } = await buildEnrolled(5);
    const counted = await buildWaiting(user);
    expect((await give(counted.client, authenticator.get(counted.options, { ...OWN, counter: 6 }))).statusCode).toBe(
      200,
    );
    for (const counter of [0, 5, 6]) {
      const { client, options } = await buildWaiting(user);
      expectError(await give(client, authenticator.get(options, { ...OWN, counter })), 400, 'CODE_INVALID');
    }
  });

  it('is not offered to an account without one', async () => {
    const { user, client } = await buildOwner();
    expectError(await client.post('/api/auth/second-factor/options'), 409, 'NO_SECOND_FACTOR');
    await enrolTotp(shop, client);
    const waiting = shop.client();
    expect((await logIn(waiting, user)).json()).toMatchObject({ second_factor: ['totp'] });
    expectError(await waiting.post('/api/auth/second-factor/options'), 409, 'NO_SECOND_FACTOR');
    expectError(await shop.client().post('/api/auth/second-factor/options'), 401, 'LOGIN_EXPIRED');
  });
});

describe('step-up with a passkey', () => {
  it('opens sensitive calls of this session', async () => {
    const { client, authenticator } = await buildEnrolled();
    clock.advance(10 * MINUTE_MS);
    expectError(await client.post('/api/auth/second-factors/recovery'), 403, 'STEP_UP_REQUIRED');
    const options = (await client.post('/api/auth/second-factor/options')).json();
    expectError(await give(client, createAuthenticator().get(options, OWN)), 400, 'CODE_INVALID');
    const next = (await client.post('/api/auth/second-factor/options')).json();
    expect((await give(client, authenticator.get(next, OWN))).statusCode).toBe(200);
    expect((await client.post('/api/auth/second-factors/recovery')).statusCode).toBe(200);
  });
});
