import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture, movedFor, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { handleWebhooks } from './handle-webhooks.ts';

const shop = await setUpTestApp();
afterEach(() => shop.bootpay.clear());

const COMPLETED = { webhook_type: 'PAYMENT_COMPLETED', status: 1, cancelled_price: 0, price: 350_000 };

async function send(receipt_id: string, { row }: PaymentFixture, more: object = COMPLETED): Promise<void> {
  const body = { receipt_id, order_id: row.order_number, ...more };
  const response = await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
}

async function statesOf(receiptId: string) {
  const rows = shop.db.selectFrom('payment_webhooks').select(['state', 'times_received']).orderBy('id');
  return (await rows.where('receipt_id', '=', receiptId).execute()).map((row) => `${row.state} ${row.times_received}`);
}

async function countJobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker.jobs where task_identifier = 'handle_webhooks'`.execute(shop.db);
  return rows[0]?.count ?? 0;
}

/** An order confirmed with its receipt; calls to the provider are counted from here on. */
async function paid() {
  const here = await buildPaymentFixture(shop);
  const receiptId = await here.pay();
  expect((await here.confirm(receiptId)).statusCode).toBe(200);
  shop.bootpay.clear();
  return { here, receiptId };
}

describe('a webhook that says what is recorded already', () => {
  it('is stored as done by one statement, also when repeated, without job and call to the provider', async () => {
    const { here, receiptId } = await paid();
    const [before, jobs] = [await here.order(), await countJobs()];
    for (let round = 0; round < 2; round += 1) {
      const { statements } = await shop.statements.measure(() => send(receiptId, here));
      expect(statements, statements.join('\n')).toHaveLength(1);
    }
    expect(await statesOf(receiptId)).toEqual(['done 2']);
    expect(await countJobs()).toBe(jobs);
    expect(shop.bootpay.calls('receipt', receiptId)).toBe(0);
    expect(await here.order()).toEqual(before);
  });

  it('asks the provider nothing more when it arrived while the buyer confirmed', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, holdAnswer: hold, times: 1 });
    const confirm = here.confirm(receiptId);
    await hold.untilArrived();
    const { statements } = await shop.statements.measure(() => send(receiptId, here));
    expect(statements.filter((text) => text.includes('payment_webhooks'))).toHaveLength(1);
    expect(await statesOf(receiptId)).toEqual(['new 1']);
    hold.release();
    expect((await confirm).statusCode).toBe(200);
    const before = shop.bootpay.calls('receipt', receiptId);
    await handleWebhooks(shop.deps.payments);
    expect(await statesOf(receiptId)).toEqual(['done 1']);
    expect(shop.bootpay.calls('receipt', receiptId)).toBe(before);
  });
});

type PlanNode = { 'Node Type': string; 'Parent Relationship'?: string; Plans?: PlanNode[] };

/** Whether every search that locks rows runs once for the statement, not once for each row beside it. */
function locksOnce(node: PlanNode, isOnce = false): boolean {
  const { 'Node Type': type, 'Parent Relationship': relationship, Plans: plans = [] } = node;
  const once = isOnce || relationship === 'InitPlan';
  return (type !== 'LockRows' || once) && plans.every((plan) => locksOnce(plan, once));
}

describe('the statement that ends settled webhooks', () => {
  it('searches for them once, also by a plan kept since few webhooks were stored', async () => {
    const { statements } = await shop.statements.measure(() => handleWebhooks(shop.deps.payments));
    const ending = statements.find((text) => text.includes("set state = 'done'")) ?? '';
    const explain = sql.raw<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (generic_plan, format json) ${ending}`);
    const { rows } = await explain.execute(shop.db);
    const plans = rows.flatMap((row) => row['QUERY PLAN']).map(({ Plan }) => Plan);
    expect(JSON.stringify(plans)).toContain('LockRows');
    expect(plans.filter((plan) => !locksOnce(plan))).toEqual([]);
  });
});

describe('a webhook that arrived while the buyer confirmed', () => {
  /**
   * The body reaches the shop after the provider captured the money and before the shop recorded
   * it.
   */
  async function confirmWith(bodies: object[]) {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'confirm', receiptId, holdAnswer: hold, times: 1 });
    const confirm = here.confirm(receiptId);
    await hold.untilArrived();
    for (const body of bodies) await send(receiptId, here, body);
    hold.release();
    expect((await confirm).statusCode).toBe(200);
    await shop.bootpay.cancelAtProvider(receiptId);
    await handleWebhooks(shop.deps.payments);
    return here.order();
  }

  it.each([
    ['without a cancelled amount', [{ ...COMPLETED, cancelled_price: undefined }]],
    ['hidden behind a forged repeat', [{ ...COMPLETED, cancelled_price: undefined }, COMPLETED]],
  ])('%s is still checked with the provider', async (_name, bodies) => {
    expect(await confirmWith(bodies)).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });
});

