import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

/** More than PostgreSQL plans a statement by its values before it keeps a plan. */
const TIMES = 7;

/** Does what a later release does while this one still serves: add columns to the tables that the calls read. */
async function addColumns(name: string): Promise<void> {
  for (const table of ['users', 'soldiers', 'services', 'orders', 'payment_attempts', 'payment_webhooks']) {
    await sql`alter table ${sql.table(table)} add column ${sql.ref(name)} text`.execute(shop.db);
  }
}

describe('a column that a later release adds', () => {
  it('fails no read, on any connection', async () => {
    const here = await buildPaymentFixture(shop);
    const read = () => Promise.all(Array.from({ length: TIMES }, () => here.order()));
    const before = await read();
    await addColumns('added_for_reads');
    expect(await read()).toEqual(before);
  });

  it('fails no payment and no cancellation', async () => {
    const buy = async () => {
      const [paid, left] = [await buildPaymentFixture(shop), await buildPaymentFixture(shop)];
      const receiptId = await paid.pay();
      const confirmed = await paid.confirm(receiptId);
      const cancelled = await left.cancel();
      const told = await paid.webhook(receiptId);
      return [confirmed, cancelled, told].map(({ statusCode }) => statusCode);
    };
    for (let times = 0; times < TIMES; times += 1) expect(await buy()).toEqual([200, 200, 200]);
    await addColumns('added_for_payments');
    expect(await buy()).toEqual([200, 200, 200]);
  });

  it('runs a transaction again that had written before, whatever number of its statements is concerned', async () => {
    const { id } = await shop.buildUser();
    const rename = (fullname: string) =>
      transaction(shop.db, async (trx) => {
        await trx.updateTable('users').set({ fullname }).where('id', '=', id).execute();
        for (const table of ['orders', 'soldiers', 'payment_attempts'] as const)
          await trx.selectFrom(table).selectAll().where('id', '=', 0).execute();
        return trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      });
    for (let times = 0; times < TIMES; times += 1) await rename(`before ${times}`);
    await addColumns('added_for_transactions');
    expect(await rename('after')).toMatchObject({ id, fullname: 'after', added_for_transactions: null });
  });
});
