import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Faults, type RunningFaults, startFaults } from '#tests/support/payments/faults/faults.ts';
import { type SandboxServer, startSandboxServer } from '#tests/support/providers/sandbox-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/providers/webhook-receiver.ts';

const PRICE = 350_000;

let shop: WebhookReceiver;
let server: SandboxServer;
let made = 0;
let running: RunningFaults | undefined;

function begin(faults: Faults): RunningFaults {
  running = startFaults(server.sandbox, faults);
  return running;
}

beforeAll(async () => {
  shop = await startWebhookReceiver();
  server = await startSandboxServer({ webhookUrl: () => shop.url });
});
afterEach(() => {
  server.driver.clear();
  running?.stop();
  shop.answerWith({ success: true });
});
afterAll(async () => {
  await server.close();
  shop.close();
});

const driverOrder = () => {
  made += 1;
  return { orderNumber: `order-${made}`, priceWon: PRICE };
};

describe('webhooks', () => {
  const types = (receiptId: string) => shop.received(receiptId).map(({ webhook_type }) => webhook_type);

  it('report captures and cancels, in part and whole', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    const gateway = server.gateway();
    await gateway.approve(receiptId);
    await expect.poll(() => types(receiptId)).toEqual(['PAYMENT_COMPLETED']);
    const cancel = { receiptId, requestedBy: '관리자', reason: '요청' };
    await gateway.cancel({ ...cancel, cancelId: `${receiptId}-1`, amountWon: 1000 });
    await expect.poll(() => types(receiptId)).toContain('PAYMENT_PARTIAL_CANCELLED');
    await gateway.cancel({ ...cancel, cancelId: `${receiptId}-2`, amountWon: PRICE - 1000 });
    await expect.poll(() => types(receiptId)).toContain('PAYMENT_CANCELLED');
    expect(shop.received(receiptId).at(-1)).toMatchObject({
      status: 20,
      cancelled_price: PRICE,
      order_id: expect.any(String),
    });
  });

  it('report a virtual account and its deposit', async () => {
    const receiptId = await server.driver.openReceipt(driverOrder());
    await server.driver.issueVirtualAccount(receiptId);
    await expect.poll(() => types(receiptId)).toEqual(['PAYMENT_VIRTUAL_ACCOUNT_ISSUED']);
    await server.driver.deposit(receiptId);
    await expect.poll(() => types(receiptId)).toContain('PAYMENT_COMPLETED');
  });

  it('come again until they are taken', async () => {
    shop.answerWith({ success: false });
    const receiptId = await server.driver.payFor({ ...driverOrder(), isSeparatelyConfirmed: false });
    await expect.poll(() => types(receiptId).length).toBe(1);
    shop.answerWith({ success: true });
    await expect.poll(() => types(receiptId).length).toBe(2);
  });
});

