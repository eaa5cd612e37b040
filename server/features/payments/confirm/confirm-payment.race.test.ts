import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import {
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';
import { processReceipt } from '../processing/process-receipt.ts';

const shop = await setUpTestApp({ env: { DATABASE_POOL_SIZE: '20' }, limits: { paymentCallsPerMinute: 0 } });

afterEach(() => shop.bootpay.clear());

type Answer = Awaited<ReturnType<PaymentFixture['confirm']>>;

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map((answer) => answer.statusCode).toSorted();
}

/** Captured minus refunded amount over all receipts of the order. */
async function balanceOf(here: PaymentFixture): Promise<number> {
  const entries = (await shop.bootpay.ledger()).filter((entry) => entry.order_id === here.row.order_number);
  return entries.reduce((sum, { kind, amount }) => sum + (kind === 'capture' ? amount : -amount), 0);
}

async function stepsOf(here: PaymentFixture): Promise<string[]> {
  return (await here.order()).timeline.map((entry) => entry.status);
}

describe('concurrent confirm calls', () => {
  it('twenty for one order capture once, and all return the confirmed order', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', delayMs: 150 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => here.confirm(receiptId)));
    expect(statusesOf(answers)).toEqual(Array(20).fill(200));
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
    expect(shop.bootpay.calls('confirm', receiptId)).toBe(1);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect(await stepsOf(here)).toEqual(['pending', 'processing', 'confirmed']);
    const attempts = await shop.db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', '=', here.row.id)
      .execute();
    expect(attempts).toMatchObject([{ state: 'paid', receipt_id: receiptId }]);
  });

  it('for several orders do not mix them', async () => {
    const fixtures = await Promise.all(Array.from({ length: 5 }, () => buildPaymentFixture(shop)));
    const paid = await Promise.all(fixtures.map(async (here) => ({ here, receiptId: await here.pay() })));
    const answers = await Promise.all(
      paid.flatMap(({ here, receiptId }) => [1, 2, 3].map(() => here.confirm(receiptId))),
    );
    expect(statusesOf(answers)).toEqual(Array(15).fill(200));
    for (const { here, receiptId } of paid) {
      expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
      expect((await here.order()).status).toBe('confirmed');
    }
  });

  it('a call that started before the payment was recorded finds it paid', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, times: 1, hold });
    const slow = here.confirm(receiptId);
    await hold.untilArrived();
    const first = await here.confirm(receiptId);
    expect(first.json().order.status).toBe('confirmed');
    hold.release();
    expect((await slow).json()).toEqual(first.json());
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect(await here.order()).toMatchObject(first.json().order);
  });

  it('a call that reads the captured receipt before the capturing call records it confirms for both', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const [read, answer] = [createHold(), createHold()];
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, times: 1, hold: read });
    const second = here.confirm(receiptId);
    await read.untilArrived();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, holdAnswer: answer });
    const first = here.confirm(receiptId);
    await answer.untilArrived();
    read.release();
    expect((await second).json().order.status).toBe('confirmed');
    answer.release();
    expect((await first).json()).toEqual((await second).json());
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: 350_000 });
  });

  it('of the browser, the webhook and the job capture once', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', delayMs: 100 });
    const [first, second, ...rest] = await Promise.all([
      here.confirm(receiptId),
      here.webhook(receiptId),
      processDueReceipts(shop.deps.payments),
      processDueReceipts(shop.deps.payments),
    ]);
    expect([first.statusCode, second.statusCode, rest.length]).toEqual([200, 200, 2]);
    expect(shop.bootpay.calls('confirm', receiptId)).toBe(1);
    expect(await stepsOf(here)).toEqual(['pending', 'processing', 'confirmed']);
  });

  it('twenty with a refused card return 402 and leave the order payable', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.openWindow();
    await shop.bootpay.refuse(receiptId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => here.confirm(receiptId)));
    expect(statusesOf(answers)).toEqual(Array(20).fill(402));
    expect(await here.order()).toMatchObject({ status: 'pending', paid_price: 0 });
  });

  it('twenty with a wrong amount refund once', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ priceWon: 1000, isSeparatelyConfirmed: false });
    const answers = await Promise.all(Array.from({ length: 20 }, () => here.confirm(receiptId)));
    expect(statusesOf(answers)).toEqual(Array(20).fill(409));
    expect(await movedFor(shop, receiptId)).toEqual(['capture 1000', 'cancel 1000']);
    expect(await stepsOf(here)).toEqual(['pending', 'error', 'error']);
  });
});

