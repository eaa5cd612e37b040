import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { eraseEverywhere } from '#server/registry/features.ts';
import { AREAS } from '#shared/rules/case-access/areas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { getCaseAccess, listCaseAccess } from './participants.access.ts';

const shop = await setUpTestApp();
const NOW = shop.clock.now();

/** Builds an order whose client has joined. */
async function buildCase(relationship: '자녀' | '본인' = '자녀') {
  const buyer = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user: buyer, relationship });
  const order = await shop.buildOrder({ user: buyer, soldier, status: 'confirmed' });
  return { buyer, order, client: await shop.buildUser() };
}

const join = (orderId: number, userId: number, role: 'client' | 'guardian' = 'client') =>
  shop.db
    .insertInto('participants')
    .values({ order_id: orderId, role, state: 'joined', user_id: userId, joined_at: NOW })
    .execute();

const share = (orderId: number, until: Date | null = null) =>
  shop.db
    .updateTable('participants')
    .set({ shares: [...AREAS], shares_until: until })
    .where('order_id', '=', orderId)
    .where('role', '=', 'payer')
    .execute();

describe('getCaseAccess', () => {
  it('gives roles to the buyer, the joined client and a guardian', async () => {
    const { buyer, order, client } = await buildCase();
    const guardian = await shop.buildUser();
    await join(order.id, client.id);
    await join(order.id, guardian.id, 'guardian');
    const roles = await Promise.all(
      [buyer, client, guardian].map(async ({ id }) => (await getCaseAccess(shop.db, id, order.id, NOW)).role),
    );
    expect(roles).toEqual(['payer', 'client', 'guardian']);
  });

  it('makes the buyer both for the relationship 본인', async () => {
    const { buyer, order } = await buildCase('본인');
    expect(await getCaseAccess(shop.db, buyer.id, order.id, NOW)).toMatchObject({
      role: 'both',
      hadClient: false,
      clientId: buyer.id,
    });
  });

  it('is 404 for another account and an unknown order', async () => {
    const { order, client } = await buildCase();
    for (const id of [order.id, 999_999]) {
      await expect(getCaseAccess(shop.db, client.id, id, NOW)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    }
  });

  it('ends the shares at their time', async () => {
    const { buyer, order, client } = await buildCase();
    await join(order.id, client.id);
    await share(order.id, new Date(NOW.getTime() + 1));
    expect((await getCaseAccess(shop.db, buyer.id, order.id, NOW)).shares).toEqual([...AREAS]);
    await share(order.id, NOW);
    expect((await getCaseAccess(shop.db, buyer.id, order.id, NOW)).shares).toEqual([]);
  });

  it('gives a client who closed the account no part, and the payer nothing more', async () => {
    const { buyer, order, client } = await buildCase();
    await join(order.id, client.id);
    await share(order.id);
    await transaction(shop.db, (trx) => eraseEverywhere(trx, client, NOW));
    await expect(getCaseAccess(shop.db, client.id, order.id, NOW)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect(await getCaseAccess(shop.db, buyer.id, order.id, NOW)).toMatchObject({
      role: 'payer',
      hadClient: true,
      clientId: null,
      shares: [],
    });
  });
});

it('reads many orders at once and leaves out those of others', async () => {
  const first = await buildCase();
  const second = await buildCase();
  await join(second.order.id, first.buyer.id);
  const found = await listCaseAccess(shop.db, first.buyer.id, [first.order.id, second.order.id, 999_999], NOW);
  expect([...found].map(([id, { role }]) => [id, role])).toEqual([
    [first.order.id, 'payer'],
    [second.order.id, 'client'],
  ]);
});
