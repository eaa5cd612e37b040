import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import type { SandboxMethod } from '#server/sandbox/bootpay/receipt.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import type { OrderRow, ServiceRow, User } from '#tests/support/app/factories.ts';

type Payment = { priceWon?: number; isSeparatelyConfirmed?: boolean; method?: SandboxMethod };

/** A buyer with a pending order, and their actions. */
export type PaymentFixture = {
  user: User;
  client: Client;
  row: OrderRow;
  /** Opens the payment window; returns the receipt. */
  openWindow: () => Promise<string>;
  /** Pays in the payment window; returns the receipt. */
  pay: (payment?: Payment) => Promise<string>;
  confirm: (receiptId: string, priceWon?: number) => Promise<LightMyRequestResponse>;
  cancel: () => Promise<LightMyRequestResponse>;
  /** Sends the provider's webhook about a receipt, and processes it at once. */
  webhook: (receiptId: string, more?: Record<string, unknown>) => Promise<LightMyRequestResponse>;
  /** Reads the order as the buyer. */
  order: () => Promise<Order>;
};

type Overrides = { user?: User; service?: ServiceRow };

/** Creates a buyer with an order that can be paid. */
export async function buildPaymentFixture(
  shop: TestApp,
  price?: number,
  overrides: Overrides = {},
): Promise<PaymentFixture> {
  const user = overrides.user ?? (await shop.buildUser());
  const row = await shop.buildOrder({ ...overrides, user, ...(price !== undefined && { price }) });
  const client = await shop.client().as(user);
  // Fetch the token now, so that concurrent calls do not each fetch one.
  await client.get('/api/csrf-token');
  const { order_number: orderNumber } = row;
  return {
    user,
    client,
    row,
    openWindow: () => shop.bootpay.openReceipt({ orderNumber, priceWon: row.price }),
    pay: (payment) => shop.bootpay.payFor({ orderNumber, priceWon: row.price, ...payment }),
    confirm: (receipt_id, priceWon = row.price) =>
      client.post('/api/bootpay/confirm', { order_id: row.id, receipt_id, price: priceWon }),
    cancel: () => client.patch(`/api/orders/${row.id}`, { status: 'cancelled' }),
    async webhook(receipt_id, more = {}) {
      const body = { receipt_id, order_id: orderNumber, ...more };
      const response = await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
      await handleWebhooks(shop.deps.payments);
      return response;
    },
    order: async () => (await client.get(`/api/orders/${row.id}`)).json<Order>(),
  };
}

/** Lists the ledger entries of a receipt, such as `capture 350000`. */
export async function movedFor(shop: TestApp, receiptId: string): Promise<string[]> {
  return (await shop.bootpay.ledger(receiptId)).map(({ kind, amount }) => `${kind} ${amount}`);
}

/** Expects this error with a Korean message. */
export function expectError(response: LightMyRequestResponse, status: number, code: string): void {
  expect(response.json()).toMatchObject({ code, error: expect.stringMatching(/[가-힣]/) });
  expect(response.statusCode).toBe(status);
}

export type PaidFixture = PaymentFixture & { receiptId: string };

/** Creates a buyer with an order that is paid. */
export async function buildPaidFixture(...options: Parameters<typeof buildPaymentFixture>): Promise<PaidFixture> {
  const fixture = await buildPaymentFixture(...options);
  const receiptId = await fixture.pay();
  expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
  return { ...fixture, receiptId };
}