describe('during the capture call', () => {
  it('the intent is committed and nothing is locked', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', hold });
    const confirmed = here.confirm(receiptId);
    await hold.untilArrived();
    const row = await shop.db
      .transaction()
      .execute((trx) =>
        trx.selectFrom('orders').select('status').where('id', '=', here.row.id).forUpdate().noWait().executeTakeFirst(),
      );
    const attempt = await shop.db
      .selectFrom('payment_attempts')
      .select(['state', 'receipt_id'])
      .where('order_id', '=', here.row.id)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'processing' });
    expect(attempt).toEqual({ state: 'approving', receipt_id: receiptId });
    hold.release();
    expect((await confirmed).statusCode).toBe(200);
  });
});

describe('two concurrent receipts for one order', () => {
  it('both approvable: one is captured, the other never', async () => {
    const here = await buildPaymentFixture(shop);
    const receipts = [await here.pay(), await here.pay()];
    shop.bootpay.fail({ endpoint: 'confirm', delayMs: 100 });
    const answers = await Promise.all(
      receipts.flatMap((receiptId) => [here.confirm(receiptId), here.confirm(receiptId)]),
    );
    expect(statusesOf(answers)).toEqual([200, 200, 409, 409]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expectError(answer, 409, 'ORDER_ALREADY_PAID');
    const moved = await Promise.all(receipts.map((receiptId) => movedFor(shop, receiptId)));
    expect(moved.toSorted()).toEqual([[], ['capture 350000']]);
    expect(shop.bootpay.calls('confirm')).toBe(1);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: 350_000 });
  });

  it('both captured in the window: one is kept, the other refunded', async () => {
    const here = await buildPaymentFixture(shop);
    const receipts = await Promise.all([1, 2, 3].map(() => here.pay({ isSeparatelyConfirmed: false })));
    const answers = await Promise.all(receipts.map((receiptId) => here.confirm(receiptId)));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    expect(await balanceOf(here)).toBe(350_000);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: 350_000 });
  });

  it('the first refused by the provider while the second waits: the second is captured', async () => {
    const here = await buildPaymentFixture(shop);
    const [first, second] = [await here.pay(), await here.pay()];
    const hold = createHold();
    const body = { error_code: 'RC_CONFIRM_FAILED', message: '한도 초과입니다.' };
    shop.bootpay.fail({ endpoint: 'confirm', receiptId: first, hold, insteadOf: { status: 400, body } });
    const firstAnswer = here.confirm(first);
    await hold.untilArrived();
    const secondAnswer = here.confirm(second);
    hold.release();
    expectError(await firstAnswer, 402, 'PAYMENT_FAILED');
    expect((await secondAnswer).json().order.payment.transaction_id).toBe(second);
    expect(await balanceOf(here)).toBe(350_000);
  });
});

describe('a receipt read while another one pays the order', () => {
  it.each([
    ['and was given back', 'card', true],
    ['and is a virtual account', 'vbank', false],
    ['and was captured in the window', 'card', false],
  ] as const)('%s leaves the order to the other', async (_name, method, isGivenBack) => {
    const here = await buildPaymentFixture(shop);
    const late = await here.pay({ method, isSeparatelyConfirmed: false });
    if (isGivenBack) await shop.bootpay.cancelAtProvider(late);
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId: late, times: 1, holdAnswer: hold });
    const lateAnswer = here.confirm(late);
    await hold.untilArrived();
    const payer = await here.pay();
    const paid = await here.confirm(payer);
    expect(paid.statusCode).toBe(200);
    hold.release();
    expectError(await lateAnswer, 409, 'ORDER_ALREADY_PAID');
    const { timeline, ...order } = await here.order();
    expect({ ...order, timeline: paid.json().order.timeline }).toMatchObject(paid.json().order);
    expect(timeline.filter(({ note }) => note.includes('주문에 쓰이지 않은'))).toHaveLength(method === 'vbank' ? 0 : 1);
    expect(await balanceOf(here)).toBe(350_000);
  });
});

