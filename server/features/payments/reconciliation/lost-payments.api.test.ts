import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { makeBackup } from '#server/db/backup/make-backup.ts';
import { restoreBackup } from '#server/db/backup/restore-backup.ts';
import { SANDBOX_API_PATH } from '#shared/platform/payment-hosts.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { buildPaymentFixture, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { startSandboxServer } from '#tests/support/providers/sandbox-server.ts';
import { handleWebhooks } from '../webhooks/handle-webhooks.ts';
import { compareWithProvider } from './compare-with-provider.ts';
import { findLostPayments } from './find-lost-payments.ts';

/** With a database of its own: it keeps what the shop's database loses. */
const provider = await startSandboxServer();
afterAll(() => provider.close());
const env = {
  BOOTPAY_CLIENT_KEY: 'sandbox-client',
  BOOTPAY_SECRET_KEY: 'sandbox-secret',
  BOOTPAY_API_URL: `${provider.url}${SANDBOX_API_PATH}`,
  BOOTPAY_TEST_MODE: '1',
};

/**
 * A shop whose orders are paid and answered as confirmed, and one on the state of its database from
 * before that.
 */
async function loseConfirmations(build: (shop: TestApp) => Promise<PaymentFixture[]>) {
  const shop = await startTestApp({ env });
  const folder = mkdtempSync(join(tmpdir(), 'shop-lost-'));
  const older = await createTestDatabase(inject('postgres'), 'template0');
  try {
    const fixtures = await build(shop);
    const { connection } = shop.deps.database;
    await makeBackup(connection, { folder: join(folder, 'copy'), madeAt: new Date() });
    const receipts: string[] = [];
    for (const { row, confirm } of fixtures) {
      const receiptId = await provider.driver.payFor({ orderNumber: row.order_number, priceWon: row.price });
      expect((await confirm(receiptId)).json()).toMatchObject({ success: true });
      receipts.push(receiptId);
    }
    await restoreBackup(older.connection, { folder: join(folder, 'copy') });
    return { lostShop: await startTestApp({ env, database: older }), fixtures, receipts };
  } finally {
    await shop.close();
    rmSync(folder, { recursive: true });
  }
}

it('confirmed orders that a lost database forgot are recovered by webhooks, the command and administrators', async () => {
  const { lostShop, fixtures, receipts } = await loseConfirmations((shop) =>
    Promise.all([1, 2, 3, 4].map(() => buildPaymentFixture(shop))),
  );
  const { payments } = lostShop.deps;
  const statusOf = async (index: number) => {
    const id = fixtures[index]?.row.id ?? 0;
    const row = await lostShop.db
      .selectFrom('orders')
      .select(['status', 'paid_price'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [row.status, row.paid_price];
  };
  const price = fixtures[0]?.row.price ?? 0;
  const ledgerOf = async (index: number) =>
    (await provider.driver.ledger(receipts[index] ?? '')).map(({ kind, amount }) => `${kind} ${amount}`);
  try {
    for (const index of [0, 1, 2, 3]) expect(await statusOf(index)).toEqual(['pending', 0]);

    // The provider repeats its webhook.
    const [first, second = '', third = '', fourth = ''] = receipts;
    const hook = { receipt_id: first, order_id: fixtures[0]?.row.order_number };
    await lostShop.client().post('/api/bootpay/webhook', hook, { csrf: false });
    await handleWebhooks(payments);
    expect(await statusOf(0)).toEqual(['confirmed', price]);

    // One that was cancelled here meanwhile: its money goes back.
    await lostShop.db
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('id', '=', fixtures[2]?.row.id ?? 0)
      .execute();
    const elsewhere = await provider.driver.payFor({ orderNumber: 'NO-SUCH-ORDER', priceWon: 1000 });
    await payments.gateway.approve(elsewhere);
    const { lost, unanswered } = await findLostPayments(payments, [...receipts, elsewhere, 'no-such-receipt']);
    expect(unanswered).toEqual([]);
    expect(lost.map(({ receiptId }) => receiptId)).toEqual([second, third, fourth, elsewhere]);
    expect(lost.at(-1)).toMatchObject({ orderId: undefined, heldWon: 1000 });

    // Administrators find them, and one button confirms the order or gives the money back.
    const admin = await buildAdmin(lostShop);
    const listed = (await admin.client.get('/api/admin/payment-differences')).json<{ receipt_id: string }[]>();
    expect(listed.map(({ receipt_id }) => receipt_id).toSorted()).toEqual([second, third, fourth].toSorted());
    for (const index of [1, 2, 3]) {
      await admin.client.post(`/api/admin/orders/${fixtures[index]?.row.id}/check`);
    }
    expect(await statusOf(1)).toEqual(['confirmed', price]);
    expect(await statusOf(3)).toEqual(['confirmed', price]);
    expect((await statusOf(2))[0]).toBe('cancelled');
    expect(await ledgerOf(1)).toEqual([`capture ${price}`]);
    expect(await ledgerOf(2)).toEqual([`capture ${price}`, `cancel ${price}`]);

    await compareWithProvider(payments, { paceMs: 0 });
    expect((await admin.client.get('/api/admin/payment-differences')).json()).toEqual([]);
    expect((await findLostPayments(payments, receipts)).lost).toEqual([]);
  } finally {
    await lostShop.close();
  }
});
