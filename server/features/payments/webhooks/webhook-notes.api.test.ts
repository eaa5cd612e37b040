import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createHold, SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';

let shop: TestApp;
beforeEach(async () => {
  shop = await startTestApp();
});
afterEach(() => shop.close());

async function send(receipt_id: string, order_id: string): Promise<void> {
  await shop.client().post('/api/bootpay/webhook', { receipt_id, order_id }, { csrf: false });
}

async function rowOf(receiptId: string) {
  return shop.db
    .selectFrom('payment_webhooks')
    .select(['state', 'note'])
    .where('receipt_id', '=', receiptId)
    .executeTakeFirstOrThrow();
}

/** Takes every due webhook up `count` times, with the waits between the tries. */
async function process(count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    await handleWebhooks(shop.deps.payments);
    shop.clock.advance(9_000);
  }
}

describe('the note of a webhook that will be tried again', () => {
  it('says that the order was not found while the order is not committed, without asking the provider', async () => {
    const receiptId = await shop.bootpay.payFor({ orderNumber: '20261121-LATER', priceWon: 350_000 });
    await send(receiptId, '20261121-LATER');
    await process(1);
    expect(await rowOf(receiptId)).toEqual({ state: 'new', note: '아직 주문을 찾지 못해 다시 확인합니다.' });
    expect(shop.bootpay.calls('receipt')).toBe(0);
  });

  it('says that the provider cannot be reached only when it was asked and did not answer', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: SERVER_ERROR });
    await send(receiptId, here.row.order_number);
    await send('made-up', 'NOT-OURS');
    await process(3);
    const note = '결제사에 물어볼 수 없어 다시 시도합니다.';
    expect(await rowOf(receiptId)).toEqual({ state: 'new', note });
    expect(await rowOf('made-up')).toEqual({ state: 'new', note });
    shop.bootpay.clear();
    await process(4);
    expect(await rowOf(receiptId)).toEqual({ state: 'done', note: '' });
    expect(await rowOf('made-up')).toEqual({ state: 'unknown', note: '결제사에 없는 결제입니다.' });
  });

  it('quotes the provider when it refuses to show the receipt', async () => {
    const here = await buildPaymentFixture(shop);
    const refusal = { status: 401, body: { error_code: 'RC_KEY', message: '키가 올바르지 않습니다.' } };
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: refusal });
    await send('refused-receipt', here.row.order_number);
    await process(1);
    expect(await rowOf('refused-receipt')).toEqual({
      state: 'new',
      note: '결제사가 조회를 거절했습니다(키가 올바르지 않습니다.). 다시 시도합니다.',
    });
  });

  it('says that another process handles the payment while the confirm call holds it', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, hold, times: 1 });
    const confirm = here.confirm(receiptId);
    await hold.untilArrived();
    await send(receiptId, here.row.order_number);
    await process(1);
    expect(await rowOf(receiptId)).toEqual({
      state: 'new',
      note: '다른 작업이 이 결제를 처리하고 있어 다시 시도합니다.',
    });
    hold.release();
    expect((await confirm).statusCode).toBe(200);
    await process(1);
    expect(await rowOf(receiptId)).toEqual({ state: 'done', note: '' });
  });

  it('says that the answer of the provider cannot be read, and that its result is open', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', misreport: { status: 77 } });
    await send(receiptId, here.row.order_number);
    await process(1);
    expect(await rowOf(receiptId)).toEqual({ state: 'new', note: '결제사의 응답을 읽을 수 없어 다시 시도합니다.' });
    shop.bootpay.clear();
    shop.bootpay.fail({ endpoint: 'receipt', misreport: { status: -30 } });
    await process(1);
    expect(await rowOf(receiptId)).toEqual({
      state: 'new',
      note: '결제사에서 결과가 아직 정해지지 않아 다시 확인합니다.',
    });
  });

  it('says that lookups are limited while too many unmatched webhooks wait', async () => {
    for (let i = 0; i < 11; i += 1) await send(`made-up-${i}`, `NOT-OURS-${i}`);
    await process(4);
    const rows = await shop.db.selectFrom('payment_webhooks').select('note').where('state', '=', 'new').execute();
    expect(rows).toEqual([{ note: '연결되지 않은 알림이 많아 차례를 기다립니다.' }]);
  });
});