describe('a webhook goes the long way', () => {
  it.each([
    ['of a cancellation', { ...COMPLETED, webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000, status: 20 }],
    ['of a partial cancellation under status 1', { ...COMPLETED, cancelled_price: 100_000 }],
    ['of a cancellation under the completed type', { ...COMPLETED, status: 20 }],
    ['with another price', { ...COMPLETED, price: 1 }],
    ['without a price', { ...COMPLETED, price: undefined }],
    ['without a type', { ...COMPLETED, webhook_type: undefined }],
    ['without a cancelled amount', { ...COMPLETED, cancelled_price: undefined }],
    ['with a strange cancelled amount', { ...COMPLETED, cancelled_price: '0' }],
    ['without a status', { ...COMPLETED, status: undefined }],
  ])('%s', async (_name, body) => {
    const { here, receiptId } = await paid();
    await shop.bootpay.cancelAtProvider(receiptId);
    await send(receiptId, here, body);
    expect(await statesOf(receiptId)).toEqual(['new 1']);
    await handleWebhooks(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('about another receipt, which is given back', async () => {
    const { here } = await paid();
    const second = await here.pay({ isSeparatelyConfirmed: false });
    await send(second, here);
    await handleWebhooks(shop.deps.payments);
    expect(await movedFor(shop, second)).toEqual(['capture 350000', 'cancel 350000']);
  });

  it('about an order that is not paid, or whose payment was given back', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    await send(receiptId, here);
    expect(await statesOf(receiptId)).toEqual(['new 1']);
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('confirmed');
    await shop.bootpay.cancelAtProvider(receiptId);
    await send(receiptId, here, { webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 });
    await handleWebhooks(shop.deps.payments);
    expect((await here.order()).status).toBe('cancelled');
    // Late and out of order.
    await send(receiptId, here);
    expect(await statesOf(receiptId)).toEqual(['new 2', 'done 1']);
    await handleWebhooks(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });
});

describe('the commit of a webhook', () => {
  /** Webhooks stored by `act`, each with whether its commit waits for the disk. */
  async function commitsOf(act: () => Promise<void>): Promise<string[]> {
    await sql`create table commits (at serial, said text);
      create function note_commit() returns trigger language plpgsql as $$ begin
        insert into commits (said) values (new.webhook_type || ' ' || current_setting('synchronous_commit')); return null;
      end $$;
      create trigger noted after insert on payment_webhooks for each row execute function note_commit()`.execute(
      shop.db,
    );
    try {
      await act();
      const { rows } = await sql<{ said: string }>`select said from commits order by at`.execute(shop.db);
      return rows.map(({ said }) => said);
    } finally {
      await sql`drop trigger noted on payment_webhooks; drop function note_commit; drop table commits`.execute(shop.db);
    }
  }

  it('waits for the disk unless it repeats our rows, or the job of an approval reads the outcome', async () => {
    const { here, receiptId } = await paid();
    const { here: other, receiptId: otherReceiptId } = await paid();
    const [unpaid, approving] = [await buildPaymentFixture(shop), await buildPaymentFixture(shop)];
    const [unapproved, underWay] = [await unpaid.pay(), await approving.pay()];
    const commits = await commitsOf(async () => {
      await send(receiptId, here);
      await send(receiptId, here, { ...COMPLETED, webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 });
      await send(otherReceiptId, other, { ...COMPLETED, price: 1 });
      await send(unapproved, unpaid);
      const hold = createHold();
      shop.bootpay.fail({ endpoint: 'confirm', receiptId: underWay, holdAnswer: hold, times: 1 });
      const confirm = approving.confirm(underWay);
      await hold.untilArrived();
      await send(underWay, approving);
      hold.release();
      await confirm;
    });
    expect(commits).toEqual([
      'PAYMENT_COMPLETED off',
      'PAYMENT_CANCELLED on',
      'PAYMENT_COMPLETED on',
      'PAYMENT_COMPLETED on',
      'PAYMENT_COMPLETED off',
    ]);
  });
});