describe('cancelling while a payment is confirmed', () => {
  it('during the approval is refused, and the order ends confirmed', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', hold });
    const confirmed = here.confirm(receiptId);
    await hold.untilArrived();
    expectError(await here.cancel(), 409, 'NOT_CANCELLABLE');
    hold.release();
    expect((await confirmed).json().order.status).toBe('confirmed');
  });

  it('after the receipt was read but before the intent was written wins, and nothing is captured', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, times: 1, holdAnswer: hold });
    const confirmed = here.confirm(receiptId);
    await hold.untilArrived();
    expect((await here.cancel()).json().status).toBe('cancelled');
    hold.release();
    expectError(await confirmed, 409, 'ORDER_CANCELLED');
    expect(await movedFor(shop, receiptId)).toEqual([]);
  });

  it('after a captured receipt was read refunds it', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, times: 1, holdAnswer: hold });
    const confirmed = here.confirm(receiptId);
    await hold.untilArrived();
    expect((await here.cancel()).json().status).toBe('cancelled');
    hold.release();
    expectError(await confirmed, 409, 'ORDER_CANCELLED');
    expect(await balanceOf(here)).toBe(0);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('of an interrupted payment lets no retry capture during the check at the provider', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, insteadOf: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, times: 1, holdAnswer: hold });
    const cancelled = here.cancel();
    await hold.untilArrived();
    const before = shop.bootpay.calls('receipt', receiptId);
    const retried = here.confirm(receiptId);
    // A caller without patience has looked at the payment, and gives up before the provider is asked.
    const impatient = processReceipt(shop.deps.payments, here.row.id, receiptId, { patienceMs: 0 });
    await expect(impatient).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
    expect(shop.bootpay.calls('receipt', receiptId)).toBe(before);
    hold.release();
    expect((await cancelled).json().status).toBe('cancelled');
    expectError(await retried, 409, 'ORDER_CANCELLED');
    expect(await balanceOf(here)).toBe(0);
  });

  it.each(Array.from({ length: 10 }, (_, index) => index * 3))(
    '%i ms later ends paid and confirmed, or unpaid and cancelled',
    async (afterMs) => {
      const here = await buildPaymentFixture(shop);
      const receiptId = await here.pay();
      const confirmed = here.confirm(receiptId);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      const [confirmAnswer, cancelAnswer] = await Promise.all([confirmed, here.cancel()]);
      const { status, paid_price } = await here.order();
      const balance = await balanceOf(here);
      expect([status, paid_price, balance]).toEqual(
        status === 'confirmed' ? ['confirmed', 350_000, 350_000] : ['cancelled', 0, 0],
      );
      expect([confirmAnswer.statusCode, cancelAnswer.statusCode]).toEqual(
        status === 'confirmed' ? [200, 409] : [409, 200],
      );
    },
  );
});

describe('a lost response', () => {
  it('and twenty concurrent retries end in one capture', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, afterwards: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    const answers = await Promise.all(Array.from({ length: 20 }, () => here.confirm(receiptId)));
    expect(statusesOf(answers)).toEqual(Array(20).fill(200));
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect(await stepsOf(here)).toEqual(['pending', 'processing', 'confirmed']);
  });

  it('of a request that never arrived, and twenty concurrent retries, send the capture once more', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, insteadOf: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    shop.bootpay.fail({ endpoint: 'confirm', delayMs: 150 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => here.confirm(receiptId)));
    expect(statusesOf(answers)).toEqual(Array(20).fill(200));
    expect(shop.bootpay.calls('confirm', receiptId)).toBe(2);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('of many concurrent calls, repeatedly, never captures twice', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', times: 5, insteadOf: 'drop' });
    shop.bootpay.fail({ endpoint: 'confirm', times: 2, insteadOf: 'drop' });
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, afterwards: 'drop' });
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([here.confirm(receiptId), here.confirm(receiptId), here.webhook(receiptId)]);
      for (const { statusCode } of answers) expect([200, 502]).toContain(statusCode);
    }
    expect((await here.order()).status).toBe('confirmed');
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });
});

describe('a process killed', () => {
  it('between capture and record: another one confirms the order after the lease has expired', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    // State left by the killed process, and the effect at the provider.
    await shop.db.updateTable('orders').set({ status: 'processing' }).where('id', '=', here.row.id).execute();
    await shop.db
      .insertInto('payment_attempts')
      .values({
        order_id: here.row.id,
        receipt_id: receiptId,
        state: 'approving',
        lease_until: sql<Date>`clock_timestamp() + interval '2 seconds'`,
      })
      .execute();
    await shop.deps.payments.gateway.approve(receiptId);
    await processDueReceipts(shop.deps.payments);
    expect((await here.order()).status).toBe('processing');
    shop.clock.advance(31_000);
    // Both arrive before the lease expires by the database's clock: the buyer waits, the job
    // retries.
    await Promise.all([here.confirm(receiptId), processDueReceipts(shop.deps.payments)]);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: 350_000 });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });
});
