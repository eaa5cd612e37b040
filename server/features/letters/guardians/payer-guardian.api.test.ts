import { expect, it } from 'vitest';
import type { Letter } from '#shared/features/letters/schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import type { CaseView } from '#shared/features/participants/view-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildLetterCase, type Signer } from '#tests/support/letters/letter-case.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const NOW = new Date('2026-11-27T00:00:00Z');
const DAY_MS = 86_400_000;
const clock = createTestClock(NOW);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);

it('tells the client that a guardian read the letter', async () => {
  const here = await buildLetterCase(shop, admin.client);
  const guardian = await here.addGuardian();
  await here.offer();
  await here.read(guardian);
  await here.read(here.client);
  const views = (await here.client.client.get(`/api/orders/${here.orderId}/views`)).json<CaseView[]>();
  expect(views.map(({ role, area, name }) => [role, area, name])).toEqual([['guardian', 'letter', '박보호']]);
});

it('lets a parent who pays sign both the own sheet and the letter of a client under age', async () => {
  const here = await buildLetterCase(shop, admin.client);
  await shop.db
    .insertInto('participants')
    .values({
      order_id: here.orderId,
      role: 'guardian',
      state: 'joined',
      user_id: here.payer.user.id,
      joined_at: NOW,
    })
    .execute();
  await here.offer();
  const { payer, client } = here;
  const turnOf = async (who: Signer) => {
    const { letter, tasks } = (await who.client.get(`/api/orders/${here.orderId}`)).json<OrderDetail>();
    return [
      letter?.document,
      letter?.is_my_turn,
      tasks.filter(({ kind }) => kind === 'letter').map(({ title }) => title),
    ];
  };
  const sign = async (who: Signer, shown: object) =>
    who.client.post(here.path('sign'), { ...(await here.signing(who)), ...shown });
  expect(await turnOf(payer)).toEqual(['payer_sheet', true, ['비용 부담 확인서에 서명하기']]);
  const minor = { ...client, person: { ...client.person, birth: '2010-01-31' } };
  expect((await sign(minor, {})).json()).toMatchObject({ state: 'signed_by_client' });
  expect((await sign(payer, {})).json()).toMatchObject({ payer_sheet: { state: 'signed_by_payer' } });
  expect(await turnOf(payer)).toEqual(['letter', true, ['법정대리인으로 서명하기']]);
  const { id, sha256, consent_text } = (await payer.client.get(here.path())).json<Letter>();
  const setCustody = (sole: boolean) => payer.client.put(here.path('custody'), { sole });
  expect((await setCustody(true)).statusCode).toBe(200);
  // Statements are stored for years, so an account is limited to 100 a day; a withdrawal is not counted.
  const counter = shop.db.updateTable('rate_limits').where('key', '=', `case-changes:${payer.user.id}`);
  expect((await counter.set({ points: 100 }).executeTakeFirst()).numUpdatedRows).toBe(1n);
  expect((await setCustody(false)).statusCode).toBe(200);
  expectError(await setCustody(true), 429, 'TOO_MANY_REQUESTS');
  await counter.set({ points: 1 }).execute();
  expect((await setCustody(true)).statusCode).toBe(200);
  const asGuardian = { letter_id: id, sha256, consent: consent_text };
  expect((await sign(payer, asGuardian)).json()).toMatchObject({ waits_for: ['firm'] });
  expectError(await sign(payer, asGuardian), 409, 'LETTER_STATE');
  expect((await turnOf(payer))[2]).toEqual([]);
  const { signatures } = await here.read(client);
  expect(signatures.map(({ role, name }) => [role, name])).toEqual([
    ['client', client.person.name],
    ['guardian', payer.person.name],
  ]);
});

