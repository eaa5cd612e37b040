import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SandboxServer, startSandboxServer } from '#tests/support/providers/sandbox-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/providers/webhook-receiver.ts';
import type { Quirks } from './quirks.ts';

const PRICE = 350_000;
const PART = 100_000;
const LATER_MS = 60_000;
const ACCOUNT = { bank_code: '088', bank_account: '110123456789', bank_username: '홍길동' };

let shop: WebhookReceiver;
let server: SandboxServer;
let quirks: Quirks;
let receiptId: string;
let made = 0;

beforeAll(async () => {
  shop = await startWebhookReceiver();
  server = await startSandboxServer({ webhookUrl: () => shop.url });
  quirks = server.driver.quirks;
});
beforeEach(async () => {
  receiptId = await pay();
});
afterEach(() => server.driver.clear());
afterAll(async () => {
  await server.close();
  shop.close();
});

const cancel = (cancelId: string, price?: number, more = {}) =>
  server.rest('/cancel', {
    receipt_id: receiptId,
    cancel_id: `${receiptId}-${cancelId}`,
    cancel_price: price,
    ...more,
  });
const receipt = async () => (await server.rest(`/receipt/${receiptId}`)).body;
const cancelled = async () =>
  (await server.driver.ledger(receiptId)).filter(({ kind }) => kind === 'cancel').map(({ amount }) => amount);
const refused = (code: string) => ({ status: 400, body: { error_code: code } });
const newOrder = () => {
  made += 1;
  return { orderNumber: `quirk-${made}`, priceWon: PRICE };
};

/** A card payment that is captured. */
const pay = () => server.driver.payFor({ ...newOrder(), isSeparatelyConfirmed: false });

async function issueAccount(): Promise<string> {
  return server.driver.payFor({ ...newOrder(), method: 'vbank' });
}

describe('cancelIds', () => {
  it('refused: the same id cancels once', async () => {
    await cancel('1', PART);
    expect(await cancel('1', PART)).toMatchObject(refused('RC_CANCEL_ID_DUPLICATED'));
    expect(await cancelled()).toEqual([PART]);
  });

  it('ignored: the same id cancels as often as the balance allows, and the ledger shows it as it was sent', async () => {
    quirks.cancelIds = 'ignored';
    for (const total of [PART, 2 * PART, 3 * PART]) {
      expect(await cancel('1', PART)).toMatchObject({ status: 200, body: { cancelled_price: total } });
    }
    expect(await cancel('1', PART)).toMatchObject(refused('RC_CANCEL_PRICE_OVER'));
    const entries = (await server.driver.ledger(receiptId)).filter(({ kind }) => kind === 'cancel');
    expect(entries.map(({ cancel_id }) => cancel_id)).toEqual(Array(3).fill(`${receiptId}-1`));
  });

  it('ignored: nothing is left of a receipt that was cancelled as a whole', async () => {
    quirks.cancelIds = 'ignored';
    expect(await cancel('1')).toMatchObject({ status: 200, body: { status: 20, cancelled_price: PRICE } });
    expect(await cancel('1')).toMatchObject(refused('RC_CANCEL_PRICE_OVER'));
    expect(await cancel('1', PRICE)).toMatchObject(refused('RC_CANCEL_PRICE_OVER'));
    expect(await cancelled()).toEqual([PRICE]);
  });

  it('ignored: calls at once cannot give back more than was captured', async () => {
    quirks.cancelIds = 'ignored';
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => cancel('1', PART)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400]);
    expect(await cancelled()).toEqual([PART, PART, PART]);
  });
});

describe('partialCancelStatus', () => {
  it.each([20, 1] as const)('%i: in the answer and in the webhook, until all has been given back', async (status) => {
    quirks.partialCancelStatus = status;
    expect(await cancel('1', PART)).toMatchObject({ body: { status, cancelled_price: PART } });
    expect(await receipt()).toMatchObject({ status, cancelled_price: PART });
    await expect
      .poll(() => shop.received(receiptId).at(-1))
      .toMatchObject({ webhook_type: 'PAYMENT_PARTIAL_CANCELLED', status, cancelled_price: PART });
    expect(await cancel('2')).toMatchObject({ body: { status: 20, cancelled_price: PRICE } });
  });
});

describe('refundAccount', () => {
  beforeEach(async () => {
    receiptId = await issueAccount();
    await server.driver.deposit(receiptId);
  });

  it('required: money of a virtual account goes back with an account only', async () => {
    quirks.refundAccount = 'required';
    expect(await cancel('1', PART)).toMatchObject(refused('RC_CANCEL_REFUND_ACCOUNT'));
    expect(await cancel('1', PART, { refund: ACCOUNT })).toMatchObject({ status: 200 });
    const entries = await server.driver.ledger(receiptId);
    expect(entries.at(-1)).toMatchObject({ kind: 'cancel', refund_account: ACCOUNT });
  });

  it('optional: it goes back without one', async () => {
    expect(await cancel('1', PART)).toMatchObject({ status: 200 });
  });

  it('required: a card needs none', async () => {
    quirks.refundAccount = 'required';
    receiptId = await pay();
    expect(await cancel('1', PART)).toMatchObject({ status: 200 });
  });
});