describe('faults by chance', () => {
  const lookUp = (receiptId: string) => server.gateway().findReceipt(receiptId);

  it('meet as many calls as they should, in the same order for the same seed', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    const outcomes = async () => {
      begin({ rate: 0.5, seed: 7, kinds: ['error', 'drop'] });
      const ends: string[] = [];
      for (let call = 0; call < 40; call += 1) {
        ends.push(
          await lookUp(receiptId).then(
            () => 'answered',
            (error: { kind: string }) => error.kind,
          ),
        );
      }
      return ends;
    };
    const first = await outcomes();
    expect(first.filter((end) => end === 'unreachable').length).toBeGreaterThan(10);
    expect(first.filter((end) => end === 'answered').length).toBeGreaterThan(10);
    expect(await outcomes()).toEqual(first);
  });

  it.each(['lost_answer', 'error_after'] as const)('%s: captured, and the shop gets no answer', async (kind) => {
    const receiptId = await server.driver.payFor(driverOrder());
    const counts = begin({ rate: 1, seed: 1, kinds: [kind] });
    await expect(server.gateway().approve(receiptId)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(counts.faults()).toEqual({ [kind]: 1 });
    running?.stop();
    expect(await lookUp(receiptId)).toMatchObject({ status: 'paid' });
  });

  it('late: the shop has stopped waiting', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    begin({ rate: 1, seed: 1, kinds: ['late'], lateMs: 1500 });
    const gateway = server.gateway({ deadlineMs: 400 });
    await expect(gateway.approve(receiptId)).rejects.toMatchObject({ kind: 'unreachable' });
    running?.stop();
    expect(await lookUp(receiptId)).toMatchObject({ status: 'paid' });
  });

  it('amount: another amount is captured, and every later answer says so', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    begin({ rate: 1, seed: 1, kinds: ['amount'] });
    expect(await server.gateway().approve(receiptId)).toMatchObject({ status: 'paid', priceWon: PRICE + 1000 });
    expect(await lookUp(receiptId)).toMatchObject({ priceWon: PRICE + 1000 });
    expect(await server.driver.ledger(receiptId)).toMatchObject([{ kind: 'capture', amount: PRICE + 1000 }]);
  });

  it('webhooks come three times at once', async () => {
    const receiptId = await server.driver.payFor(driverOrder());
    begin({ rate: 1, seed: 1, kinds: ['webhook_repeated'] });
    await server.gateway().approve(receiptId);
    await expect.poll(() => shop.received(receiptId).length).toBe(3);
  });

  it.each([
    ['malformed', 'MALFORMED_ANSWER'],
    ['unknown_status', 'UNKNOWN_STATUS'],
  ] as const)('%s: captured, and the answer says nothing', async (kind, providerCode) => {
    const receiptId = await server.driver.payFor(driverOrder());
    begin({ rate: 1, seed: 1, kinds: [kind] });
    await expect(server.gateway().approve(receiptId)).rejects.toMatchObject({ providerCode });
    running?.stop();
    expect(await lookUp(receiptId)).toMatchObject({ status: 'paid' });
  });

  it('no_cancelled_price: given back, and the answer does not say how much', async () => {
    const receipt_id = await server.driver.payFor({ ...driverOrder(), isSeparatelyConfirmed: false });
    begin({ rate: 1, seed: 1, kinds: ['no_cancelled_price'] });
    const { body } = await server.rest('/cancel', { receipt_id, cancel_price: 1000 });
    expect(body).toMatchObject({ status: 20, cancelled_price: null });
    expect(await server.driver.ledger(receipt_id)).toMatchObject([{}, { kind: 'cancel', amount: 1000 }]);
  });
});

describe('quirks by chance', () => {
  const quirks = { lateMs: 1000, takesMs: 1000 };
  const FAULTLESS = { rate: 0, seed: 1, kinds: [] };

  /** The ends of cancels of the first ten receipts, as status and amount given back. */
  async function cancelTen(seed: number): Promise<string[]> {
    begin({ ...FAULTLESS, quirks: { seed, ...quirks } });
    const ends: string[] = [];
    for (let made = 0; made < 10; made += 1) {
      const receipt_id = await server.driver.payFor({ ...driverOrder(), isSeparatelyConfirmed: false });
      const cancel = server.rest('/cancel', { receipt_id, cancel_price: 1000 });
      const answered = await cancel.catch(() => undefined);
      ends.push(`${answered?.body.status} ${answered?.body.cancelled_price}`);
    }
    return ends;
  }

  it('give each receipt its readings, in the same order for the same seed', async () => {
    const first = await cancelTen(3);
    expect(new Set(first).size).toBeGreaterThan(3);
    expect(await cancelTen(3)).toEqual(first);
    expect(await cancelTen(4)).not.toEqual(first);
  });

  it('let every cancel succeed once the faults have stopped, and leave the readings', async () => {
    begin({ ...FAULTLESS, quirks: { seed: 3, ...quirks } });
    const partial = new Set<unknown>();
    running?.stop();
    for (let made = 0; made < 12; made += 1) {
      const receipt_id = await server.driver.payFor({ ...driverOrder(), isSeparatelyConfirmed: false });
      await server.rest('/cancel', { receipt_id, cancel_price: 1000 });
      server.clock.advance(quirks.takesMs);
      const { body } = await server.rest(`/receipt/${receipt_id}`);
      expect(body).toMatchObject({ cancelled_price: 1000 });
      partial.add(body.status);
    }
    expect([...partial].toSorted()).toEqual([1, 20]);
  });
});
