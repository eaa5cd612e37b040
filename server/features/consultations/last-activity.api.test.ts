import { expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, change, openConversation, writeNote } from '#tests/support/app/consultations.ts';
import { endHolds } from './holds/end-holds.ts';

const shop = await setUpTestApp();

/** Advances time; the sessions of an administrator and of a customer end with it. */
async function pass(days: number, ...people: Awaited<ReturnType<typeof buildCustomer>>[]): Promise<void> {
  shop.clock.advance(days * DAY_MS);
  for (const { client, user } of people) await client.as(user);
}

const left = async () => (await shop.db.selectFrom('conversations').select('id').execute()).map(({ id }) => id);

it('no visit, typing, note or failed call keeps a conversation, and its hold ends with it', async () => {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const held = await openConversation(customer);
  await change(admin, held.id, { status: 'on_hold', hold_until: '2199-01-01' });
  await pass(364, admin, customer);
  for (const path of [`/api/consultations/${id}`, `/api/consultations/${id}/messages`]) {
    expect((await customer.client.get(path)).statusCode).toBe(200);
  }
  await customer.client.put(`/api/consultations/${id}/read`, { seq: 1 });
  await customer.client.post(`/api/consultations/${id}/typing`, {});
  await admin.client.put(`/api/admin/consultations/${id}/read`, { seq: 1 });
  await writeNote(admin, id, '혼자 보는 메모');
  expect((await customer.client.post(`/api/consultations/${id}/messages`, { text: '' })).statusCode).toBe(400);
  await endHolds(shop.deps.consultations);
  await pass(2);
  await applyRetention(shop.db, shop.clock.now());
  expect(await left()).toEqual([]);
});

it('a conversation of a paid order outlives the year, also once all was paid back, and no longer than five', async () => {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  const paid_at = shop.clock.now();
  await shop.db.updateTable('orders').set({ paid_at }).where('id', '=', order.id).execute();
  const { id } = await openConversation(customer, { order_id: order.id });
  await shop.db.updateTable('orders').set({ status: 'cancelled', paid_price: 0 }).where('id', '=', order.id).execute();
  await pass(400, admin, customer);
  await applyRetention(shop.db, shop.clock.now());
  expect(await left()).toEqual([id]);
  await pass(5 * 366 - 400, customer);
  await applyRetention(shop.db, shop.clock.now());
  expect(await left()).toEqual([]);
});