describe('issuedCancel', () => {
  beforeEach(async () => {
    receiptId = await issueAccount();
  });

  it('called_off: the account takes no deposit any more', async () => {
    quirks.issuedCancel = 'called_off';
    expect(await cancel('1')).toMatchObject({ status: 200, body: { status: -3, cancelled_price: 0 } });
    expect(await receipt()).toMatchObject({ status: -3, cancelled_price: 0 });
    await expect(server.driver.deposit(receiptId)).rejects.toThrow('RC_DEPOSIT_NOT_EXPECTED');
    expect(await server.driver.ledger(receiptId)).toEqual([]);
  });

  it('refused: the deposit can still come', async () => {
    expect(await cancel('1')).toMatchObject(refused('RC_CANCEL_NOT_PAID'));
    await server.driver.deposit(receiptId);
    expect(await receipt()).toMatchObject({ status: 1 });
  });
});

describe('cancelTakesMs and cancelFails', () => {
  beforeEach(() => {
    quirks.cancelTakesMs = LATER_MS;
  });

  it('is under way with the money still held, and then done', async () => {
    expect(await cancel('1', PART)).toMatchObject({ status: 200, body: { status: -30, cancelled_price: 0 } });
    server.clock.advance(LATER_MS - 1);
    expect(await receipt()).toMatchObject({ status: -30, cancelled_price: 0 });
    expect(await cancelled()).toEqual([]);
    expect(await cancel('1', PART)).toMatchObject(refused('RC_CANCEL_ID_DUPLICATED'));
    server.clock.advance(1);
    expect(await receipt()).toMatchObject({ status: 20, cancelled_price: PART });
    expect(await cancelled()).toEqual([PART]);
  });

  it('ends with status -20 when it fails, and another cancel can be asked for', async () => {
    quirks.cancelFails = true;
    expect(await cancel('1')).toMatchObject({ body: { status: -30 } });
    server.clock.advance(LATER_MS);
    expect(await receipt()).toMatchObject({ status: -20, cancelled_price: 0 });
    server.driver.clear();
    expect(await cancel('1')).toMatchObject(refused('RC_CANCEL_ID_DUPLICATED'));
    expect(await cancel('2')).toMatchObject({ body: { status: 20, cancelled_price: PRICE } });
    expect(await cancelled()).toEqual([PRICE]);
  });

  it('fails at once when it takes no time', async () => {
    Object.assign(quirks, { cancelTakesMs: 0, cancelFails: true });
    expect(await cancel('1', PART)).toMatchObject({ status: 200, body: { status: -20, cancelled_price: 0 } });
    expect(await cancelled()).toEqual([]);
  });

  it('carries out each of two with an ignored id', async () => {
    quirks.cancelIds = 'ignored';
    await cancel('1', PART);
    await cancel('1', PART);
    server.clock.advance(LATER_MS);
    expect(await receipt()).toMatchObject({ status: 20, cancelled_price: 2 * PART });
  });
});

describe('lateCancelMs', () => {
  beforeEach(() => {
    quirks.lateCancelMs = LATER_MS;
  });

  it('breaks the connection and cancels later', async () => {
    await expect(cancel('1', PART)).rejects.toThrow();
    server.clock.advance(LATER_MS - 1);
    expect(await receipt()).toMatchObject({ status: 1, cancelled_price: 0 });
    expect(await cancel('1', PART)).toMatchObject(refused('RC_CANCEL_ID_DUPLICATED'));
    server.clock.advance(1);
    expect(await receipt()).toMatchObject({ status: 20, cancelled_price: PART });
    expect(await cancelled()).toEqual([PART]);
  });

  it('cancels twice where the shop sends an ignored id again too early', async () => {
    quirks.cancelIds = 'ignored';
    await expect(cancel('1', PART)).rejects.toThrow();
    quirks.lateCancelMs = 0;
    expect(await cancel('1', PART)).toMatchObject({ body: { cancelled_price: PART } });
    server.clock.advance(LATER_MS);
    expect(await cancelled()).toEqual([PART, PART]);
  });

  it('comes by itself, without a call', async () => {
    quirks.lateCancelMs = 1;
    await expect(cancel('1')).rejects.toThrow();
    server.clock.advance(1);
    await expect.poll(() => shop.received(receiptId).at(-1)).toMatchObject({ webhook_type: 'PAYMENT_CANCELLED' });
  });
});

it('resets with everything else between tests', async () => {
  Object.assign(quirks, { cancelIds: 'ignored', receiptFields: { sandbox: false }, malformed: true });
  server.driver.clear();
  expect(await receipt()).toMatchObject({ sandbox: true, currency: 'KRW' });
  await cancel('1', PART);
  expect(await cancel('1', PART)).toMatchObject(refused('RC_CANCEL_ID_DUPLICATED'));
});
