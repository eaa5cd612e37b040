import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
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
    // Calls of several orders wait at once; none of them gives up meanwhile.
    timing: { callMs: MINUTE_MS },
    env: { REQUEST_DEADLINE_MS: String(MINUTE_MS) },
  });
  bootpay = createBootpayDriver({ url: environment.provider.url, sandbox: environment.provider.sandbox });
  shop = await environment.start();
}, 60_000);
afterEach(() => bootpay.clear());
afterAll(async () => {
  await environment.close();
  for (const drop of drops) await drop();
});

/** An order with a receipt that its buyer has paid, and the points at which its next call can be stopped. */
type Step = { name: string; fixture: EnvironmentOrder; receiptId: string; faultPoints: FaultPoints };

async function buildStep(name: string, payment?: Parameters<EnvironmentOrder['pay']>[0]): Promise<Step> {
  const fixture = await buildEnvironmentOrder(environment, PRICE);
  const receiptId = await fixture.pay(payment);
  return { name, fixture, receiptId, faultPoints: createFaultPoints(environment, bootpay, fixture, receiptId) };
}

const confirm = ({ fixture, receiptId }: Step) => fixture.confirm(shop.url, receiptId);

type Boundary = (faultPoints: FaultPoints) => Promise<FaultPoint>;

/** Brings a call of each step to its boundary, and kills the process there. */
async function killAt(stopped: readonly [Step, Boundary, call: (step: Step) => Promise<unknown>][]): Promise<void> {
  const [outcomes, reached]: [Promise<unknown>[], FaultPoint[]] = [[], []];
  for (const [step, boundary, call] of stopped) {
    const faultPoint = await boundary(step.faultPoints);
    outcomes.push(call(step));
    await faultPoint.reached();
    reached.push(faultPoint);
  }
  await environment.kill(shop);
  expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => 'gone'));
  for (const faultPoint of reached) await faultPoint.release();
  bootpay.clear();
  shop = await environment.start();
}

/** Runs the jobs until the books of each step are as expected, and compares all with the provider. */
async function expectBooks(expected: readonly [Step, Partial<Books>][]): Promise<void> {
  await environment.runJobs();
  for (const [{ name, fixture }, books] of expected) {
    await expect
      .poll(async () => ({ name, ...(await fixture.books()) }), { interval: 50 })
      .toMatchObject({ name, ...books });
  }
  expect((await environment.audit()).problems).toEqual([]);
}

const UNPAID = { status: 'pending', paid: 0, booked: 0, receipts: [], refunds: [], moved: [] };
const PAID = { status: 'confirmed', paid: PRICE, booked: PRICE, receipts: ['paid'], moved: [`capture ${PRICE}`] };

async function expectConfirmed(...steps: Step[]): Promise<void> {
  for (const step of steps) expect(await confirm(step)).toMatchObject({ status: 200 });
  await expectBooks(steps.map((step) => [step, PAID]));
}

