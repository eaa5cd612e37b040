import type { ParticipantRole } from '#shared/rules/case-access/areas.ts';
import type { Relationship } from '#shared/rules/soldier.ts';
import type { TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';

/** A person in a case, with a browser. */
export type Part = { user: User; client: Client };
export type CaseFixture = { buyer: Part; order: OrderRow };

export async function buildPerson(
  shop: TestApp,
  wishes: Partial<Pick<User, 'fullname' | 'phone'>> = {},
): Promise<Part> {
  const user = await shop.buildUser(wishes);
  const client = await shop.client().as(user);
  await client.get('/api/csrf-token');
  return { user, client };
}

/** Builds a paid order for a soldier; no client has joined. */
export async function buildCase(shop: TestApp, relationship: Relationship = '자녀'): Promise<CaseFixture> {
  const buyer = await buildPerson(shop);
  const soldier = await shop.buildSoldier({ user: buyer.user, relationship });
  const order = await shop.buildOrder({ user: buyer.user, soldier, status: 'confirmed' });
  return { buyer, order };
}

/** Makes an account a client of a case, as accepting an invitation does. */
export async function joinAsClient(
  shop: TestApp,
  orderId: number,
  role: Exclude<ParticipantRole, 'payer'> = 'client',
): Promise<Part> {
  const person = await buildPerson(shop);
  await shop.db
    .insertInto('participants')
    .values({ order_id: orderId, role, state: 'joined', user_id: person.user.id, joined_at: shop.clock.now() })
    .execute();
  return person;
}
