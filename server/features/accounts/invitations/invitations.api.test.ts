import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import type { SentInvitation, StaffInvitation } from '#shared/features/accounts/invitation-schemas.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { requireMail } from '#tests/support/app/mailbox.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

const PASSWORD = 'a good secret 12';

const newAddress = () => `${readableCode(10).toLowerCase()}@example.com`;
const newLogin = () => `n.${readableCode(10)}`;

async function buildInviter(...permissions: Permission[]): Promise<{ user: User; client: Client }> {
  const user = await shop.buildUser({ role: 'admin', permissions, password: PASSWORD });
  return { user, client: await shop.client().as(user) };
}

type Invited = SentInvitation & { token: string };

async function invite(client: Client, permissions: readonly Permission[] = ['orders']): Promise<Invited> {
  const response = await client.post('/api/admin/staff/invitations', {
    email: newAddress(),
    fullname: '김새봄',
    permissions,
  });
  expect(response.statusCode).toBe(201);
  const sent = response.json<SentInvitation>();
  const { text } = await requireMail(shop, sent.email, 'staff_invitation');
  const token = /\/staff-invitation#token=([\w-]{43})/.exec(text)?.[1];
  if (!token) throw new Error('the mail has no link');
  return { ...sent, token };
}

const body = (token: string, more: object = {}) => ({
  token,
  userId: newLogin(),
  password: PASSWORD,
  phone: '010-2345-6789',
  ...more,
});
const accept = (token: string, more: object = {}) =>
  shop.client().post('/api/auth/staff-invitation', body(token, more));

async function listOpen(client: Client): Promise<StaffInvitation[]> {
  const response = await client.get('/api/admin/staff/invitations');
  expect(response.statusCode).toBe(200);
  return response.json<StaffInvitation[]>();
}

