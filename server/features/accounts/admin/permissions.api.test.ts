import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import { CALL_TABLES } from '#server/registry/features.ts';
import type { Call } from '#shared/contract/call.ts';
import { PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import type { User } from '#tests/support/app/factories.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock, env: { LIMIT_STAFF_EXPORTS: '0', LIMIT_STAFF_SEARCHES_PER_MINUTE: '0' } });

const PASSWORD = 'a good secret 12';

/** The answer is this error, in the words of spec §8. */
function expectRefused(response: Awaited<ReturnType<Client['get']>>, status: number, code: string): void {
  expect(response.statusCode).toBe(status);
  expect(response.json()).toEqual({ code, error: 'Authentication or Admin privileges required' });
}

/** Contract §6, by the beginning of the path after `/api/admin/`; the first that fits counts. */
const NEEDED: readonly (readonly [RegExp, readonly Permission[]])[] = [
  [/^(services|terms|images)\b/, ['catalogue']],
  [/^(consultations|canned-replies)\b/, ['consultations']],
  [/^audit\b/, ['audit']],
  [/^operations$/, ['owner']],
  [/^marketing-consents/, ['people']],
  [/^(mails\b|reports\/day$)/, ['money']],
  [/^staff$/, ['orders', 'consultations', 'people', 'catalogue']],
  [/^staff\/(:id|invitations(\/:id)?)$/, ['people']],
  [
    /^(dashboard|day|statistics|work-statistics|reports|badges|saved-filters|push)\b/,
    ['orders', 'money', 'catalogue', 'consultations', 'people', 'audit'],
  ],
  [/^users\/:id\/(role|permissions|active|login-events)$/, ['people']],
  [/^users\/:id\/soldiers$/, ['orders']],
  [/^users\b/, ['orders', 'people']],
  [/^orders\/messages\b/, ['consultations']],
  [/^orders\/:id\/(payment-events|check)$/, ['orders', 'money']],
  [/^orders\/(export|:id\/(refunds|refund-proposals|attempts|proof))\b/, ['money']],
  [/^(refund-requests|refund-proposals|payment-differences|payment-webhooks)\b/, ['money']],
  [/^(orders|conflicts|search|notices|callbacks|callback-capacity|question-sets|holidays)\b/, ['orders']],
];

const ADMIN_CALLS: readonly Call[] = CALL_TABLES.flatMap(({ calls }) => Object.values(calls)).filter(
  ({ access }) => access === 'admin',
);

function buildAdminUser(permissions: readonly Permission[]): Promise<User> {
  return shop.buildUser({ role: 'admin', permissions, password: PASSWORD });
}

async function asAdmin(permissions: readonly Permission[]): Promise<Client> {
  return shop.client().as(await buildAdminUser(permissions));
}

describe.each<{ permissions: readonly Permission[] }>([
  { permissions: [] },
  ...PERMISSIONS.map((permission) => ({ permissions: [permission] })),
  { permissions: ['orders', 'people'] },
  { permissions: PERMISSIONS.filter((permission) => permission !== 'owner') },
])('with $permissions', ({ permissions }) => {
  it('every call of the administration requires the permission of the contract', async () => {
    const client = await asAdmin(permissions);
    const wrong: string[] = [];
    for (const { method, path } of ADMIN_CALLS) {
      const response = await client.call(method, path.replace(/:\w+/g, 'abc'), method === 'GET' ? undefined : {});
      const needed = NEEDED.find(([pattern]) => pattern.test(path.replace('/api/admin/', '')))?.[1] ?? [];
      const isOpen = permissions.includes('owner') || needed.some((permission) => permissions.includes(permission));
      const isRefused = response.statusCode === 403;
      if (isRefused) expectRefused(response, 403, 'PERMISSION_REQUIRED');
      if (isRefused === isOpen) wrong.push(`${method} ${path}: ${response.statusCode}`);
    }
    expect(ADMIN_CALLS.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });
});

it('a person without `orders` sees neither soldiers nor orders of an account', async () => {
  const user = await shop.buildUser();
  const { id } = await shop.buildOrder({ user });
  const detail = async (permissions: readonly Permission[]) =>
    (await (await asAdmin(permissions)).get(`/api/admin/users/${user.id}`)).json();
  expect(await detail(['people'])).toMatchObject({ id: user.id, soldiers: [], orders: [] });
  expect((await detail(['orders'])).orders).toMatchObject([{ id }]);
});

describe('PUT /api/admin/users/{id}/permissions', () => {
  it('ends no session by adding a permission, which counts in it at once', async () => {
    const client = await asAdmin(['people']);
    const user = await buildAdminUser(['orders']);
    const theirs = await shop.client().as(user);
    const put = (permissions: string[]) => client.put(`/api/admin/users/${user.id}/permissions`, { permissions });
    expectRefused(await theirs.get('/api/admin/services'), 403, 'PERMISSION_REQUIRED');
    expect((await put(['orders', 'catalogue'])).statusCode).toBe(200);
    expect((await theirs.get('/api/admin/services')).statusCode).toBe(200);
    expect((await put(['catalogue'])).statusCode).toBe(200);
    expectError(await theirs.get('/api/auth/my'), 401, 'UNAUTHENTICATED');
  });

  it('sets what an administrator may do, ends the sessions and is audited', async () => {
    const client = await asAdmin(['people', 'audit']);
    const user = await buildAdminUser(['orders']);
    const theirs = await shop.client().as(user);
    const body = { permissions: ['money', 'catalogue', 'money'] };
    const response = await client.put(`/api/admin/users/${user.id}/permissions`, body);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: user.id, is_active: true, permissions: ['catalogue', 'money'] });
    expectError(await theirs.get('/api/auth/my'), 401, 'UNAUTHENTICATED');
    const again = await shop.client().as(user);
    expect((await again.get('/api/auth/my')).json().permissions.toSorted()).toEqual(['catalogue', 'money']);
    const [entry] = (await client.get('/api/admin/audit?action=user.set_permissions')).json();
    expect(entry).toMatchObject({ subject_id: String(user.id), before: { permissions: ['orders'] } });
  });

  it.each([{}, { permissions: 'orders' }, { permissions: ['all'] }, { permissions: [null] }])(
    'refuses %j',
    async (body) => {
      const client = await asAdmin(['people']);
      const { id } = await buildAdminUser([]);
      expectError(await client.put(`/api/admin/users/${id}/permissions`, body), 400, 'VALIDATION_FAILED');
    },
  );

  it('is not for customers, unknown accounts and one’s own', async () => {
    const user = await buildAdminUser(['people']);
    const client = await shop.client().as(user);
    const put = (id: number) => client.put(`/api/admin/users/${id}/permissions`, { permissions: ['people'] });
    expectError(await put((await shop.buildUser()).id), 400, 'VALIDATION_FAILED');
    expectError(await put(2_147_483_647), 404, 'USER_NOT_FOUND');
    expectError(await put(user.id), 409, 'OWN_ACCOUNT');
  });

  it('lets only owners give or take `owner`, or change an owner', async () => {
    const people = await asAdmin(['people']);
    const [owner, other] = [await buildAdminUser(['owner']), await buildAdminUser([])];
    const put = (client: Client, id: number, permissions: string[]) =>
      client.put(`/api/admin/users/${id}/permissions`, { permissions });
    expectRefused(await put(people, other.id, ['owner']), 403, 'PERMISSION_REQUIRED');
    expectRefused(await put(people, owner.id, ['orders']), 403, 'PERMISSION_REQUIRED');
    for (const path of ['role', 'active']) {
      const body = path === 'role' ? { role: 'user' } : { is_active: false };
      expectRefused(await people.put(`/api/admin/users/${owner.id}/${path}`, body), 403, 'PERMISSION_REQUIRED');
    }
    const chief = await asAdmin(['owner']);
    expect((await put(chief, other.id, ['owner'])).json().permissions).toEqual(['owner']);
    expect((await put(chief, owner.id, [])).json().permissions).toEqual([]);
  });
});

