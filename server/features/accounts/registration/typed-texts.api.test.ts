import { describe, expect, it } from 'vitest';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import type { SearchAnswer } from '#shared/features/desk/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { openConversation, say } from '#tests/support/app/consultations.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ limits: { registerPerHour: 0, adminSearchesPerMinute: 0 } });

/** One number as telephones, contacts and spreadsheets write it. */
const WRITTEN = [
  '+82 10-1234-5678',
  '+821012345678',
  '00821012345678',
  '82-10-1234-5678',
  '+82 (0)10-1234-5678',
  '010 1234 5678',
  '010.1234.5678',
  '(010)1234-5678',
  '０１０－１２３４－５６７８',
  '\u202a010-1234-5678\u202c',
];
const DIGITS = '01012345678';

const UNSEEN = ['\u3164', '\u115f', '\uffa0', '\u200b', '\u2060\u200d', '\u2800'];

let made = 0;
function registration(body: Record<string, unknown> = {}) {
  made += 1;
  return { userId: `typed.${made}`, password: 'secret-of-12', phone: DIGITS, acceptedTos: true, ...body };
}

const soldier = { fullname: '김본보기', relationship: '자녀', military_status: '복무 중', phone: '', email: '' };

describe('a phone number', () => {
  it.each(WRITTEN)('is the same as %j at registration, in the profile and of a soldier', async (phone) => {
    const body = registration({ phone });
    const client = shop.client();
    expect((await client.post('/api/auth/register', body)).statusCode).toBe(201);
    await client.post('/api/auth/login', body);
    expect((await client.get('/api/auth/my')).json()).toMatchObject({ phone: DIGITS });
    const changed = await client.call('PUT', '/api/auth/update-profile', { phone });
    expect(changed.json()).toMatchObject({ user: { phone: DIGITS } });
    expect((await client.post('/api/soldiers', { ...soldier, phone })).json()).toMatchObject({ phone: DIGITS });
  });
});

it.each(['hong@naver。com', 'ｈｏｎｇ＠ｎａｖｅｒ．ｃｏｍ', 'mailto:hong@naver.com'])(
  'an e-mail is the same as %j at registration, in the profile and of a soldier',
  async (email) => {
    const body = registration({ email });
    const client = shop.client();
    expect((await client.post('/api/auth/register', body)).statusCode).toBe(201);
    await client.post('/api/auth/login', body);
    const read = { email: 'hong@naver.com' };
    expect((await client.get('/api/auth/my')).json()).toMatchObject(read);
    expect((await client.call('PUT', '/api/auth/update-profile', { email })).json()).toMatchObject({ user: read });
    expect((await client.post('/api/soldiers', { ...soldier, email })).json()).toMatchObject(read);
  },
);

describe('a name', () => {
  it.each(UNSEEN)('of characters without a shape is 400 (%j)', async (fullname) => {
    const { client } = await loggedIn();
    expectError(await shop.client().post('/api/auth/register', registration({ fullname })), 400, 'VALIDATION_FAILED');
    expectError(await client.call('PUT', '/api/auth/update-profile', { fullname }), 400, 'VALIDATION_FAILED');
    expectError(await client.post('/api/soldiers', { ...soldier, fullname }), 400, 'VALIDATION_FAILED');
  });

  it('loses marks of direction, characters that cannot be seen and blanks of other widths', async () => {
    const { client } = await loggedIn();
    const answer = await client.post('/api/soldiers', {
      ...soldier,
      fullname: '\u202e김\u200b본\u3000보기\u00a0\u2069',
    });
    expect(answer.json()).toMatchObject({ fullname: '김본 보기' });
  });
});

async function loggedIn() {
  const user = await shop.buildUser();
  return { user, client: await shop.client().as(user) };
}

it('a login id may have the blank that a keyboard adds', async () => {
  const body = registration();
  const typed = ` ${body.userId}\u00a0`;
  const check = await shop.client().get(`/api/auth/check-userid/${encodeURIComponent(typed)}`);
  expect(check.statusCode, check.body).toBe(200);
  expect((await shop.client().post('/api/auth/register', { ...body, userId: typed })).json()).toMatchObject({
    userId: body.userId,
  });
  expect((await shop.client().post('/api/auth/login', { ...body, userId: typed })).statusCode).toBe(200);
});

describe('a search for a phone number', () => {
  it.each([...WRITTEN, '+82 10 1234', '1234.5678', '５６７８'])('finds %j in all four searches', async (q) => {
    const { user, client } = await loggedIn();
    await shop.db.updateTable('users').set({ phone: DIGITS }).where('id', '=', user.id).execute();
    const order = await shop.buildOrder({ user });
    const { id } = await openConversation({ user, client });
    const admin = await buildAdmin(shop);
    const find = async <T>(path: string) => {
      const response = await admin.client.get(`${path}q=${encodeURIComponent(q)}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json<T>();
    };
    const ids = (rows: { id: number }[]) => rows.map((row) => row.id);
    expect(ids(await find<{ id: number }[]>('/api/admin/orders?'))).toContain(order.id);
    expect(ids(await find<{ id: number }[]>('/api/admin/users?'))).toContain(user.id);
    expect(ids(await find<AdminConversation[]>('/api/admin/consultations?'))).toContain(id);
    const palette = await find<SearchAnswer>('/api/admin/search?');
    expect(ids(palette.orders)).toContain(order.id);
    expect(ids(palette.users)).toContain(user.id);
  });

  it('finds one that is written otherwise in a message', async () => {
    const customer = await loggedIn();
    const { id } = await openConversation(customer, { text: '처음' });
    await say(customer, id, '부대 번호는 02) 777.8888 입니다');
    const admin = await buildAdmin(shop);
    const response = await admin.client.get(`/api/admin/consultations?q=${encodeURIComponent('+82 2-777-8888')}`);
    expect(response.json<AdminConversation[]>().map((found) => found.id)).toEqual([id]);
  });
});

it('an order number is found as full-width digits', async () => {
  const order = await shop.buildOrder();
  const admin = await buildAdmin(shop);
  const q = order.order_number.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  const response = await admin.client.get(`/api/admin/orders?q=${encodeURIComponent(q)}`);
  expect(response.json<{ id: number }[]>().map(({ id }) => id)).toContain(order.id);
});
