import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';
import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { LOOK_OFTEN } from '#tests/support/jobs/due-jobs.ts';
import { type BootpayDriver, createBootpayDriver } from '#tests/support/payments/bootpay.ts';
import {
  type Books,
  buildEnvironmentOrder,
  type EnvironmentOrder,
  type Outcome,
} from '#tests/support/payments/environment-order.ts';
import { createFaultPoints, type FaultPoint, type FaultPoints } from '#tests/support/payments/fault-points.ts';
import { type PaymentEnvironment, startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';

const PRICE = 350_000;
const TIMEOUT = { timeout: 60_000 };

let environment: PaymentEnvironment;
let bootpay: BootpayDriver;
let shop: ShopProcess;
const drops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const [ours, theirs] = [await createTestDatabase(inject('postgres')), await createTestDatabase(inject('postgres'))];
  drops.push(ours.drop, theirs.drop);
  environment = await startPaymentEnvironment({
    shop: ours.connection,
    provider: theirs.connection,
    jobs: LOOK_OFTEN,
  });
  bootpay = createBootpayDriver({ url: environment.provider.url, sandbox: environment.provider.sandbox });
  shop = await environment.start();
}, 60_000);
afterEach(() => bootpay.clear());
afterAll(async () => {
  await environment.close();
  for (const drop of drops) await drop();
});

let fixture: EnvironmentOrder;
let faultPoints: FaultPoints;
let receiptId: string;
beforeEach(async () => {
  fixture = await buildEnvironmentOrder(environment, PRICE);
  faultPoints = createFaultPoints(environment, bootpay, fixture);
  receiptId = await fixture.pay();
});

type Boundary = [name: string, faultPoint: (faultPoints: FaultPoints) => Promise<FaultPoint>];

async function killAt(faultPoint: FaultPoint, call: () => Promise<unknown>): Promise<void> {
  const outcome = call();
  await faultPoint.reached();
  await environment.kill(shop);
  expect(await outcome).toBe('gone');
  await faultPoint.release();
  bootpay.clear();
  shop = await environment.start();
}

/** Runs the jobs until the books have the expected state, and compares them with the provider. */
async function expectBooks(books: Partial<Books>): Promise<void> {
  await environment.runJobs();
  await expect.poll(() => fixture.books(), { interval: 50 }).toMatchObject(books);
  expect((await environment.audit()).problems).toEqual([]);
}

const UNPAID = { status: 'pending', paid: 0, booked: 0, receipts: [], refunds: [], moved: [] };
const PAID = { status: 'confirmed', paid: PRICE, booked: PRICE, receipts: ['paid'], moved: [`capture ${PRICE}`] };

async function expectConfirmed(): Promise<void> {
  expect(await fixture.confirm(shop.url, receiptId)).toMatchObject({ status: 200 });
  await expectBooks(PAID);
}

describe('killed while a payment is confirmed', () => {
  it('with the receipt read: nothing is captured, and the buyer can continue', TIMEOUT, async () => {
    const faultPoint = await faultPoints.afterProviderActed('receipt');
    await killAt(faultPoint, () => fixture.confirm(shop.url, receiptId));
    await expectBooks(UNPAID);
    await expectConfirmed();
  });

  it('in the middle of writing the intent: nothing is captured, and the buyer can continue', TIMEOUT, async () => {
    const faultPoint = await faultPoints.whileIntentIsWritten();
    await killAt(faultPoint, () => fixture.confirm(shop.url, receiptId));
    await expectBooks(UNPAID);
    await expectConfirmed();
  });

  it.each<Boundary>([
    ['with the intent written and a call that is lost', (at) => at.beforeProviderActs('confirm', true)],
    ['with the intent written and a call that arrives', (at) => at.beforeProviderActs('confirm', false)],
    ['with the approval answered', (at) => at.afterProviderActed('confirm')],
    ['in the middle of writing the outcome', (at) => at.whileOutcomeIsWritten('confirm')],
    ['with the outcome written', (at) => at.beforeAnswer('refund_requests')],
  ])('%s: the job confirms the order without the buyer', TIMEOUT, async (_name, faultPoint) => {
    await killAt(await faultPoint(faultPoints), () => fixture.confirm(shop.url, receiptId));
    await expectBooks(PAID);
    await expectConfirmed();
  });
});

