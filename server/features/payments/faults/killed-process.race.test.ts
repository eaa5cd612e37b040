import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type BootpayDriver, createBootpayDriver, createHold } from '#tests/support/bootpay.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Books, buildLabScene, type LabScene, lockFromOutside, untilShopWaits } from '#tests/support/lab-scene.ts';
import { openPaymentLab, type PaymentLab } from '#tests/support/payment-lab.ts';
import type { ShopProcess } from '#tests/support/shop-process.ts';

const PRICE = 350_000;
const TIMEOUT = { timeout: 60_000 };

let lab: PaymentLab;
let bootpay: BootpayDriver;
let shop: ShopProcess;
const drops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const [ours, theirs] = [await createTestDatabase(inject('postgres')), await createTestDatabase(inject('postgres'))];
  drops.push(ours.drop, theirs.drop);
  lab = await openPaymentLab({ shop: ours.connection, provider: theirs.connection });
  bootpay = createBootpayDriver({ url: lab.provider.url, sandbox: lab.provider.sandbox });
  shop = await lab.start();
}, 60_000);
afterEach(() => bootpay.clear());
afterAll(async () => {
  await lab.close();
  for (const drop of drops) await drop();
});

let scene: LabScene;
let receiptId: string;
beforeEach(async () => {
  scene = await buildLabScene(lab, PRICE);
  receiptId = await scene.pay();
});

/** Brings the shop to a point where it waits; `release` lets go of what it waited for, once it is dead. */
type Stop = { reached: () => Promise<unknown>; release: () => Promise<unknown> };
type Boundary = [name: string, stop: () => Promise<Stop>];

const lockOrder = () => lockFromOutside(lab, `select from orders where id = ${scene.row.id} for update`);
const lockTable = (table: string) => lockFromOutside(lab, `lock table ${table} in access exclusive mode`);

type Endpoint = 'receipt' | 'confirm' | 'cancel';

/** The provider has been asked and has not done it yet; it never will, or it will when the shop is dead. */
async function beforeProviderActs(endpoint: Endpoint, isLost: boolean): Promise<Stop> {
  const hold = createHold();
  bootpay.fail({ endpoint, times: 1, hold, ...(isLost && { insteadOf: 'drop' as const }) });
  const before = (await scene.books()).moved.length;
  return {
    reached: () => hold.untilArrived(),
    async release() {
      hold.release();
      if (!isLost) await expect.poll(async () => (await scene.books()).moved.length).toBe(before + 1);
    },
  };
}

/** The provider has done it; its answer is on the way. */
async function afterProviderActed(endpoint: Endpoint): Promise<Stop> {
  const holdAnswer = createHold();
  bootpay.fail({ endpoint, times: 1, holdAnswer });
  return { reached: () => holdAnswer.untilArrived(), release: async () => holdAnswer.release() };
}

/** The shop has the provider's answer and is about to write it down. */
async function whileOutcomeIsWritten(endpoint: Endpoint): Promise<Stop> {
  const holdAnswer = createHold();
  bootpay.fail({ endpoint, times: 1, holdAnswer });
  let lock: Awaited<ReturnType<typeof lockOrder>> | undefined;
  return {
    async reached() {
      await holdAnswer.untilArrived();
      lock = await lockOrder();
      holdAnswer.release();
      await untilShopWaits(lab);
    },
    release: async () => lock?.release(),
  };
}

async function whileIntentIsWritten(): Promise<Stop> {
  const lock = await lockOrder();
  return { reached: () => untilShopWaits(lab), release: lock.release };
}

/** Everything is written; what the answer is made of cannot be read. */
async function beforeAnswer(table: string): Promise<Stop> {
  const lock = await lockTable(table);
  return { reached: () => untilShopWaits(lab), release: lock.release };
}

async function killAt(stop: Stop, call: () => Promise<unknown>): Promise<void> {
  const outcome = call();
  await stop.reached();
  await lab.kill(shop);
  expect(await outcome).toBe('gone');
  await stop.release();
  bootpay.clear();
  shop = await lab.start();
}

/** Runs the jobs until the books say so, and see that they agree with the provider's. */
async function expectBooks(books: Partial<Books>): Promise<void> {
  await lab.runJobs();
  await expect.poll(() => scene.books(), { timeout: 15_000, interval: 50 }).toMatchObject(books);
  expect((await lab.audit()).problems).toEqual([]);
}

const UNPAID = { status: 'pending', paid: 0, booked: 0, receipts: [], refunds: [], moved: [] };
const PAID = { status: 'confirmed', paid: PRICE, booked: PRICE, receipts: ['paid'], moved: [`capture ${PRICE}`] };

