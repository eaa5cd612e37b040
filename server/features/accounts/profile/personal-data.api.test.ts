import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();

describe('GET /api/auth/personal-data', () => {
  it("returns all of the user's own data as a file", async () => {
    const user = await shop.buildUser({ fullname: '홍길동', email: 'mine@example.com' });
    const soldier = await shop.buildSoldier({ user, fullname: '홍이병' });
    const order = await shop.buildOrder({ user, soldier, status: 'confirmed' });
    await shop.db.insertInto('consents').values({ user_id: user.id, document: 'terms', version: '1' }).execute();
    await shop.db
      .insertInto('mails')
      .values({ kind: 'welcome', recipient: 'mine@example.com', params: JSON.stringify({ userId: user.user_id }) })
      .execute();
    const call = { starts_at: new Date('2026-11-24T01:00:00Z'), ends_at: new Date('2026-11-24T03:00:00Z') };
    await shop.db
      .insertInto('callbacks')
      .values({ order_id: order.id, ...call })
      .execute();
    const client = await shop.client().as(user);
    const response = await client.get('/api/auth/personal-data');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toContain('attachment');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({
      account: { user_id: user.user_id, fullname: '홍길동', email: 'mine@example.com' },
      consents: [{ document: 'terms', version: '1' }],
      sessions: [{ created_at: expect.any(String) }],
      soldiers: [{ fullname: '홍이병' }],
      orders: [
        {
          order_number: order.order_number,
          status: 'confirmed',
          payments: [{ state: 'paid' }],
          callbacks: [{ starts_at: '2026-11-24T01:00:00.000Z', contacted_at: null }],
        },
      ],
      mails: [{ recipient: 'mine@example.com' }],
    });
  });

  it('contains no data of other users and no secrets', async () => {
    const other = await shop.buildUser({ fullname: '타인', email: 'other@example.com', password: 'other-secret-1' });
    await shop.buildOrder({ user: other, soldier: await shop.buildSoldier({ user: other, fullname: '타인이병' }) });
    const user = await shop.buildUser({ email: '', password: 'my-own-secret-1' });
    const client = await shop.client().as(user);
    const { body } = await client.get('/api/auth/personal-data');
    expect(body).not.toMatch(/타인|other@example\.com|argon2|token/);
    expect(JSON.parse(body)).toMatchObject({ soldiers: [], orders: [], mails: [] });
  });

  it('contains no mails of another account with the same address', async () => {
    const owner = await shop.buildUser({ email: 'claimed@example.com' });
    const bought = await shop.buildOrder({ user: owner, soldier: await shop.buildSoldier({ user: owner }) });
    const guest = await shop.buildUser({ email: '' });
    const own = await shop.buildOrder({ user: guest, soldier: await shop.buildSoldier({ user: guest }) });
    const said = [
      ['welcome', { userId: owner.user_id }],
      ['user_id_notice', { userIds: [owner.user_id] }],
      ['password_reset', { accounts: [{ userId: owner.user_id, token: 'token' }] }],
      ['password_reset', {}],
      ['order_confirmed', { orderNumber: bought.order_number }],
      ['refund_asked', { orderNumber: own.order_number }],
    ] as const;
    for (const [kind, params] of said) {
      const mail = { kind, recipient: 'claimed@example.com', params: JSON.stringify(params) };
      await shop.db.insertInto('mails').values(mail).execute();
    }
    const mailsOf = async (user: typeof owner) => {
      const client = await shop.client().as(user);
      await client.put('/api/auth/update-profile', { email: 'claimed@example.com' });
      const { mails } = (await client.get('/api/auth/personal-data')).json();
      return mails.map(({ kind }: { kind: string }) => kind);
    };
    expect(await mailsOf(guest)).toEqual(['refund_asked', 'email_verification']);
    expect(await mailsOf(owner)).toEqual(['welcome', 'user_id_notice', 'password_reset', 'order_confirmed']);
  });

  it('returns 401 for a visitor', async () => {
    expect((await shop.client().get('/api/auth/personal-data')).statusCode).toBe(401);
  });
});

it('personal data can be exported twenty times per 15 minutes by each user', async () => {
  const client = await shop.client().as(await shop.buildUser());
  const statuses: number[] = [];
  for (let time = 0; time < 21; time += 1) statuses.push((await client.get('/api/auth/personal-data')).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const other = await shop.client().as(await shop.buildUser());
  expect((await other.get('/api/auth/personal-data')).statusCode).toBe(200);
});
