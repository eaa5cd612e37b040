import { describe, expect, it } from 'vitest';
import { CASE_CONSENTS } from '#content/consents/case-consents.ts';
import type { CaseConsent } from '#shared/features/participants/consent-schemas.ts';
import type { ConsentKind } from '#shared/rules/case-access/areas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCase, joinAsClient, type Part } from '#tests/support/cases/cases.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

const url = (id: number, kind: string) => `/api/orders/${id}/consents/${kind}`;
const give = ({ client }: Part, id: number, kind: ConsentKind) =>
  client.put(url(id, kind), { version: CASE_CONSENTS[kind].version });
const withdraw = ({ client }: Part, id: number, kind: ConsentKind, version = CASE_CONSENTS[kind].version) =>
  client.call('DELETE', `/api/orders/${id}/consents/${kind}`, { version });
const kindsOf = async ({ client }: Part, id: number) =>
  (await client.get(`/api/orders/${id}/consents`)).json<CaseConsent[]>().map(({ kind }) => kind);

describe('consents of a person in a case', () => {
  it('are asked of the client, and of a buyer who is the soldier; not of the payer', async () => {
    const here = await buildCase(shop);
    const client = await joinAsClient(shop, here.order.id);
    expect(await kindsOf(client, here.order.id)).toEqual(['sensitive', 'share', 'share_sensitive']);
    expect(await kindsOf(here.buyer, here.order.id)).toEqual([]);
    const own = await buildCase(shop, '본인');
    expect(await kindsOf(own.buyer, own.order.id)).toEqual(['sensitive']);
    expectError(await give(here.buyer, here.order.id, 'share'), 404, 'ORDER_NOT_FOUND');
    expectError(await give(own.buyer, own.order.id, 'share'), 404, 'ORDER_NOT_FOUND');
  });

  it('are given, withdrawn and given again; each is a row', async () => {
    const { buyer, order } = await buildCase(shop, '본인');
    const given = (await give(buyer, order.id, 'sensitive')).json<CaseConsent[]>();
    expect(given).toEqual([
      {
        kind: 'sensitive',
        ...CASE_CONSENTS.sensitive,
        given_at: shop.clock.now().toISOString(),
        withdrawn_at: null,
      },
    ]);
    expect((await give(buyer, order.id, 'sensitive')).json()).toEqual(given);
    shop.clock.advance(1000);
    const [withdrawn] = (await withdraw(buyer, order.id, 'sensitive')).json<CaseConsent[]>();
    expect(withdrawn?.withdrawn_at).toBe(shop.clock.now().toISOString());
    const again = (await give(buyer, order.id, 'sensitive')).json();
    expect(again).toMatchObject([{ withdrawn_at: null, given_at: shop.clock.now().toISOString() }]);
    const file = (await buyer.client.get('/api/auth/personal-data')).json();
    expect(file.case_consents).toMatchObject([
      { order_number: order.order_number, kind: 'sensitive', withdrawn_at: shop.clock.now().toISOString() },
      { withdrawn_at: null },
    ]);
  });

  it('are 409 CONSENT_CHANGED for another version, and 400 without one or for an unknown kind', async () => {
    const { buyer, order } = await buildCase(shop, '본인');
    const put = (kind: string, body: object) => buyer.client.put(url(order.id, kind), body);
    expectError(await put('sensitive', { version: '1999-01-01' }), 409, 'CONSENT_CHANGED');
    expectError(await put('sensitive', {}), 400, 'VALIDATION_FAILED');
    expectError(await put('all', { version: '1' }), 400, 'VALIDATION_FAILED');
    expect(await shop.db.selectFrom('case_consents').selectAll().where('order_id', '=', order.id).execute()).toEqual(
      [],
    );
  });

  it('are withdrawn only by the version that was shown or given', async () => {
    const { buyer, order } = await buildCase(shop, '본인');
    await give(buyer, order.id, 'sensitive');
    const isOpen = () =>
      shop.db
        .selectFrom('case_consents')
        .select(['version', 'withdrawn_at'])
        .where('order_id', '=', order.id)
        .execute();
    expectError(await withdraw(buyer, order.id, 'sensitive', '1999-01-01'), 409, 'CONSENT_CHANGED');
    expectError(await buyer.client.call('DELETE', url(order.id, 'sensitive'), {}), 400, 'VALIDATION_FAILED');
    expectError(await buyer.client.delete(`/api/orders/${order.id}/consents/sensitive`), 400, 'VALIDATION_FAILED');
    expect(await isOpen()).toEqual([{ version: CASE_CONSENTS.sensitive.version, withdrawn_at: null }]);
    await shop.db
      .updateTable('case_consents')
      .set({ version: '2020-01-01' })
      .where('order_id', '=', order.id)
      .execute();
    expect((await withdraw(buyer, order.id, 'sensitive', '2020-01-01')).statusCode).toBe(200);
    expect(await isOpen()).toEqual([{ version: '2020-01-01', withdrawn_at: shop.clock.now() }]);
  });

  it('open sensitive questions', async () => {
    const { buyer, order } = await buildCase(shop, '본인');
    await shop.db
      .insertInto('order_question_sets')
      .values({ order_id: order.id, set_name: 'discipline', version: 1 })
      .execute();
    const answer = () =>
      buyer.client.put(`/api/orders/${order.id}/questions/discipline/health`, { value: '허리 통증', revision: 0 });
    expectError(await answer(), 403, 'CONSENT_REQUIRED');
    await give(buyer, order.id, 'sensitive');
    expect((await answer()).json()).toEqual({ revision: 1 });
    await withdraw(buyer, order.id, 'sensitive');
    expectError(await answer(), 403, 'CONSENT_REQUIRED');
  });

  it('end all shares at once when sharing is withdrawn', async () => {
    const { order } = await buildCase(shop);
    const client = await joinAsClient(shop, order.id);
    await give(client, order.id, 'share');
    await give(client, order.id, 'share_sensitive');
    await shop.db
      .updateTable('participants')
      .set({ shares: ['answers'], shares_until: shop.clock.now() })
      .where('order_id', '=', order.id)
      .where('role', '=', 'payer')
      .execute();
    const left = (await withdraw(client, order.id, 'share')).json<CaseConsent[]>();
    expect(left.filter(({ withdrawn_at }) => withdrawn_at !== null).map(({ kind }) => kind)).toEqual([
      'share',
      'share_sensitive',
    ]);
    const payer = shop.db.selectFrom('participants').select(['shares', 'shares_until']).where('role', '=', 'payer');
    expect(await payer.where('order_id', '=', order.id).execute()).toEqual([{ shares: [], shares_until: null }]);
  });

  it('need a login', async () => {
    expectError(await shop.client().get('/api/orders/1/consents'), 401, 'UNAUTHENTICATED');
  });
});
