import { expect, it } from 'vitest';
import type { Letter } from '#shared/features/letters/schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import type { CaseView } from '#shared/features/participants/view-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildLetterCase, type Signer } from '#tests/support/letters/letter-case.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
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
      joined_at: new Date(),
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
  expect((await payer.client.put(here.path('custody'), { sole: true })).statusCode).toBe(200);
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
