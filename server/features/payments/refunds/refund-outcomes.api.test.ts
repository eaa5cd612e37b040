import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { RefundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaidFixture, movedFor, type PaidFixture } from '#tests/support/payments/payment-fixture.ts';
import { processDueReceipts } from '../processing/process-due-receipts.ts';
import { carryOutRefund } from './carry-out-refund.ts';

const PRICE = 350_000;
const PART = 100_000;

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

const refund = ({ row }: PaidFixture, amount: number) =>
  admin.client.post(`/api/admin/orders/${row.id}/refunds`, { amount, reason: '고객 요청' });
const check = ({ row }: PaidFixture) => admin.client.post(`/api/admin/orders/${row.id}/check`);

async function detail({ row }: PaidFixture): Promise<AdminOrder> {
  return (await admin.client.get(`/api/admin/orders/${row.id}`)).json();
}

/** Runs everything that can continue a refund concurrently. */
async function everybodyAtOnce(fixture: PaidFixture): Promise<void> {
  shop.clock.advance(MINUTE_MS);
  await Promise.all([
    processDueReceipts(shop.deps.payments),
    processDueReceipts(shop.deps.payments),
    fixture.webhook(fixture.receiptId),
    check(fixture),
    check(fixture),
  ]);
}

/** Lets the time pass in which the provider may still execute what was sent. */
async function passQuietTime(): Promise<void> {
  await sql`update refunds set sent_at = sent_at - interval '2 minutes' where state = 'requested'`.execute(shop.db);
}

const cancels = (receiptId: string) => shop.bootpay.calls('cancel', receiptId);

describe.each(['refused', 'ignored'] as const)('when a repeated cancel_id is %s', (cancelIds) => {
  beforeEach(() => {
    shop.bootpay.quirks.cancelIds = cancelIds;
  });

  it.each([20, 1] as const)('a lost response leads to one refund, with status %i after it', async (status) => {
    shop.bootpay.quirks.partialCancelStatus = status;
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.fail({ endpoint: 'cancel', afterwards: 'drop', times: 1 });
    expect((await refund(fixture, PART)).statusCode).toBe(202);
    await everybodyAtOnce(fixture);
    expect(await detail(fixture)).toMatchObject({
      paid_price: PRICE - PART,
      refunds: [{ state: 'done', amount: PART }],
    });
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PART}`]);
    expect(cancels(fixture.receiptId)).toBe(1);
  });

  it('a call executed after its connection broke is not sent again while it may still be running', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.quirks.lateCancelMs = 5 * MINUTE_MS;
    expect((await refund(fixture, PART)).statusCode).toBe(202);
    for (let round = 0; round < 3; round += 1) await everybodyAtOnce(fixture);
    expect(cancels(fixture.receiptId)).toBe(1);
    shop.clock.advance(5 * MINUTE_MS);
    await everybodyAtOnce(fixture);
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PART}`]);
    expect(await detail(fixture)).toMatchObject({ paid_price: PRICE - PART, refunds: [{ state: 'done' }] });
    expect(cancels(fixture.receiptId)).toBe(1);
  });

  it('a call that never arrived is sent again once the provider cannot execute it any more', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: 'drop', times: 1 });
    expect((await refund(fixture, PART)).statusCode).toBe(202);
    await everybodyAtOnce(fixture);
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`]);
    await passQuietTime();
    await everybodyAtOnce(fixture);
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PART}`]);
    expect(cancels(fixture.receiptId)).toBe(2);
    expect(await detail(fixture)).toMatchObject({
      paid_price: PRICE - PART,
      refunds: [{ state: 'done', attempts: expect.any(Number) }],
    });
  });

  it.each([undefined, null])(
    'a refund is not sent again while the receipt has no refunded amount (%s)',
    async (none) => {
      shop.bootpay.quirks.partialCancelStatus = 1;
      const fixture = await buildPaidFixture(shop, PRICE);
      shop.bootpay.fail({ endpoint: 'cancel', afterwards: 'drop', times: 1 });
      expect((await refund(fixture, PART)).statusCode).toBe(202);
      await passQuietTime();
      shop.bootpay.quirks.receiptFields = { cancelled_price: none };
      await everybodyAtOnce(fixture);
      expect(await detail(fixture)).toMatchObject({ paid_price: PRICE, refunds: [{ state: 'requested' }] });
      expect(cancels(fixture.receiptId)).toBe(1);
      shop.bootpay.quirks.receiptFields = {};
      await everybodyAtOnce(fixture);
      expect(await detail(fixture)).toMatchObject({ paid_price: PRICE - PART, refunds: [{ state: 'done' }] });
      expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PART}`]);
    },
  );

  it('only one of many concurrent callers sends', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'cancel', hold });
    const issued = refund(fixture, PART);
    await hold.untilArrived();
    await everybodyAtOnce(fixture);
    expect(hold.arrivals()).toBe(1);
    hold.release();
    expect((await issued).json<RefundAnswer>().refund.state).toBe('done');
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PART}`]);
  });
});

