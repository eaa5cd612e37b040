import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AdminUser, AdminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import { type AdminFixture, buildAdmin, nextPage, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { createAdministrator } from './registration/create-administrator.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function search(q: string): Promise<string[]> {
  const response = await admin.client.get(`/api/admin/users?${new URLSearchParams({ q })}`);
  expect(response.statusCode).toBe(200);
  return response.json<AdminUserListItem[]>().map((user) => user.user_id);
}

/** Closes an account as its owner does. */
async function closeAccount(user: { id: number }): Promise<void> {
  const client = await shop.client().as(user);
  expect((await client.post('/api/auth/close', {})).statusCode).toBe(200);
}

describe('GET /api/admin/users', () => {
  it('lists accounts, newest first, with the counts of their soldiers and orders', async () => {
    const user = await shop.buildUser({ user_id: 'List.Me', fullname: '왕건', military_status: '복무 중' });
    const soldier = await shop.buildSoldier({ user });
    await shop.buildSoldier({ user });
    await shop.buildOrder({ user, soldier });
    const response = await admin.client.get('/api/admin/users?limit=1');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual([
      {
        id: user.id,
        user_id: 'List.Me',
        fullname: '왕건',
        phone: '01012345678',
        phone_verified: false,
        email: 'buyer@example.com',
        military_status: '복무 중',
        role: 'user',
        closed_at: null,
        created_at: user.created_at.toISOString(),
        soldier_count: 2,
        order_count: 1,
      },
    ]);
    expect(response.headers['x-total-count']).toMatch(/^\d+$/);
    expect(nextPage(response)).toMatch(/^\/api\/admin\/users\?limit=1&cursor=/);
  });

  it('searches login id, name, phone and e-mail by any part in any case', async () => {
    const wishes = { user_id: 'Seek.Me_1', fullname: '황보관창', phone: '0315556677', email: 'Only.This@mail.kr' };
    await shop.buildUser(wishes);
    const texts = [
      ...['seek.me', 'ME_1', '황보관창', '보관', '관창', '0315556677', '031-555-6677', '5556'],
      ...['only.this@MAIL.kr', '@mail.kr', '황보'],
    ];
    for (const q of texts) expect([q, await search(q)]).toEqual([q, ['Seek.Me_1']]);
    expect(await search('창 0315556677')).toEqual([]);
    expect(await search('황보 관창')).toEqual([]);
    expect(await search('창')).toEqual([]);
    expect(await search('황')).toEqual(['Seek.Me_1']);
  });

  it('pages through every account once while new ones are created', async () => {
    for (let at = 0; at < 5; at += 1) await shop.buildUser({ fullname: '쪽넘김' });
    const seen: number[] = [];
    let url: string | undefined = `/api/admin/users?${new URLSearchParams({ q: '쪽넘김', limit: '2' })}`;
    while (url) {
      const response = await admin.client.get(url);
      expect(response.headers['x-total-count']).toMatch(/^[5-9]$/);
      seen.push(...response.json<AdminUserListItem[]>().map(({ id }) => id));
      url = nextPage(response);
      await shop.buildUser({ fullname: '쪽넘김' });
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
    expect(await readPages(admin.client, '/api/admin/users?limit=3')).not.toHaveLength(0);
  });

  it('stores names in composed form (NFC) and finds them by composed and decomposed queries', async () => {
    const client = shop.client();
    const body = { userId: 'apart.name', password: 'p9-Kd-7w', phone: '010-1234-5678', acceptedTos: true };
    const response = await client.post('/api/auth/register', { ...body, fullname: '남궁분해'.normalize('NFD') });
    expect(response.statusCode).toBe(201);
    for (const q of ['남궁분해', '남궁분해'.normalize('NFD'), '궁분']) expect(await search(q)).toEqual(['apart.name']);
    const listed = await admin.client.get('/api/admin/users?q=apart.name');
    expect(listed.json()[0].fullname).toBe('남궁분해');
  });

  it.each(['limit=0', 'limit=x', 'cursor=zzz', `q=${'a'.repeat(101)}`])('returns 400 for %s', async (query) => {
    expectError(await admin.client.get(`/api/admin/users?${query}`), 400, 'VALIDATION_FAILED');
  });

  it('returns the total 10000+ for more than ten thousand accounts', async () => {
    const add = (from: number) =>
      sql`insert into users (user_id, fullname) select 'many.' || n, '만인' from generate_series(${from}::int, ${from}::int + 10000) as n`;
    await add(0).execute(shop.db);
    const counted = await admin.client.get('/api/admin/users?limit=1');
    expect(counted.headers['x-total-count']).toBe('10000+');
    // From here on the total comes from PostgreSQL's estimate.
    await add(20_000).execute(shop.db);
    await sql`analyze users`.execute(shop.db);
    const estimated = await admin.client.get('/api/admin/users?limit=1');
    expect(estimated.headers['x-total-count']).toBe('10000+');
    const found = await admin.client.get(`/api/admin/users?${new URLSearchParams({ q: '만인', limit: '1' })}`);
    expect(found.headers['x-total-count']).toBe('10000+');
  });

  it('is audited with the users returned and a keyed hash of what was searched', async () => {
    const user = await shop.buildUser({ fullname: '남궁기록' });
    const other = await buildAdmin(shop);
    await other.client.get(`/api/admin/users?${new URLSearchParams({ q: '남궁기록' })}`);
    const [entry] = await other.audit('user.list');
    expect(entry).toMatchObject({ after: { q_hash: expect.stringMatching(/^[\w-]{43}$/), users: [user.id] } });
    expect(JSON.stringify(entry)).not.toContain('남궁기록');
  });
});

describe('GET /api/admin/users/{id}', () => {
  it('returns the user with soldiers, orders and consents, and is audited', async () => {
    const user = await shop.buildUser();
    const soldier = await shop.buildSoldier({ user });
    const first = await shop.buildOrder({ user, soldier, status: 'confirmed' });
    const second = await shop.buildOrder({ user, soldier });
    await shop.db.insertInto('consents').values({ user_id: user.id, document: 'terms', version: '1' }).execute();
    const response = await admin.client.get(`/api/admin/users/${user.id}`);
    expect(response.statusCode).toBe(200);
    const { id, user_id, fullname, phone, phone_verified, email, military_status, role, created_at, closed_at } = user;
    expect(response.json()).toEqual({
      id,
      user_id,
      fullname,
      phone,
      phone_verified,
      email,
      military_status,
      role,
      closed_at,
      created_at: created_at.toISOString(),
      soldier_count: 1,
      order_count: 2,
      is_active: true,
      permissions: [],
      last_login_at: null,
      consents: [{ document: 'terms', version: '1', agreed_at: expect.stringMatching(/Z$/), withdrawn_at: null }],
      soldiers: [expect.objectContaining({ id: soldier.id, phone: soldier.phone })],
      orders: [
        expect.objectContaining({ id: second.id, status: 'pending' }),
        {
          id: first.id,
          order_number: first.order_number,
          service_title: first.service_title,
          selected_plan: first.selected_plan,
          price: first.price,
          paid_price: first.price,
          status: 'confirmed',
          created_at: first.created_at.toISOString(),
        },
      ],
    });
    expect(response.body).not.toContain('password');
    expect((await admin.audit('user.view'))[0]).toMatchObject({ subject_type: 'user', subject_id: String(user.id) });
  });

  it('shows the last login after a logout too', async () => {
    const user = await shop.buildUser({ password: 'short 12' });
    const client = shop.client();
    await client.post('/api/auth/login', { userId: user.user_id, password: 'short 12' });
    const read = async () => (await admin.client.get(`/api/admin/users/${user.id}`)).json<AdminUser>().last_login_at;
    const before = await read();
    expect(before).toMatch(/Z$/);
    await client.post('/api/auth/logout');
    expect(await read()).toBe(before);
  });

  it('shows a closed account as closed', async () => {
    const user = await shop.buildUser();
    await closeAccount(user);
    const shown = (await admin.client.get(`/api/admin/users/${user.id}`)).json<AdminUser>();
    expect(shown).toMatchObject({ fullname: '', phone: '', email: '', closed_at: expect.stringMatching(/Z$/) });
    expectError(await admin.client.put(`/api/admin/users/${user.id}/role`, { role: 'admin' }), 404, 'USER_NOT_FOUND');
  });

  it('returns 404 for an unknown user and 400 for a malformed id', async () => {
    expectError(await admin.client.get('/api/admin/users/2147483647'), 404, 'USER_NOT_FOUND');
    expectError(await admin.client.get('/api/admin/users/0'), 400, 'INVALID_ID');
  });
});

describe('GET /api/admin/users/{id}/soldiers', () => {
  it('returns as many as the page has; the user has the first fifty', async () => {
    const user = await shop.buildUser();
    const ids: number[] = [];
    for (let count = 0; count < 60; count += 1) ids.push((await shop.buildSoldier({ user })).id);
    const url = `/api/admin/users/${user.id}`;
    const page = await admin.client.get(`${url}/soldiers`);
    expect([page.json().length, page.headers['x-total-count']]).toEqual([50, '60']);
    const soldiers = await readPages<{ id: number }>(admin.client, `${url}/soldiers?limit=40`);
    expect(soldiers.map(({ id }) => id)).toEqual(ids);
    const detail = (await admin.client.get(url)).json<{ soldier_count: number; soldiers: { id: number }[] }>();
    expect(detail.soldier_count).toBe(60);
    expect(detail.soldiers.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  });

  it('returns the soldiers of the user, and is audited', async () => {
    const user = await shop.buildUser();
    const soldier = await shop.buildSoldier({ user });
    const response = await admin.client.get(`/api/admin/users/${user.id}/soldiers`);
    expect(response.json()).toEqual([
      {
        id: soldier.id,
        fullname: soldier.fullname,
        relationship: soldier.relationship,
        military_status: soldier.military_status,
        phone: soldier.phone,
        email: null,
      },
    ]);
    expect((await admin.audit('user.view_soldiers'))[0]).toMatchObject({ subject_id: String(user.id) });
    expectError(await admin.client.get('/api/admin/users/2147483647/soldiers'), 404, 'USER_NOT_FOUND');
  });
});

describe('PUT /api/admin/users/{id}/role', () => {
  it('makes a user an administrator and a member again, and ends their sessions each time', async () => {
    const user = await shop.buildUser();
    for (const role of ['admin', 'user'] as const) {
      const client = await shop.client().as(user);
      const response = await admin.client.put(`/api/admin/users/${user.id}/role`, { role });
      expect([response.statusCode, response.json<AdminUser>().role]).toEqual([200, role]);
      expectError(await client.get('/api/auth/my'), 401, 'UNAUTHENTICATED');
      const [entry] = await admin.audit('user.set_role');
      expect(entry).toMatchObject({ subject_id: String(user.id), after: { role } });
    }
  });

  it('accepts the current role and keeps the sessions', async () => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    expect((await admin.client.put(`/api/admin/users/${user.id}/role`, { role: 'user' })).statusCode).toBe(200);
    expect((await client.get('/api/auth/my')).statusCode).toBe(200);
  });

  it.each([{}, { role: 'owner' }, { role: null }])('returns 400 for %j', async (body) => {
    const user = await shop.buildUser();
    expectError(await admin.client.put(`/api/admin/users/${user.id}/role`, body), 400, 'VALIDATION_FAILED');
  });

  it('never removes the last administrator, even when two demote each other concurrently', async () => {
    await shop.db.updateTable('users').set({ role: 'user' }).where('id', '<>', admin.user.id).execute();
    const demote = (by: AdminFixture, of: AdminFixture) =>
      by.client.put(`/api/admin/users/${of.user.id}/role`, { role: 'user' });
    expect((await demote(admin, admin)).json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [await buildAdmin(shop), await buildAdmin(shop)];
      await shop.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.user.id).execute();
      const answers = await Promise.all([demote(left, right), demote(right, left)]);
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
      const { count } = await shop.db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('role', '=', 'admin')
        .executeTakeFirstOrThrow();
      expect(count).toBe(1);
      await shop.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute();
      await shop.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user.id).execute();
    }
  });
});

describe('createAdministrator', () => {
  it('creates an administrator who can log in, and promotes an existing account', async () => {
    const member = await shop.buildUser({ user_id: 'Member.One', password: 'the old one 1' });
    const open = await shop.client().as(member);
    for (const [userId, made] of [
      ['boss.one', 'created'],
      ['member.one', 'changed'],
    ] as const) {
      expect(await createAdministrator(shop.db, { userId, password: 'quite a new one 7' })).toBe(made);
      const client = shop.client();
      expect((await client.post('/api/auth/login', { userId, password: 'quite a new one 7' })).statusCode).toBe(200);
      expect((await client.get('/api/admin/dashboard')).statusCode).toBe(200);
    }
    expectError(await open.get('/api/auth/my'), 401, 'UNAUTHENTICATED');
    const entries = (await admin.client.get('/api/admin/audit?actor=system')).json();
    expect(entries).toMatchObject([
      { action: 'user.make_admin', subject_id: String(member.id), before: { role: 'user' }, actor_id: null },
      { action: 'user.create_admin', address: 'command line' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('quite');
    await expect(createAdministrator(shop.db, { userId: 'boss.two', password: 'password' })).rejects.toThrow();
  });
});
