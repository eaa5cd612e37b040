import { beforeEach, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';

const SLOTS = ['2026-11-24T00:00:00.000Z', '2026-11-24T02:00:00.000Z', '2026-11-24T04:00:00.000Z'] as const;

const shop = await setUpTestApp({ clock: createTestClock(new Date('2026-11-23T03:00:00Z')) });

beforeEach(async () => {
  await shop.db.deleteFrom('callbacks').execute();
  await shop.db.updateTable('callback_settings').set({ capacity: 2 }).execute();
});

type Booker = { client: Client; orderId: number };

function buildBookers(count: number): Promise<Booker[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const user = await shop.buildUser();
      const { id } = await shop.buildOrder({ status: 'confirmed', user });
      const client = await shop.client().as(user);
      await client.get('/api/csrf-token');
      return { client, orderId: id };
    }),
  );
}

const book = ({ client, orderId }: Booker, starts_at: string) =>
  client.put(`/api/orders/${orderId}/callback`, { starts_at });

/** Booked calls of each slot. */
async function booked(): Promise<Record<string, number>> {
  const rows = await shop.db.selectFrom('callbacks').select('starts_at').execute();
  const counts: Record<string, number> = {};
  for (const { starts_at: at } of rows) counts[at.toISOString()] = (counts[at.toISOString()] ?? 0) + 1;
  return counts;
}

it('20 people at once take the two places of a slot, and no more', async () => {
  const bookers = await buildBookers(20);
  const answers = await Promise.all(bookers.map((booker) => book(booker, SLOTS[0])));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, ...Array(18).fill(409)]);
  expect(answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().code)).toEqual(
    Array(18).fill('SLOT_FULL'),
  );
  expect(await booked()).toEqual({ [SLOTS[0]]: 2 });
});

it('moves at once in all directions never overfill a slot, lose a booking or hang', async () => {
  const bookers = await buildBookers(6);
  for (const [at, booker] of bookers.entries()) await book(booker, SLOTS[at % 3] ?? SLOTS[0]);
  const moves = bookers.flatMap((booker, at) =>
    [1, 2, 3].map((step) => book(booker, SLOTS[(at + step) % 3] ?? SLOTS[0])),
  );
  const statuses = (await Promise.all(moves)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(await booked()).toEqual(Object.fromEntries(SLOTS.map((slot) => [slot, 2])));
});

it('one order booked twice at once has one call', async () => {
  const [booker] = await buildBookers(1);
  if (!booker) throw new Error('no booker');
  const answers = await Promise.all([...SLOTS, ...SLOTS].map((slot) => book(booker, slot)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect(Object.values(await booked())).toEqual([1]);
});
