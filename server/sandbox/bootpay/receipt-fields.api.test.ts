import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SandboxServer, startSandboxServer } from '#tests/support/providers/sandbox-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/providers/webhook-receiver.ts';
import type { Quirks } from './quirks.ts';

const PRICE = 350_000;
const PART = 100_000;

let shop: WebhookReceiver;
let server: SandboxServer;
let quirks: Quirks;
let receiptId: string;

beforeAll(async () => {
  shop = await startWebhookReceiver();
  server = await startSandboxServer({ webhookUrl: () => shop.url });
  quirks = server.driver.quirks;
});
beforeEach(async () => {
  const payment = { orderNumber: 'order-1', priceWon: PRICE, isSeparatelyConfirmed: false };
  receiptId = await server.driver.payFor(payment);
});
afterEach(() => server.driver.clear());
afterAll(async () => {
  await server.close();
  shop.close();
});

const cancelPart = () => server.rest('/cancel', { receipt_id: receiptId, cancel_price: PART });
const receipt = async () => (await server.rest(`/receipt/${receiptId}`)).body;

describe('fields of receipts', () => {
  it('differ or are left out, in answers and webhooks', async () => {
    quirks.receiptFields = { sandbox: false, currency: 'USD', tax_free: undefined, cancelled_price: undefined };
    const shown = await receipt();
    expect(shown).toMatchObject({ sandbox: false, currency: 'USD', price: PRICE });
    expect(Object.keys(shown)).not.toContain('tax_free');
    await cancelPart();
    await expect.poll(() => shop.received(receiptId).length).toBe(2);
    const sent = shop.received(receiptId).at(-1);
    expect(sent).toMatchObject({ currency: 'USD', webhook_type: 'PAYMENT_PARTIAL_CANCELLED' });
    expect(Object.keys(sent ?? {})).not.toContain('cancelled_price');
  });

  it('show the tax_free that the client asked for', async () => {
    receiptId = await server.driver.openReceipt({
      orderNumber: 'order-2',
      priceWon: PRICE,
      request: { tax_free: PRICE },
    });
    expect(await receipt()).toMatchObject({ tax_free: PRICE });
  });

  it('show an unknown status in place of the real one', async () => {
    quirks.unknownStatus = 7;
    expect(await receipt()).toMatchObject({ status: 7, price: PRICE });
    expect(await cancelPart()).toMatchObject({ status: 200, body: { status: 7, cancelled_price: PART } });
  });

  it('are missing from malformed answers, though the call was carried out', async () => {
    quirks.malformed = true;
    expect(await cancelPart()).toEqual({ status: 200, body: { result: 'ok' } });
    expect(await server.rest(`/receipt/${receiptId}`)).toEqual({ status: 200, body: { result: 'ok' } });
    quirks.malformed = false;
    expect(await receipt()).toMatchObject({ cancelled_price: PART });
  });
});
