import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const MOST_PER_DAY = 5;
const shop = await setUpTestApp({ env: { LIMIT_SOLDIERS_PER_DAY: String(MOST_PER_DAY) } });

const SOLDIER = {
  fullname: '김본보기',
  relationship: '자녀',
  military_status: '복무 중',
  phone: '010-1234-5678',
  email: 'soldier@example.com',
};

async function buyer() {
  return shop.client().as(await shop.buildUser());
}

describe('POST /api/soldiers', () => {
  it('returns 201 with the soldier, its phone as digits', async () => {
    const client = await buyer();
    const response = await client.post('/api/soldiers', SOLDIER);
    expect(response.statusCode).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    const { id } = response.json();
    expect(response.json()).toEqual({ ...SOLDIER, id: expect.any(Number), phone: '01012345678' });
    expect((await client.get(`/api/soldiers/${id}`)).json()).toEqual(response.json());
  });

  it('returns 429 beyond the limit of a day, per account', async () => {
    const client = await buyer();
    for (let count = 0; count < MOST_PER_DAY; count += 1) {
      const { id } = (await client.post('/api/soldiers', SOLDIER)).json();
      await client.delete(`/api/soldiers/${id}`);
    }
    const refused = await client.post('/api/soldiers', SOLDIER);
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    expect((await (await buyer()).post('/api/soldiers', SOLDIER)).statusCode).toBe(201);
  });

  it.each([
    ['left out', {}],
    ['null', { phone: null, email: null }],
    ['blank', { phone: '', email: ' ' }],
  ])('accepts phone and e-mail that are %s', async (_name, contact) => {
    const { phone: _phone, email: _email, ...required } = SOLDIER;
    const response = await (await buyer()).post('/api/soldiers', { ...required, ...contact });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ phone: null, email: null });
  });

  it('ignores unknown fields such as owner and id', async () => {
    const client = await buyer();
    const other = await shop.buildUser();
    const response = await client.post('/api/soldiers', { ...SOLDIER, id: 1, user_id: other.id, rank: '병장' });
    expect(response.statusCode).toBe(201);
    expect(Object.keys(response.json())).not.toContain('rank');
    expect((await client.get('/api/soldiers/my')).json()).toEqual([response.json()]);
  });

  it('trims the name', async () => {
    const response = await (await buyer()).post('/api/soldiers', { ...SOLDIER, fullname: '  김본보기 ' });
    expect(response.json().fullname).toBe('김본보기');
  });
});

type Invalid = [string, unknown, string[]];

const INVALID: Invalid[] = [
  ['nothing', {}, ['fullname', 'relationship', 'military_status']],
  ['a blank name', { ...SOLDIER, fullname: '   ' }, ['fullname']],
  ['a name that is no text', { ...SOLDIER, fullname: 7 }, ['fullname']],
  ['a name of 51 characters', { ...SOLDIER, fullname: '가'.repeat(51) }, ['fullname']],
  ['a name with a NUL character', { ...SOLDIER, fullname: '김\u0000본' }, ['fullname']],
  ['another relationship', { ...SOLDIER, relationship: '이웃' }, ['relationship']],
  ['another status', { ...SOLDIER, military_status: '휴가 중' }, ['military_status']],
  ['null for the status', { ...SOLDIER, military_status: null }, ['military_status']],
  ['a phone number in letters', { ...SOLDIER, phone: '공일공' }, ['phone']],
  ['a phone number as a number', { ...SOLDIER, phone: 1012345678 }, ['phone']],
  ['an address without a domain', { ...SOLDIER, email: 'soldier@' }, ['email']],
  ['an address with angle brackets', { ...SOLDIER, email: '<a@b.kr>' }, ['email']],
  ['two wrong fields', { ...SOLDIER, relationship: '', phone: '1' }, ['relationship', 'phone']],
];