// The last boundary of each is a table that all calls need.
describe('killed', () => {
  it('while payments are confirmed: none is captured before the intent, each confirmed or given back after it', async () => {
    const unpaid: [Step, Boundary][] = [
      [await buildStep('the receipt is read'), (at) => at.afterProviderActed('receipt')],
      [await buildStep('the intent is being written'), (at) => at.whileIntentIsWritten()],
    ];
    const paid: [Step, Boundary][] = [
      [await buildStep('the intent is written, the call is lost'), (at) => at.beforeProviderActs('confirm', true)],
      [await buildStep('the intent is written, the call arrives'), (at) => at.beforeProviderActs('confirm', false)],
      [await buildStep('the approval is answered'), (at) => at.afterProviderActed('confirm')],
      [await buildStep('the outcome is being written'), (at) => at.whileOutcomeIsWritten('confirm')],
      [await buildStep('the outcome is written'), (at) => at.beforeAnswer('refund_requests')],
    ];
    const buildWrong = (name: string) => buildStep(name, { priceWon: 1000, isSeparatelyConfirmed: false });
    const wrong: [Step, Boundary][] = [
      [
        await buildWrong('the intent of a refund is written, the call is lost'),
        (at) => at.beforeProviderActs('cancel', true),
      ],
      [
        await buildWrong('the intent of a refund is written, the call arrives'),
        (at) => at.beforeProviderActs('cancel', false),
      ],
      [await buildWrong('the cancellation is answered'), (at) => at.afterProviderActed('cancel')],
      [await buildWrong('the outcome of a refund is being written'), (at) => at.whileOutcomeIsWritten('cancel')],
    ];
    const givenBack = { status: 'error', paid: 0, moved: ['capture 1000', 'cancel 1000'], refunds: ['done 1000'] };
    await killAt([...unpaid, ...wrong, ...paid].map(([step, boundary]) => [step, boundary, confirm]));
    // The job does it without the buyers.
    await expectBooks([
      ...unpaid.map(([step]): [Step, Partial<Books>] => [step, UNPAID]),
      ...wrong.map(([step]): [Step, Partial<Books>] => [step, givenBack]),
      ...paid.map(([step]): [Step, Partial<Books>] => [step, PAID]),
    ]);
    await expectConfirmed(...[...unpaid, ...paid].map(([step]) => step));
  });

  it('during refunds: none happens before its intent, each once after it', async () => {
    const PART = 100_000;
    const steps: [Step, Boundary, amount: number][] = [
      [await buildStep('the intent is being written'), (at) => at.whileIntentIsWritten(), PRICE],
      [
        await buildStep('the intent is written, the call is lost'),
        (at) => at.beforeProviderActs('cancel', true),
        PRICE,
      ],
      [
        await buildStep('the intent is written, the call arrives'),
        (at) => at.beforeProviderActs('cancel', false),
        PART,
      ],
      [await buildStep('the cancellation is answered'), (at) => at.afterProviderActed('cancel'), PRICE],
      [await buildStep('the cancellation of a part is answered'), (at) => at.afterProviderActed('cancel'), PART],
      [await buildStep('the outcome is being written'), (at) => at.whileOutcomeIsWritten('cancel'), PART],
      [await buildStep('the outcome is written'), (at) => at.beforeAnswer('order_notes'), PRICE],
    ];
    await expectConfirmed(...steps.map(([step]) => step));
    const refund = ({ fixture }: Step, amount: number) => fixture.refund(shop.url, amount, 'refund-form-1');
    await killAt(steps.map(([step, boundary, amount]) => [step, boundary, () => refund(step, amount)]));
    const refunded = steps.map(([step, , amount]): [Step, Partial<Books>] => {
      const paid = PRICE - amount;
      const moved = [`capture ${PRICE}`, `cancel ${amount}`];
      const status = paid === 0 ? 'cancelled' : 'confirmed';
      return [step, { status, paid, booked: paid, refunds: [`done ${amount}`], moved }];
    });
    const [unwritten] = steps;
    if (!unwritten) throw new Error('a step without its intent');
    await expectBooks([[unwritten[0], { ...PAID, refunds: [] }], ...refunded.slice(1)]);
    for (const [step, , amount] of steps) expect(await refund(step, amount)).toMatchObject({ status: 200 });
    await expectBooks(refunded);
  });

  it('with webhooks answered: one whose job was not woken, and one that is being processed, are finished', async () => {
    const [answered, begun] = [await buildStep('answered'), await buildStep('begun', { isSeparatelyConfirmed: false })];
    async function send({ fixture, receiptId }: Step, more = {}): Promise<void> {
      const body = JSON.stringify({ receipt_id: receiptId, order_id: fixture.row.order_number, ...more });
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${shop.url}/api/bootpay/webhook`, { method: 'POST', headers, body });
      expect(status).toBe(200);
    }
    const faultPoint = await begun.faultPoints.afterProviderActed('receipt');
    await send(begun, { webhook_type: 'PAYMENT_COMPLETED' });
    await faultPoint.reached();
    await send(answered);
    await environment.kill(shop);
    await faultPoint.release();
    bootpay.clear();
    shop = await environment.start();
    await expectBooks([
      [answered, PAID],
      [begun, PAID],
    ]);
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
    const step = await buildStep('cut');
    await cutAt(await step.faultPoints.whileIntentIsWritten(), () => step.fixture.confirm(shop.url, step.receiptId));
    await expectBooks([[step, UNPAID]]);
    await expectConfirmed(step);
  });

  it('while recording a captured payment: the job confirms the order', async () => {
    const step = await buildStep('cut');
    const faultPoint = await step.faultPoints.whileOutcomeIsWritten('confirm');
    await cutAt(faultPoint, () => step.fixture.confirm(shop.url, step.receiptId));
    await expectBooks([[step, PAID]]);
    await expectConfirmed(step);
  });

  it('while writing the intent to refund: nothing is refunded', async () => {
    const step = await buildStep('cut');
    await expectConfirmed(step);
    await cutAt(await step.faultPoints.whileIntentIsWritten(), () => step.fixture.refund(shop.url, PRICE, KEY));
    await expectBooks([[step, { ...PAID, refunds: [] }]]);
  });

  it('while recording a refund: it happens once, and the job records it', async () => {
    const step = await buildStep('cut');
    await expectConfirmed(step);
    const faultPoint = await step.faultPoints.whileOutcomeIsWritten('cancel');
    await cutAt(faultPoint, () => step.fixture.refund(shop.url, 100_000, KEY));
    await expectBooks([[step, { status: 'confirmed', paid: 250_000, booked: 250_000, refunds: ['done 100000'] }]]);
  });
});