it('an excess refund is listed for administrators', async () => {
  const fixture = await buildPaidFixture(shop, PRICE);
  shop.bootpay.fail({ endpoint: 'cancel', afterwards: 'drop', times: 1 });
  await refund(fixture, PART);
  await shop.bootpay.cancelAtProvider(fixture.receiptId, 30_000);
  await everybodyAtOnce(fixture);
  expect(await detail(fixture)).toMatchObject({ paid_price: PRICE - PART - 30_000, refunds: [{ state: 'done' }] });
  const listed = await admin.client.get('/api/admin/payment-differences?state=open');
  expect(listed.json()).toMatchObject([
    { kind: 'refund', order_number: fixture.row.order_number, ours: PART, theirs: PART + 30_000 },
  ]);
});

describe('a cancellation that the provider executes later', () => {
  it('is completed when the receipt shows it, and not sent again before', async () => {
    shop.bootpay.quirks.cancelTakesMs = 3 * MINUTE_MS;
    const fixture = await buildPaidFixture(shop, PRICE);
    expect((await refund(fixture, PART)).statusCode).toBe(202);
    await passQuietTime();
    await everybodyAtOnce(fixture);
    expect(await detail(fixture)).toMatchObject({ paid_price: PRICE, refunds: [{ state: 'requested' }] });
    shop.clock.advance(3 * MINUTE_MS);
    await everybodyAtOnce(fixture);
    expect(await detail(fixture)).toMatchObject({ paid_price: PRICE - PART, refunds: [{ state: 'done' }] });
    expect(cancels(fixture.receiptId)).toBe(1);
  });

  it('is refused when it fails there, and an administrator can repeat it', async () => {
    Object.assign(shop.bootpay.quirks, { cancelTakesMs: MINUTE_MS, cancelFails: true });
    const fixture = await buildPaidFixture(shop, PRICE);
    await refund(fixture, PART);
    shop.clock.advance(2 * MINUTE_MS);
    await everybodyAtOnce(fixture);
    expect(await detail(fixture)).toMatchObject({
      paid_price: PRICE,
      refundable: PRICE,
      refunds: [{ state: 'refused', last_error: '결제사에서 취소하지 못했습니다.' }],
    });
    Object.assign(shop.bootpay.quirks, { cancelTakesMs: 0, cancelFails: false });
    expect((await refund(fixture, PART)).json<RefundAnswer>().refund.state).toBe('done');
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PART}`]);
  });
});

it('a partial refund at the provider is recorded, even if the status stays 1', async () => {
  shop.bootpay.quirks.partialCancelStatus = 1;
  const fixture = await buildPaidFixture(shop, PRICE);
  await shop.bootpay.cancelAtProvider(fixture.receiptId, 50_000);
  await fixture.webhook(fixture.receiptId);
  expect(await fixture.order()).toMatchObject({ status: 'confirmed', paid_price: PRICE - 50_000 });
});

describe('an instance that is suspended past its lease', () => {
  it('does not send a refund that another instance has sent meanwhile', async () => {
    shop.bootpay.quirks.cancelIds = 'ignored';
    const fixture = await buildPaidFixture(shop, PRICE);
    shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: 'drop' });
    const { refund: open } = (await refund(fixture, PART)).json<RefundAnswer>();
    const { cancel_id } = await shop.db
      .selectFrom('refunds')
      .select('cancel_id')
      .where('id', '=', open.id)
      .executeTakeFirstOrThrow();
    await passQuietTime();
    // The first instance has read that nothing was refunded, and is suspended before it sends.
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', times: 1, holdAnswer: hold });
    const suspended = carryOutRefund(shop.deps.payments, cancel_id);
    await hold.untilArrived();
    await sql`update refunds set lease_until = clock_timestamp() where id = ${open.id}`.execute(shop.db);
    expect(await carryOutRefund(shop.deps.payments, cancel_id)).toBe(true);
    hold.release();
    expect(await suspended).toBe(false);
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PART}`]);
    expect((await detail(fixture)).refunds).toMatchObject([{ id: open.id, state: 'done' }]);
  });
});