describe('an invalid soldier', () => {
  it.each(INVALID)('%s: returns 400 with every wrong field, and writes nothing', async (_name, body, paths) => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    const soldier = await shop.buildSoldier({ user });
    const before = await shop.countRows();
    for (const response of [
      await client.post('/api/soldiers', body),
      await client.put(`/api/soldiers/${soldier.id}`, body),
    ]) {
      expect(response.statusCode).toBe(400);
      const { error, code, details } = response.json();
      expect(code).toBe('VALIDATION_FAILED');
      expect(error).toMatch(/[가-힣]/);
      expect(details.map((detail: { path: string }) => detail.path)).toEqual(paths);
      for (const detail of details) expect(detail.message).toMatch(/^[^a-zA-Z]*[가-힣][^a-zA-Z]*$/);
    }
    expect(await shop.countRows()).toEqual(before);
    expect((await client.get(`/api/soldiers/${soldier.id}`)).json()).toMatchObject({ fullname: soldier.fullname });
  });
});

describe('GET /api/soldiers/my', () => {
  it("lists the user's own soldiers in order of creation, with exactly the fields of the contract", async () => {
    const user = await shop.buildUser();
    const first = await shop.buildSoldier({ user });
    const second = await shop.buildSoldier({ user, fullname: '이본보기', relationship: '본인' });
    await shop.buildSoldier();
    const response = await (await shop.client().as(user)).get('/api/soldiers/my');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual([
      {
        id: first.id,
        fullname: '김본보기',
        relationship: '자녀',
        military_status: '복무 중',
        phone: '01098765432',
        email: null,
      },
      expect.objectContaining({ id: second.id, fullname: '이본보기', relationship: '본인' }),
    ]);
  });

  it('lists at most 200 soldiers and links the next ones', async () => {
    const user = await shop.buildUser();
    await sql`insert into soldiers (user_id, fullname, relationship, military_status)
      select ${user.id}, '군인 ' || n, '자녀', '복무 중' from generate_series(1, 201) as n`.execute(shop.db);
    const client = await shop.client().as(user);
    const first = await client.get('/api/soldiers/my');
    expect(first.json()).toHaveLength(200);
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    const last = await client.get(next);
    expect(last.json()).toMatchObject([{ fullname: '군인 201' }]);
    expect(last.headers.link).toBeUndefined();
  });

  it('returns an empty list without soldiers', async () => {
    expect((await (await buyer()).get('/api/soldiers/my')).json()).toEqual([]);
  });
});

describe('PUT /api/soldiers/{id}', () => {
  it('updates and returns the soldier', async () => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    const { id } = await shop.buildSoldier({ user });
    const response = await client.put(`/api/soldiers/${id}`, { ...SOLDIER, fullname: '박본보기', phone: null });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ...SOLDIER, id, fullname: '박본보기', phone: null });
    expect((await client.get(`/api/soldiers/${id}`)).json()).toEqual(response.json());
  });
});

describe('DELETE /api/soldiers/{id}', () => {
  it('deletes the soldier and keeps its orders with their copy', async () => {
    const user = await shop.buildUser();
    const client = await shop.client().as(user);
    const soldier = await shop.buildSoldier({ user });
    const order = await shop.buildOrder({ user, soldier, status: 'confirmed' });
    const response = await client.delete(`/api/soldiers/${soldier.id}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true });
    expect((await client.get(`/api/soldiers/${soldier.id}`)).statusCode).toBe(404);
    expect((await client.get(`/api/orders/${order.id}`)).json()).toMatchObject({
      soldier_id: null,
      soldier: { fullname: soldier.fullname, phone: soldier.phone },
    });
  });
});

describe("another user's soldier", () => {
  it.each([
    ['GET', undefined],
    ['PUT', SOLDIER],
    ['DELETE', undefined],
  ] as const)("%s returns 404 for another user's soldier as for an unknown one", async (method, body) => {
    const others = await shop.buildSoldier();
    const client = await buyer();
    const before = await shop.db.selectFrom('soldiers').selectAll().execute();
    const answers = [];
    for (const id of [others.id, 2_147_483_647]) {
      const response = await client.call(method, `/api/soldiers/${id}`, body);
      expect(response.statusCode).toBe(404);
      answers.push(response.body);
    }
    expect(answers[0]).toBe(answers[1]);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ code: 'SOLDIER_NOT_FOUND' });
    expect(await shop.db.selectFrom('soldiers').selectAll().execute()).toEqual(before);
  });
});