async function expectConfirmed(): Promise<void> {
  expect(await scene.confirm(shop.url, receiptId)).toMatchObject({ status: 200 });
  await expectBooks(PAID);
}

describe('killed while a payment is confirmed', () => {
  it.each<Boundary>([
    ['with the receipt read', () => afterProviderActed('receipt')],
    ['in the middle of writing the intent', whileIntentIsWritten],
  ])('%s: nothing is captured, and the buyer can go on', TIMEOUT, async (_name, stop) => {
    await killAt(await stop(), () => scene.confirm(shop.url, receiptId));
    await expectBooks(UNPAID);
    await expectConfirmed();
  });

  it.each<Boundary>([
    ['with the intent written and a call that is lost', () => beforeProviderActs('confirm', true)],
    ['with the intent written and a call that arrives', () => beforeProviderActs('confirm', false)],
    ['with the approval answered', () => afterProviderActed('confirm')],
    ['in the middle of writing the outcome', () => whileOutcomeIsWritten('confirm')],
    ['with the outcome written', () => beforeAnswer('refund_requests')],
  ])('%s: the job confirms the order without the buyer', TIMEOUT, async (_name, stop) => {
    await killAt(await stop(), () => scene.confirm(shop.url, receiptId));
    await expectBooks(PAID);
    await expectConfirmed();
  });
});

describe('killed while a payment of another amount is given back', () => {
  it.each<Boundary>([
    ['with the intent written and a call that is lost', () => beforeProviderActs('cancel', true)],
    ['with the intent written and a call that arrives', () => beforeProviderActs('cancel', false)],
    ['with the cancellation answered', () => afterProviderActed('cancel')],
    ['in the middle of writing the outcome', () => whileOutcomeIsWritten('cancel')],
  ])('%s: it goes back once', TIMEOUT, async (_name, stop) => {
    const wrong = await scene.pay({ priceWon: 1000, isSeparatelyConfirmed: false });
    await killAt(await stop(), () => scene.confirm(shop.url, wrong));
    await expectBooks({ status: 'error', paid: 0, moved: ['capture 1000', 'cancel 1000'], refunds: ['done 1000'] });
  });
});

describe('killed while money is refunded', () => {
  beforeEach(() => expectConfirmed());
  const KEY = 'refund-form-1';

  async function expectRefunded(amount: number): Promise<void> {
    const paid = PRICE - amount;
    const books = {
      ...{ status: paid === 0 ? 'cancelled' : 'confirmed', paid, booked: paid },
      ...{ refunds: [`done ${amount}`], moved: [`capture ${PRICE}`, `cancel ${amount}`] },
    };
    await expectBooks(books);
    expect(await scene.refund(shop.url, amount, KEY)).toMatchObject({ status: 200 });
    await expectBooks(books);
  }

  it('in the middle of writing the intent: nothing goes back until it is asked for again', TIMEOUT, async () => {
    await killAt(await whileIntentIsWritten(), () => scene.refund(shop.url, PRICE, KEY));
    await expectBooks({ ...PAID, refunds: [] });
    await scene.refund(shop.url, PRICE, KEY);
    await expectRefunded(PRICE);
  });

  it.each<[...Boundary, amount: number]>([
    ['with the intent written and a call that is lost', () => beforeProviderActs('cancel', true), PRICE],
    ['with the intent written and a call that arrives', () => beforeProviderActs('cancel', false), 100_000],
    ['with the cancellation answered', () => afterProviderActed('cancel'), PRICE],
    ['with the cancellation of a part answered', () => afterProviderActed('cancel'), 100_000],
    ['in the middle of writing the outcome', () => whileOutcomeIsWritten('cancel'), 100_000],
    ['with the outcome written', () => beforeAnswer('order_notes'), PRICE],
  ])('%s: it goes back once', TIMEOUT, async (_name, stop, amount) => {
    await killAt(await stop(), () => scene.refund(shop.url, amount, KEY));
    await expectRefunded(amount);
  });
});

describe('killed over a webhook', () => {
  it('that it has taken up: another one ends it', TIMEOUT, async () => {
    const captured = await scene.pay({ isSeparatelyConfirmed: false });
    const stop = await afterProviderActed('receipt');
    const body = JSON.stringify({
      receipt_id: captured,
      order_id: scene.row.order_number,
      webhook_type: 'PAYMENT_COMPLETED',
    });
    const told = () =>
      fetch(`${shop.url}/api/bootpay/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    expect((await told()).status).toBe(200);
    await killAt(stop, async () => 'gone');
    await expectBooks(PAID);
  });
});
