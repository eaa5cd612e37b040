import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, type CustomerFixture, openConversation } from '#tests/support/app/consultations.ts';
import type { User } from '#tests/support/app/factories.ts';
import { cpuMsSince } from '#tests/support/limits/cpu-ms.ts';

const shop = await setUpTestApp();

const ORDERS = 2500;
const MESSAGES = 10_000;
const FIRST_ID = 1_000_000;
const TEXT = '가'.repeat(1000);
/** The part of all the work for the large account that may come before an answer to another user. Seen: 4 %. */
const LARGEST_PART = 1 / 5;
/** Answers to another user meanwhile. Seen: 490. */
const FEWEST_ANSWERS = 50;

async function addOrders(user: User): Promise<void> {
  const service = await shop.buildService();
  const terms = JSON.stringify([{ filename: 'case-terms.html', title: '사건 위임 약관', version: 2 }]);
  await sql`with placed as (
      insert into orders (order_number, user_id, service_id, service_title, category, selected_plan, price, status, agreed_terms)
      select 'large-' || n, ${user.id}, ${service.id}, '제목', 'before', '기본', 1000, 'cancelled', ${terms}::jsonb
      from generate_series(1, ${ORDERS}::int) as n returning id)
    insert into order_events (order_id, status, note, actor)
    select placed.id, 'pending', '주문을 접수했습니다.', 'customer' from placed, generate_series(1, 3)`.execute(
    shop.db,
  );
}

/** Copies the first message of a conversation, each copy with a text of its own. */
async function addMessages(customer: CustomerFixture): Promise<void> {
  const { id } = await openConversation(customer);
  const cipher = await shop.deps.dataKeys.forWriting();
  for (let first = 2; first <= MESSAGES; first += 1000) {
    const seqs = Array.from({ length: Math.min(1000, MESSAGES - first + 1) }, (_, at) => first + at);
    const ids = seqs.map((seq) => FIRST_ID + seq);
    const texts = ids.map((messageId) => cipher.encryptText(TEXT, `conversation_messages.text:${messageId}`));
    await sql`insert into conversation_messages
      select (jsonb_populate_record(first, jsonb_build_object(
        'id', added.id, 'seq', added.seq, 'client_id', null, 'text', added.text))).*
      from conversation_messages as first,
        unnest(${ids}::int[], ${seqs}::int[], ${texts}::bytea[]) as added (id, seq, text)
      where first.conversation_id = ${id} and first.seq = 1`.execute(shop.db);
  }
}

it('the lists and the own-data file of a large account do not hold up another user', async () => {
  const customer = await buildCustomer(shop);
  await addOrders(customer.user);
  await addMessages(customer);
  const { client } = customer;
  const other = await shop.client().as(await shop.buildUser());
  let isRunning = true;
  const large = Promise.all([
    ...Array.from({ length: 2 }, () => client.get('/api/auth/personal-data')),
    ...Array.from({ length: 10 }, () => client.get('/api/orders/my')),
  ]).finally(() => {
    isRunning = false;
  });
  const waits: number[] = [];
  const usedBefore = process.cpuUsage();
  while (isRunning) {
    const used = process.cpuUsage();
    expect((await other.get('/api/auth/my')).statusCode).toBe(200);
    waits.push(cpuMsSince(used));
  }
  const all = cpuMsSince(usedBefore);
  const [file] = await large;
  expect(Math.max(...waits)).toBeLessThan(all * LARGEST_PART);
  // Nor does it wait for the database until the large answers are ready.
  expect(waits.length).toBeGreaterThan(FEWEST_ANSWERS);
  const data = personalData.parse(file?.json());
  expect(data.orders).toHaveLength(ORDERS);
  expect(data.orders.at(-1)).toMatchObject({
    order_number: `large-${ORDERS}`,
    timeline: [{}, {}, {}],
    agreed_terms: [{ title: '사건 위임 약관', version: 2, agreed_at: data.orders.at(-1)?.created_at }],
  });
  expect(data.conversations[0]?.messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: MESSAGES }, (_, at) => at + 1),
  );
  expect(data.conversations[0]?.messages.at(-1)?.text).toBe(TEXT);
}, 120_000);