describe('an invitation to staff', () => {
  it('makes an administrator with its permissions, who logs in', async () => {
    const { client, user } = await buildInviter('people');
    const { token, email, expires_at } = await invite(client, ['consultations', 'orders']);
    expect(new Date(expires_at).getTime() - clock.now().getTime()).toBe(72 * HOUR_MS);
    const userId = newLogin();
    const response = await accept(token, { userId });
    expect([response.statusCode, response.json()]).toEqual([201, { success: true, userId }]);
    expect(response.cookies.map(({ name }) => name)).not.toContain('sid');
    const theirs = shop.client();
    expect((await theirs.post('/api/auth/login', { userId, password: PASSWORD })).statusCode).toBe(200);
    expect((await theirs.get('/api/auth/my')).json()).toMatchObject({
      fullname: '김새봄',
      email,
      phone: '01023456789',
      role: 'admin',
      permissions: ['consultations', 'orders'],
      password_change_required: false,
    });
    expect((await theirs.get('/api/auth/email')).json()).toMatchObject({ is_verified: true });
    expect((await theirs.get('/api/admin/orders')).statusCode).toBe(200);
    expect((await theirs.get('/api/orders/my')).json()).toEqual([]);
    const entries = await shop.db
      .selectFrom('audit_log')
      .select(['action', 'actor_login'])
      .where('action', 'in', ['user.invite_staff', 'user.accept_invitation'])
      .where('actor_login', 'in', [user.user_id, userId])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'user.invite_staff', actor_login: user.user_id },
      { action: 'user.accept_invitation', actor_login: userId },
    ]);
  });

  it('keeps its token hashed', async () => {
    const { token, id } = await invite((await buildInviter('people')).client);
    const row = await shop.db.selectFrom('staff_invitations').selectAll().where('id', '=', id).executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('is listed while it is open', async () => {
    const { client, user } = await buildInviter('people');
    const { id, token, email, expires_at } = await invite(client, ['money']);
    expect((await listOpen(client)).find((each) => each.id === id)).toEqual({
      id,
      email,
      fullname: '김새봄',
      permissions: ['money'],
      created_at: clock.now().toISOString(),
      expires_at,
      invited_by: expect.stringContaining(user.user_id),
    });
    expect((await accept(token)).statusCode).toBe(201);
    expect((await listOpen(client)).map((each) => each.id)).not.toContain(id);
  });

  it('is refused for a bad body, and nothing is written or mailed', async () => {
    const { client } = await buildInviter('people');
    const good = { email: newAddress(), fullname: '김새봄', permissions: ['orders'] };
    const before = await shop.countRows();
    for (const [path, wrong] of [
      ['email', 'no address'],
      ['email', ['a@example.com', 'b@example.com']],
      ['fullname', ' '],
      ['permissions', []],
      ['permissions', ['boss']],
      ['permissions', 'orders'],
    ] as const) {
      const response = await client.post('/api/admin/staff/invitations', { ...good, [path]: wrong });
      expectError(response, 400, 'VALIDATION_FAILED');
      expect(response.json().details[0].path).toMatch(new RegExp(`^${path}`));
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('to owner is given and taken back by owners only', async () => {
    const [people, owner] = [await buildInviter('people'), await buildInviter('owner')];
    const wanted = { email: newAddress(), fullname: '김새봄', permissions: ['owner'] };
    expect((await people.client.post('/api/admin/staff/invitations', wanted)).json().code).toBe('PERMISSION_REQUIRED');
    const { id } = await invite(owner.client, ['owner']);
    expect((await people.client.delete(`/api/admin/staff/invitations/${id}`)).json().code).toBe('PERMISSION_REQUIRED');
    expect((await owner.client.delete(`/api/admin/staff/invitations/${id}`)).statusCode).toBe(200);
  });

  it('is 409 for an address with an open one, also of several at once, and of an administrator', async () => {
    const { client } = await buildInviter('people');
    const { email } = await invite(client);
    const again = { email: email.toUpperCase(), fullname: '김새봄', permissions: ['orders'] };
    expectError(await client.post('/api/admin/staff/invitations', again), 409, 'STAFF_INVITED');
    const together = { ...again, email: newAddress() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.post('/api/admin/staff/invitations', together)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const member = await shop.buildUser({ role: 'admin', email: newAddress() });
    expectError(
      await client.post('/api/admin/staff/invitations', { ...again, email: member.email }),
      409,
      'STAFF_EXISTS',
    );
  });

  it('is limited to thirty a day for each inviter', async () => {
    const { client } = await buildInviter('people');
    for (let sent = 0; sent < 30; sent += 1) await invite(client);
    const next = await client.post('/api/admin/staff/invitations', {
      email: newAddress(),
      fullname: '김새봄',
      permissions: ['orders'],
    });
    expectError(next, 429, 'TOO_MANY_REQUESTS');
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('POST /api/auth/staff-invitation', () => {
  it('refuses bad fields, a short or easy password and a taken id, and the link stays usable', async () => {
    const { client, user } = await buildInviter('people');
    const { token } = await invite(client);
    for (const [path, wrong] of [
      ['userId', 'a'],
      ['password', 'eleven char'],
      ['phone', '12'],
      ['phone', undefined],
      ['token', ''],
    ] as const) {
      const response = await accept(token, { [path]: wrong });
      expectError(response, 400, 'VALIDATION_FAILED');
      expect([path, response.json().details[0].path]).toEqual([path, path]);
    }
    const sameAsId = { userId: 'as-long-as-12', password: 'as-long-as-12' };
    expectError(await accept(token, sameAsId), 400, 'VALIDATION_FAILED');
    expectError(await accept(token, { userId: user.user_id.toUpperCase() }), 409, 'USER_ID_TAKEN');
    expect((await accept(token)).statusCode).toBe(201);
  });

  it('is 404 for an unknown, used, withdrawn or expired link', async () => {
    const { client } = await buildInviter('people');
    expectError(await accept('x'.repeat(43)), 404, 'INVITATION_INVALID');
    const [used, withdrawn, late] = [await invite(client), await invite(client), await invite(client)];
    expect((await accept(used.token)).statusCode).toBe(201);
    expectError(await accept(used.token), 404, 'INVITATION_INVALID');
    expect((await client.delete(`/api/admin/staff/invitations/${withdrawn.id}`)).json()).toEqual({ success: true });
    expectError(await client.delete(`/api/admin/staff/invitations/${withdrawn.id}`), 404, 'STAFF_INVITATION_NOT_FOUND');
    expectError(await client.delete(`/api/admin/staff/invitations/${used.id}`), 404, 'STAFF_INVITATION_NOT_FOUND');
    expectError(await accept(withdrawn.token), 404, 'INVITATION_INVALID');
    clock.advance(72 * HOUR_MS - MINUTE_MS);
    const { client: later } = await buildInviter('people');
    expect((await listOpen(later)).map(({ id }) => id)).toContain(late.id);
    clock.advance(MINUTE_MS);
    expectError(await accept(late.token), 404, 'INVITATION_INVALID');
    expect((await listOpen(later)).map(({ id }) => id)).not.toContain(late.id);
    expectError(await later.delete(`/api/admin/staff/invitations/${late.id}`), 404, 'STAFF_INVITATION_NOT_FOUND');
    const again = { email: late.email, fullname: '김새봄', permissions: ['orders'] };
    expect((await later.post('/api/admin/staff/invitations', again)).statusCode).toBe(201);
  });

  it('makes one account of twenty uses at once', async () => {
    const { token } = await invite((await buildInviter('people')).client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(19);
  });

  it('is limited for each client address', async () => {
    const guess = () => shop.client('192.0.2.77').post('/api/auth/staff-invitation', body('x'.repeat(43)));
    for (let guessed = 0; guessed < 20; guessed += 1) expectError(await guess(), 404, 'INVITATION_INVALID');
    expectError(await guess(), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('the invitations of an administrator end', () => {
  let owner: Awaited<ReturnType<typeof buildInviter>>;
  beforeAll(async () => {
    owner = await buildInviter('owner');
  });
  const change = (user: User, part: string, wanted: object) =>
    owner.client.put(`/api/admin/users/${user.id}/${part}`, wanted);

  it.each([
    ['people is taken', 'permissions', { permissions: ['orders'] }],
    ['the account is deactivated', 'active', { is_active: false }],
    ['the role is taken', 'role', { role: 'user' }],
  ] as const)('when %s, and do not come back', async (_, part, taken) => {
    const inviter = await buildInviter('people', 'orders');
    const { token, id } = await invite(inviter.client);
    expect((await change(inviter.user, part, taken)).statusCode).toBe(200);
    expectError(await accept(token), 404, 'INVITATION_INVALID');
    expect((await listOpen(owner.client)).map((each) => each.id)).not.toContain(id);
    await change(inviter.user, 'role', { role: 'admin' });
    await change(inviter.user, 'active', { is_active: true });
    expect((await change(inviter.user, 'permissions', { permissions: ['people'] })).statusCode).toBe(200);
    expectError(await accept(token), 404, 'INVITATION_INVALID');
  });

  it('when the account is closed', async () => {
    const inviter = await buildInviter('people');
    const { token } = await invite(inviter.client);
    expect((await inviter.client.post('/api/auth/close', { password: PASSWORD })).statusCode).toBe(200);
    expectError(await accept(token), 404, 'INVITATION_INVALID');
  });

  it('only to owner when owner is taken and people stays; not at all when others are taken', async () => {
    const inviter = await buildInviter('owner', 'people', 'orders');
    const [toOwner, toOrders] = [await invite(inviter.client, ['owner']), await invite(inviter.client)];
    expect((await change(inviter.user, 'permissions', { permissions: ['people'] })).statusCode).toBe(200);
    expectError(await accept(toOwner.token), 404, 'INVITATION_INVALID');
    expect((await accept(toOrders.token)).statusCode).toBe(201);
  });
});
