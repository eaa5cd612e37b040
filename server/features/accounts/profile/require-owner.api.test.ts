import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

const PASSWORD = 'secret12';

/** The account, and the client of a session that was opened over 10 minutes ago. */
async function buildBorrowed(password?: string): Promise<{ user: User; client: Client }> {
  const user = await shop.buildUser(password === undefined ? {} : { password });
  const client = await shop.client().as(user);
  clock.advance(10 * MINUTE_MS);
  return { user, client };
}

const update = (client: Client, body: object) => client.put('/api/auth/update-profile', body);

function findUser({ id }: User) {
  return shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

describe('a session of another hour', () => {
  it.each([
    ['e-mail address', { email: 'attacker@example.com' }],
    ['removal of the address', { email: '' }],
    ['phone', { phone: '010-9999-9999' }],
    ['phone, with a blank password', { phone: '010-9999-9999', currentPassword: ' ' }],
    ['address among harmless fields', { fullname: '김새로', email: 'attacker@example.com' }],
  ])('cannot change the %s', async (_name, body) => {
    const { user, client } = await buildBorrowed(PASSWORD);
    expectError(await update(client, body), 403, 'STEP_UP_REQUIRED');
    expect(await findUser(user)).toEqual(user);
  });

  it('changes the rest, also beside an address and a phone that stay as they are', async () => {
    const { user, client } = await buildBorrowed(PASSWORD);
    const body = { fullname: '김새로', email: user.email, phone: user.phone };
    expect((await update(client, body)).statusCode).toBe(200);
  });

  it('changes address and phone with the password, for this call alone', async () => {
    const { client } = await buildBorrowed(PASSWORD);
    const body = { email: 'owners@example.com', phone: '010-8888-8888', currentPassword: PASSWORD };
    expect((await update(client, body)).statusCode).toBe(200);
    expectError(await update(client, { email: 'attacker@example.com' }), 403, 'STEP_UP_REQUIRED');
  });

  it('cannot guess the password', async () => {
    const { user, client } = await buildBorrowed(PASSWORD);
    const guess = (currentPassword: string) => update(client, { email: 'attacker@example.com', currentPassword });
    for (let count = 0; count < 10; count += 1) expectError(await guess('a guess'), 400, 'WRONG_PASSWORD');
    const refused = await guess(PASSWORD);
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // The dialog's call counts with it.
    const proof = { password: PASSWORD };
    expectError(await client.post('/api/auth/second-factor', proof), 429, 'TOO_MANY_REQUESTS');
    expect(await findUser(user)).toEqual(user);
  });

  it('goes on for 10 minutes after the password was given', async () => {
    const { client } = await buildBorrowed(PASSWORD);
    expect((await client.post('/api/auth/second-factor', { password: PASSWORD })).statusCode).toBe(200);
    clock.advance(10 * MINUTE_MS - 1);
    expect((await update(client, { email: 'owners@example.com' })).statusCode).toBe(200);
    clock.advance(1);
    expectError(await update(client, { email: 'attacker@example.com' }), 403, 'STEP_UP_REQUIRED');
  });

  it('of an administrator without a second factor is refused like any other', async () => {
    const user = await shop.buildUser({ role: 'admin', password: PASSWORD });
    const client = shop.client();
    await client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
    clock.advance(10 * MINUTE_MS);
    expectError(await update(client, { phone: '010-9999-9999' }), 403, 'STEP_UP_REQUIRED');
  });
});

describe('an account without a password', () => {
  it('needs a new login for another address and for closing', async () => {
    const { user, client } = await buildBorrowed();
    expectError(await update(client, { email: 'attacker@example.com' }), 403, 'STEP_UP_REQUIRED');
    const guess = { email: 'attacker@example.com', currentPassword: '' };
    expectError(await update(client, guess), 403, 'STEP_UP_REQUIRED');
    expectError(await client.post('/api/auth/close', {}), 403, 'STEP_UP_REQUIRED');
    expect(await findUser(user)).toEqual(user);

    const recent = await shop.client().as(user);
    expect((await update(recent, { email: 'owners@example.com' })).statusCode).toBe(200);
    expect((await recent.post('/api/auth/close', {})).statusCode).toBe(200);
  });
});

describe('a password that is due', () => {
  it('lets nothing through but its own change, which needs the old one', async () => {
    const user = await shop.buildUser({ role: 'admin', password: 'short 12' });
    await shop.db.updateTable('users').set({ password_due: 'change' }).where('id', '=', user.id).execute();
    const client = await shop.client().as(user);
    const newPassword = 'rain over nine hills';
    const seizing = { currentPassword: 'short 12', newPassword, email: 'attacker@example.com' };
    for (const body of [{ fullname: '김새로' }, { email: 'attacker@example.com' }, seizing]) {
      expectError(await update(client, body), 403, 'PASSWORD_CHANGE_REQUIRED');
    }
    const close = { password: 'short 12' };
    expectError(await client.post('/api/auth/close', close), 403, 'PASSWORD_CHANGE_REQUIRED');
    expectError(await update(client, { newPassword }), 400, 'VALIDATION_FAILED');
    expectError(await update(client, { currentPassword: 'a guess', newPassword }), 400, 'WRONG_PASSWORD');
    expect((await update(client, { currentPassword: 'short 12', newPassword })).statusCode).toBe(200);
  });
});

describe('GET /api/auth/proofs', () => {
  it('names what the account has', async () => {
    const { client } = await buildBorrowed(PASSWORD);
    const proofs = await client.get('/api/auth/proofs');
    expect(proofs.headers['cache-control']).toBe('no-store');
    expect(proofs.json()).toEqual({ password: true, factors: [], providers: [] });
  });

  it('names the providers of an account that came by them', async () => {
    const { user, client } = await buildBorrowed();
    const identity = { provider: 'kakao', subject: `subject-${user.id}`, user_id: user.id } as const;
    await shop.db.insertInto('social_identities').values(identity).execute();
    const answer = (await client.get('/api/auth/proofs')).json();
    expect(answer).toEqual({ password: false, factors: [], providers: ['kakao'] });
  });

  it('is 401 for a visitor', async () => {
    expectError(await shop.client().get('/api/auth/proofs'), 401, 'UNAUTHENTICATED');
  });
});