describe('PUT /api/admin/users/{id}/active', () => {
  it('closes the account to its owner without demoting it, and opens it again', async () => {
    const client = await asAdmin(['people']);
    const user = await shop.buildUser({
      role: 'admin',
      permissions: ['orders'],
      password: PASSWORD,
      email: 'gone@example.com',
    });
    const theirs = await shop.client().as(user);
    const put = (is_active: boolean) => client.put(`/api/admin/users/${user.id}/active`, { is_active });
    const logIn = async () =>
      (await shop.client().post('/api/auth/login', { userId: user.user_id, password: PASSWORD })).json();
    expect((await put(false)).json()).toMatchObject({ role: 'admin', is_active: false, permissions: ['orders'] });
    expectError(await theirs.get('/api/auth/my'), 401, 'UNAUTHENTICATED');
    expect(await logIn()).toEqual({ success: false, error: 'Invalid ID or password', code: 'INVALID_CREDENTIALS' });
    const found = await shop.client().post('/api/auth/find-userid', { email: 'gone@example.com' });
    expectError(found, 404, 'EMAIL_UNKNOWN');
    expect((await put(true)).json()).toMatchObject({ is_active: true });
    expect(await logIn()).toMatchObject({ success: true });
  });

  it('never removes the last owner, even when two deactivate each other at once', async () => {
    await shop.db.deleteFrom('user_permissions').where('permission', '=', 'owner').execute();
    for (let round = 0; round < 5; round += 1) {
      const pair = [await buildAdminUser(['owner']), await buildAdminUser(['owner'])] as const;
      const clients = [await shop.client().as(pair[0]), await shop.client().as(pair[1])] as const;
      for (const client of clients) await client.get('/api/csrf-token');
      const answers = await Promise.all([
        clients[0].put(`/api/admin/users/${pair[1].id}/active`, { is_active: false }),
        clients[1].put(`/api/admin/users/${pair[0].id}/active`, { is_active: false }),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
      expect([
        [200, 401],
        [200, 409],
      ]).toContainEqual(statuses);
      const codes = answers.map((answer) => answer.json().code).filter((code) => code !== undefined);
      expect(['LAST_OWNER', 'ADMIN_UNAUTHENTICATED']).toContain(codes[0]);
      await shop.db.deleteFrom('user_permissions').where('permission', '=', 'owner').execute();
    }
  });
});

describe('an administrator who was promoted', () => {
  it('has no permission, and must change a password under 12 characters at the next login', async () => {
    const client = await asAdmin(['people']);
    const [short, long] = [
      await shop.buildUser({ password: 'short 12' }),
      await shop.buildUser({ password: PASSWORD }),
    ];
    for (const { id } of [short, long]) {
      const { permissions } = (await client.put(`/api/admin/users/${id}/role`, { role: 'admin' })).json();
      expect(permissions).toEqual([]);
    }
    const free = shop.client();
    await free.post('/api/auth/login', { userId: long.user_id, password: PASSWORD });
    expect((await free.get('/api/auth/my')).json()).toMatchObject({ permissions: [], password_change_required: false });
    const bound = shop.client();
    await bound.post('/api/auth/login', { userId: short.user_id, password: 'short 12' });
    expect((await bound.get('/api/auth/my')).json()).toMatchObject({ password_change_required: true });
    expectError(await bound.get('/api/auth/sessions'), 403, 'PASSWORD_CHANGE_REQUIRED');
    const change = (newPassword: string) =>
      bound.put('/api/auth/update-profile', { currentPassword: 'short 12', newPassword });
    expect((await change('eleven char')).json().details).toMatchObject([{ path: 'newPassword' }]);
    expect((await change('twelve chars')).json().user).toMatchObject({ password_change_required: false });
    expect((await bound.get('/api/auth/sessions')).statusCode).toBe(200);
  });
});

describe('an administrator who is a customer again', () => {
  it('before the next login keeps a short password like any customer, and has none due', async () => {
    const owner = await asAdmin(['people']);
    const user = await shop.buildUser({ password: 'short 12' });
    for (const role of ['admin', 'user']) {
      expect((await owner.put(`/api/admin/users/${user.id}/role`, { role })).json()).toMatchObject({ role });
    }
    const client = shop.client();
    const login = await client.post('/api/auth/login', { userId: user.user_id, password: 'short 12' });
    expect(login.cookies[0]).toMatchObject({ name: 'sid', maxAge: 30 * 24 * 60 * 60 });
    expect((await client.get('/api/auth/my')).json()).toMatchObject({ role: 'user' });
    expect((await client.get('/api/auth/sessions')).statusCode).toBe(200);
    const change = { currentPassword: 'short 12', newPassword: 'eight 88' };
    expect((await client.put('/api/auth/update-profile', change)).statusCode).toBe(200);
  });
});

describe('a session of an administrator', () => {
  async function logIn(): Promise<{ client: Client; user: User }> {
    const user = await buildAdminUser(['owner']);
    const client = shop.client();
    const login = await client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
    expect(login.cookies[0]).toMatchObject({ name: 'sid', maxAge: 12 * 60 * 60 });
    return { client, user };
  }

  it('ends after 30 minutes of polling', async () => {
    const { client } = await logIn();
    const { id } = await openConversation(await buildCustomer(shop));
    for (let minutes = 0; minutes < 30; minutes += 5) {
      expect((await client.get('/api/auth/my', { headers: { 'x-navigation': '1' } })).statusCode).toBe(200);
      expect((await client.get('/api/admin/dashboard')).statusCode).toBe(200);
      // Pages mark as read, and report typing, by themselves.
      const conversation = `/api/admin/consultations/${id}`;
      expect((await client.put(`${conversation}/read`, { seq: 1 })).statusCode).toBe(200);
      expect((await client.post(`${conversation}/typing`, {})).statusCode).toBe(200);
      clock.advance(5 * MINUTE_MS);
    }
    expectRefused(await client.get('/api/admin/dashboard'), 401, 'ADMIN_UNAUTHENTICATED');
  });

  it('continues while the administrator works, up to 12 hours', async () => {
    const { client } = await logIn();
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      const isRead = minutes % 40 === 0;
      const response = isRead
        ? await client.get('/api/admin/dashboard', { headers: { 'x-navigation': '1' } })
        : await client.put('/api/auth/notices', {});
      expect(response.statusCode).toBe(200);
      clock.advance(20 * MINUTE_MS);
    }
    expectRefused(await client.get('/api/admin/dashboard'), 401, 'ADMIN_UNAUTHENTICATED');
  });
});

describe('a call that needs step-up', () => {
  const SENSITIVE = ADMIN_CALLS.filter(({ stepUp }) => stepUp).map(({ method, path }) => `${method} ${path}`);

  async function buildStepped(at: Date | null): Promise<Client> {
    const user = await buildAdminUser(['owner']);
    const client = await shop.client().as(user);
    await shop.db
      .insertInto('second_factors')
      .values({ user_id: user.id, kind: 'totp', name: '인증 앱', created_at: clock.now(), confirmed_at: clock.now() })
      .execute();
    await shop.db.updateTable('sessions').set({ stepped_up_at: at }).where('user_id', '=', user.id).execute();
    return client;
  }

  it('is each refund, export, signature, change of roles and of terms', () => {
    expect(SENSITIVE.toSorted()).toEqual([
      'DELETE /api/admin/orders/:id/participants/:participantId',
      'DELETE /api/admin/staff/invitations/:id',
      'GET /api/admin/marketing-consents/export',
      'GET /api/admin/orders/export',
      'GET /api/admin/orders/mandates',
      'POST /api/admin/orders/:id/letter/sign',
      'POST /api/admin/orders/:id/participants',
      'POST /api/admin/orders/:id/refund-proposals',
      'POST /api/admin/orders/:id/refunds',
      'POST /api/admin/orders/:id/refunds/outside',
      'POST /api/admin/refund-proposals/:id/approve',
      'POST /api/admin/refund-requests/:id/grant',
      'POST /api/admin/refund-requests/:id/propose',
      'POST /api/admin/staff/invitations',
      'POST /api/admin/terms',
      'PUT /api/admin/terms/:filename',
      'PUT /api/admin/users/:id/active',
      'PUT /api/admin/users/:id/permissions',
      'PUT /api/admin/users/:id/role',
    ]);
  });

  it.each([null, 10 * MINUTE_MS, 10 * DAY_MS])('is 403 with a second factor given %s ms ago', async (ago) => {
    const client = await buildStepped(ago === null ? null : new Date(clock.now().getTime() - ago));
    for (const call of SENSITIVE) {
      const [method, path = ''] = call.split(' ');
      const response = await client.call(
        method as 'PUT',
        path.replace(/:\w+/g, '1'),
        method === 'GET' ? undefined : {},
      );
      expect([call, response.statusCode, response.json().code]).toEqual([call, 403, 'STEP_UP_REQUIRED']);
    }
    const profile = { email: 'another@example.com' };
    expectError(await client.put('/api/auth/update-profile', profile), 403, 'STEP_UP_REQUIRED');
    expect((await client.put('/api/auth/update-profile', { fullname: '김새로' })).statusCode).toBe(200);
    expect((await client.get('/api/admin/orders')).statusCode).toBe(200);
  });

  it('is open for 10 minutes, which calls do not renew', async () => {
    const client = await buildStepped(clock.now());
    for (let minutes = 0; minutes < 10; minutes += 2) {
      expect((await client.get('/api/admin/orders/export')).statusCode).toBe(200);
      clock.advance(2 * MINUTE_MS);
    }
    expectError(await client.get('/api/admin/orders/export'), 403, 'STEP_UP_REQUIRED');
  });
});

it('REQUIRE_SECOND_FACTOR closes the administration to those without one, outside of /api/admin too', async () => {
  const strict = await startTestApp({ env: { REQUIRE_SECOND_FACTOR: '1' } });
  const customer = await buildCustomer(strict);
  const file = fileForm(Buffer.from('진단서'), { filename: '진단서.txt', type: 'text/plain' });
  const { id } = (await customer.client.post('/api/attachments', file.body, { headers: file.headers })).json();
  await openConversation(customer, { attachment_ids: [id] });
  const client = await strict.client().as(await strict.buildUser({ role: 'admin' }));
  for (const path of ['dashboard', 'orders', 'audit']) {
    expectRefused(await client.get(`/api/admin/${path}`), 403, 'SECOND_FACTOR_REQUIRED');
  }
  expectError(await client.get(`/api/attachments/${id}`), 404, 'ATTACHMENT_NOT_FOUND');
  expectRefused(
    await client.post('/api/attachments', file.body, { headers: file.headers }),
    403,
    'PERMISSION_REQUIRED',
  );
  expectRefused(await client.get('/api/events'), 403, 'PERMISSION_REQUIRED');
  expect((await client.get('/api/auth/my')).json()).toMatchObject({
    second_factor_required: true,
    has_second_factor: false,
  });
  await strict.close();
});

describe('GET /api/admin/users/{id}/login-events', () => {
  it('lists the logins of an account, and is audited', async () => {
    const client = await asAdmin(['people', 'audit']);
    const user = await shop.buildUser({ password: PASSWORD });
    await shop.client().post('/api/auth/login', { userId: user.user_id, password: 'a wrong one' });
    const response = await client.get(`/api/admin/users/${user.id}/login-events`);
    expect(response.json()).toMatchObject([{ result: 'failure', method: 'password' }]);
    const [entry] = (await client.get('/api/admin/audit?action=user.view_logins')).json();
    expect(entry).toMatchObject({ subject_id: String(user.id) });
    expectError(await client.get('/api/admin/users/2147483647/login-events'), 404, 'USER_NOT_FOUND');
  });
});
