import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expirePendingOrders } from './expire-pending-orders.ts';

// The order that cannot be cancelled is logged.
const shop = await setUpTestApp({ env: { LOG_LEVEL: 'silent' } });

it('orders unpaid in time are cancelled, even after one that cannot be cancelled', async () => {
  const [broken, behind] = [await shop.buildOrder(), await shop.buildOrder()];
  await sql`
    create function refuse_one() returns trigger language plpgsql as $$
    begin
      if new.id = ${sql.lit(broken.id)} then raise exception 'not this one'; end if;
      return new;
    end
    $$`.execute(shop.db);
  await sql`create trigger refuse_one before update on orders for each row execute function refuse_one()`.execute(
    shop.db,
  );
  shop.clock.advance(31 * MINUTE_MS);
  await expirePendingOrders(shop.deps.payments);
  const orders = await shop.db.selectFrom('orders').select(['id', 'status']).orderBy('id').execute();
  expect(orders).toEqual([
    { id: broken.id, status: 'pending' },
    { id: behind.id, status: 'cancelled' },
  ]);
});
