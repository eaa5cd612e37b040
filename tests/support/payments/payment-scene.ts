import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import type { SandboxMethod } from '#server/sandbox/bootpay/receipt.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import type { OrderRow, ServiceRow, User } from '#tests/support/app/factories.ts';

type Payment = { priceWon?: number; isSeparatelyConfirmed?: boolean; method?: SandboxMethod };

/** A buyer with an order that waits for its payment, and what the two of them do. */
export type PaymentScene = {
  user: User;
  client: Client;
  row: OrderRow;
  /** The buyer opens the payment window and leaves it open; answers the receipt. */
  openWindow: () => Promise<string>;
  /** The buyer goes through the payment window; answers the receipt. */
  pay: (payment?: Payment) => Promise<string>;
  confirm: (receiptId: string, priceWon?: number) => Promise<LightMyRequestResponse>;
  cancel: () => Promise<LightMyRequestResponse>;
  /** The provider's word about a receipt of this order, and what the jobs make of it at once. */
  webhook: (receiptId: string, more?: Record<string, unknown>) => Promise<LightMyRequestResponse>;
  /** The order as the buyer sees it. */
  order: () => Promise<Order>;
};

type Wishes = { user?: User; service?: ServiceRow };

export async function buildPaymentScene(shop: TestApp, price?: number, wishes: Wishes = {}): Promise<PaymentScene> {
  const user = wishes.user ?? (await shop.buildUser());
  const row = await shop.buildOrder({ ...wishes, user, ...(price !== undefined && { price }) });
  const client = await shop.client().as(user);
  // Fetched now, so that calls made at once do not each fetch one.
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

/** What moved for a receipt, as in `capture 350000`. */
export async function movedFor(shop: TestApp, receiptId: string): Promise<string[]> {
  return (await shop.bootpay.ledger(receiptId)).map(({ kind, amount }) => `${kind} ${amount}`);
}

/** The answer is this error, in Korean. */
export function expectError(response: LightMyRequestResponse, status: number, code: string): void {
  expect(response.json()).toMatchObject({ code, error: expect.stringMatching(/[가-힣]/) });
  expect(response.statusCode).toBe(status);
}
