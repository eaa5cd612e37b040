import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();

const LONG_TABLES = ['orders', 'order_events', 'payment_attempts', 'payment_webhooks'];
/** A column that only a few rows share. */
const KEY = /\b(id|order_id|user_id|receipt_id|order_number)\b/;
/** Has the webhooks that still wait, and no others. */
const QUEUE = 'payment_webhooks_due_key';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

/** The accesses of a plan that read rows by something other than a key. */
function readsOfMany(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition = '' } = node;
  const isScan = type === 'Seq Scan' && LONG_TABLES.includes(table);
  const isLong = index !== undefined && index !== QUEUE && LONG_TABLES.some((name) => index.startsWith(name));
  const own = isScan || (isLong && !KEY.test(condition)) ? [`${type} ${index ?? table} ${condition}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(readsOfMany)];
}

/** The plan that PostgreSQL keeps for a statement of a connection, whatever its values. */
async function readsOf(statement: string): Promise<string[]> {
  const explain = sql.raw<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (generic_plan, format json) ${statement}`);
  const { rows } = await explain.execute(shop.db);
  return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => readsOfMany(Plan));
}

async function buyAsNewBuyer(): Promise<string[]> {
  const [user, service] = [await shop.buildUser(), await shop.buildService()];
  const client = await shop.client().as(user);
  const soldier = await shop.buildSoldier({ user });
  const { statements } = await shop.statements.measure(async () => {
    const body = { service_id: service.id, soldier_id: soldier.id, selected_plan: PLAN.name, price: PLAN.price };
    expect((await client.post('/api/orders', body)).statusCode).toBe(201);
  });
  const here = await buildPaymentFixture(shop);
  const receiptId = await here.pay();
  const paying = await shop.statements.measure(async () => {
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
    expect((await here.webhook(receiptId)).statusCode).toBe(200);
  });
  return [...statements, ...paying.statements].filter((statement) => statement.includes('$1'));
}

/** 4,000 paid orders with their history, payments and webhooks: copies of one. */
async function fillWithPaidOrders(): Promise<void> {
  const here = await buildPaymentFixture(shop);
  const receiptId = await here.pay();
  await here.confirm(receiptId);
  await here.webhook(receiptId);
  for (const table of LONG_TABLES) {
    const row = sql.table(table);
    const copies = sql`
      insert into ${row} overriding system value
      select filled.* from generate_series(1, 4000) as n,
        lateral (select * from ${row} order by id desc limit 1) as source,
        jsonb_populate_record(null::${row}, to_jsonb(source) || jsonb_build_object('id', 1000000 + n,
          'order_id', 1000000 + n, 'order_number', 'PLAN-' || n, 'receipt_id', 'plan-' || n)) as filled`;
    await copies.execute(shop.db);
  }
}

describe('the statements of an order among thousands', () => {
  beforeAll(fillWithPaidOrders);

  it.each([
    { when: 'before the tables have statistics', prepare: 'select' },
    { when: 'with statistics', prepare: 'analyze' },
    // Every index of pending orders alone is then as cheap as the others.
    {
      when: 'when none was pending',
      prepare: "update orders set status = 'cancelled' where status = 'pending'; analyze",
    },
  ])('find their rows by keys, not by status, $when', async ({ prepare }) => {
    await sql.raw(prepare).execute(shop.db);
    for (const statement of await buyAsNewBuyer()) expect(await readsOf(statement), statement).toEqual([]);
  });
});