it('shows the letter that a parent who pays has declined, not the own sheet', async () => {
  const here = await buildLetterCase(shop, admin.client);
  const { payer, client } = here;
  const part = { order_id: here.orderId, role: 'guardian', state: 'joined', joined_at: NOW } as const;
  await shop.db
    .insertInto('participants')
    .values({ ...part, user_id: payer.user.id })
    .execute();
  await here.offer();
  const minor = { ...client, person: { ...client.person, birth: '2010-01-31' } };
  await minor.client.post(here.path('sign'), await here.signing(minor));
  await payer.client.post(here.path('sign'), await here.signing(payer));
  const { id } = (await payer.client.get(here.path())).json<Letter>();
  const declined = await payer.client.post(here.path('decline'), { letter_id: id, reason: '먼저 상의하겠습니다.' });
  expect(declined.statusCode).toBe(200);
  const { letter } = (await payer.client.get(`/api/orders/${here.orderId}`)).json<OrderDetail>();
  expect(letter).toMatchObject({ document: 'letter', state: 'declined', is_my_turn: false });
});

it('shows the letter of a client of age to no payer who became a guardian', async () => {
  const here = await buildLetterCase(shop, admin.client);
  const part = { order_id: here.orderId, role: 'guardian', state: 'joined', joined_at: NOW } as const;
  await shop.db
    .insertInto('participants')
    .values({ ...part, user_id: here.payer.user.id })
    .execute();
  await here.offer();
  const { payer, client } = here;
  const expectNone = async () => {
    expect(Object.keys(await here.readAsPayer())).toEqual(['payer_sheet']);
    expectError(await payer.client.put(here.path('custody'), { sole: true }), 404, 'LETTER_NOT_FOUND');
    expectError(await payer.client.get(here.path().concat('.pdf')), 404, 'LETTER_NOT_FOUND');
  };
  await expectNone();
  expect((await client.client.post(here.path('sign'), await here.signing(client))).statusCode).toBe(200);
  await expectNone();
});

it.each([
  ['the day before the nineteenth birthday', 0, ['guardian', 'guardian', 'payer', 'firm']],
  ['the birthday itself', 1, ['payer', 'firm']],
])('asks guardians of a client who signs on %s by the day of signing', async (_day, days, waits_for) => {
  clock.set(new Date(NOW.getTime() + days * DAY_MS));
  const here = await buildLetterCase(shop, admin.client);
  await here.offer();
  const client = { ...here.client, person: { ...here.client.person, birth: '2007-11-28' } };
  const signed = await client.client.post(here.path('sign'), await here.signing(client));
  expect(signed.json()).toMatchObject({ waits_for });
});

it('is signed in the name that it shows, also when the client has renamed the account since', async () => {
  const here = await buildLetterCase(shop, admin.client);
  await here.offer();
  const { client, user, person } = here.client;
  const renamed = { ...here.client, person: { ...person, name: '김새이름' } };
  await shop.db.updateTable('users').set({ fullname: '김새이름' }).where('id', '=', user.id).execute();
  expectError(await client.post(here.path('sign'), await here.signing(renamed)), 400, 'NAME_MISMATCH');
  const other = { ...(await here.signing(renamed)), name: person.name };
  expectError(await client.post(here.path('sign'), other), 400, 'IDENTITY_MISMATCH');
  const signed = await client.post(here.path('sign'), await here.signing(here.client));
  expect(signed.json()).toMatchObject({ signatures: [{ role: 'client', name: person.name }] });
});

it('takes no signature of a client who left between the identity check and it', async () => {
  const here = await buildLetterCase(shop, admin.client);
  await here.offer();
  const { client } = here.client;
  const body = await here.signing(here.client);
  expect((await client.delete(`/api/orders/${here.orderId}/participants/me`)).statusCode).toBe(200);
  expectError(await client.post(here.path('sign'), body), 404, 'ORDER_NOT_FOUND');
  const { signatures } = (await admin.client.get(`/api/admin/orders/${here.orderId}/letter`)).json<Letter>();
  expect(signatures).toEqual([]);
  expectError(await here.staff('sign'), 409, 'LETTER_STATE');
});