it('killed with a webhook answered whose job it has not woken: the schedule confirms the order', TIMEOUT, async () => {
  const body = JSON.stringify({ receipt_id: receiptId, order_id: fixture.row.order_number });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${shop.url}/api/bootpay/webhook`, { method: 'POST', headers, body });
  await environment.kill(shop);
  expect(answer.status).toBe(200);
  shop = await environment.start();
  await expectBooks(PAID);
});

describe('killed during the refund of a payment with a wrong amount', () => {
  it.each<Boundary>([
    ['with the intent written and a call that is lost', (at) => at.beforeProviderActs('cancel', true)],
    ['with the intent written and a call that arrives', (at) => at.beforeProviderActs('cancel', false)],
    ['with the cancellation answered', (at) => at.afterProviderActed('cancel')],
    ['in the middle of writing the outcome', (at) => at.whileOutcomeIsWritten('cancel')],
  ])('%s: it goes back once', TIMEOUT, async (_name, faultPoint) => {
    const wrong = await fixture.pay({ priceWon: 1000, isSeparatelyConfirmed: false });
    await killAt(await faultPoint(faultPoints), () => fixture.confirm(shop.url, wrong));
    await expectBooks({ status: 'error', paid: 0, moved: ['capture 1000', 'cancel 1000'], refunds: ['done 1000'] });
  });
});

describe('killed during a refund', () => {
  beforeEach(() => expectConfirmed());
  const KEY = 'refund-form-1';

  async function expectRefunded(amount: number): Promise<void> {
    const paid = PRICE - amount;
    const books = {
      status: paid === 0 ? 'cancelled' : 'confirmed',
      paid,
      booked: paid,
      refunds: [`done ${amount}`],
      moved: [`capture ${PRICE}`, `cancel ${amount}`],
    };
    await expectBooks(books);
    expect(await fixture.refund(shop.url, amount, KEY)).toMatchObject({ status: 200 });
    await expectBooks(books);
  }

  it('while writing the intent: nothing is refunded until the next request', TIMEOUT, async () => {
    await killAt(await faultPoints.whileIntentIsWritten(), () => fixture.refund(shop.url, PRICE, KEY));
    await expectBooks({ ...PAID, refunds: [] });
    await fixture.refund(shop.url, PRICE, KEY);
    await expectRefunded(PRICE);
  });

  it.each<[...Boundary, amount: number]>([
    ['with the intent written and a call that is lost', (at) => at.beforeProviderActs('cancel', true), PRICE],
    ['with the intent written and a call that arrives', (at) => at.beforeProviderActs('cancel', false), 100_000],
    ['with the cancellation answered', (at) => at.afterProviderActed('cancel'), PRICE],
    ['with the cancellation of a part answered', (at) => at.afterProviderActed('cancel'), 100_000],
    ['in the middle of writing the outcome', (at) => at.whileOutcomeIsWritten('cancel'), 100_000],
    ['with the outcome written', (at) => at.beforeAnswer('order_notes'), PRICE],
  ])('%s: it goes back once', TIMEOUT, async (_name, faultPoint, amount) => {
    await killAt(await faultPoint(faultPoints), () => fixture.refund(shop.url, amount, KEY));
    await expectRefunded(amount);
  });
});

describe('killed during webhook processing', () => {
  it('another worker finishes the webhook', TIMEOUT, async () => {
    const captured = await fixture.pay({ isSeparatelyConfirmed: false });
    const faultPoint = await faultPoints.afterProviderActed('receipt');
    const body = JSON.stringify({
      receipt_id: captured,
      order_id: fixture.row.order_number,
      webhook_type: 'PAYMENT_COMPLETED',
    });
    const send = () =>
      fetch(`${shop.url}/api/bootpay/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    expect((await send()).status).toBe(200);
    await killAt(faultPoint, async () => 'gone');
    await expectBooks(PAID);
  });
});

/** Terminates the connection that waits at `faultPoint`; the process keeps running. */
async function cutAt(faultPoint: FaultPoint, call: () => Promise<Outcome>): Promise<void> {
  const outcome = call();
  const pid = await faultPoint.reached();
  await environment.pool.query('select pg_terminate_backend($1)', [pid]);
  expect(await outcome).toMatchObject({ status: 503, body: expect.stringMatching(/[가-힣]/) });
  await faultPoint.release();
  bootpay.clear();
}

describe('with its connection to the database cut', () => {
  const KEY = 'refund-form-1';

  it('while writing the intent to capture: nothing is captured, and the buyer can continue', async () => {
    await cutAt(await faultPoints.whileIntentIsWritten(), () => fixture.confirm(shop.url, receiptId));
    await expectBooks(UNPAID);
    await expectConfirmed();
  });

  it('while recording a captured payment: the job confirms the order', async () => {
    await cutAt(await faultPoints.whileOutcomeIsWritten('confirm'), () => fixture.confirm(shop.url, receiptId));
    await expectBooks(PAID);
    await expectConfirmed();
  });

  it('while writing the intent to refund: nothing is refunded', async () => {
    await expectConfirmed();
    await cutAt(await faultPoints.whileIntentIsWritten(), () => fixture.refund(shop.url, PRICE, KEY));
    await expectBooks({ ...PAID, refunds: [] });
  });

  it('while recording a refund: it happens once, and the job records it', async () => {
    await expectConfirmed();
    await cutAt(await faultPoints.whileOutcomeIsWritten('cancel'), () => fixture.refund(shop.url, 100_000, KEY));
    await expectBooks({ status: 'confirmed', paid: 250_000, booked: 250_000, refunds: ['done 100000'] });
  });
});
