import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkDataKeys, createDataKeys, readKeyRing } from '#server/lib/keys/data-keys.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { rotateKeys } from '#server/registry/rotate-keys.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, TEST_KEYS } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { requireMail } from '#tests/support/app/mailbox.ts';
import { buildPaidFixture } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const PRICE = PLAN.price;

/** A word that every text of the tests has, so that one search finds each of them. */
const NEEDLE = '바늘';
let count = 0;
function words(): string {
  count += 1;
  return `${NEEDLE} ${count}번째 말`;
}

/** Tables and columns of the whole database whose rows have the text, in characters or in bytes. */
async function findText(text: string = NEEDLE): Promise<string[]> {
  const { rows: columns } = await sql<{ place: string; query: string }>`
    select table_schema || '.' || table_name || '.' || column_name as place,
      format('select count(*)::int as count from %I.%I where position(%L::bytea in %s) > 0', table_schema, table_name,
        convert_to(${text}::text, 'UTF8'),
        case when data_type = 'bytea' then format('%I', column_name)
          else format('convert_to(%I::text, ''UTF8'')', column_name) end) as query
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`.execute(shop.db);
  expect(columns.length).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { place, query } of columns) {
    const { rows } = await sql<{ count: number }>`${sql.raw(query)}`.execute(shop.db);
    if ((rows[0]?.count ?? 0) > 0) found.push(place);
  }
  return found;
}

async function buildPaidOrder() {
  const user = await shop.buildUser({ email: `buyer${count}@example.com` });
  const fixture = await buildPaidFixture(shop, PRICE, { user });
  return { ...fixture, path: `/api/admin/orders/${fixture.row.id}` };
}

type Paid = Awaited<ReturnType<typeof buildPaidOrder>>;

const detailOf = async ({ path }: Pick<Paid, 'path'>) => (await admin.client.get(path)).json<AdminOrder>();
const ownData = async ({ client }: Pick<Paid, 'client'>) => (await client.get('/api/auth/personal-data')).body;

async function expectDone(answer: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
}

async function askForRefund({ client, row }: Paid, reason: string): Promise<number> {
  await expectDone(client.post(`/api/orders/${row.id}/refund-requests`, { reason }));
  const list = (await admin.client.get('/api/admin/refund-requests')).json<RefundRequestListItem[]>();
  const asked = list.find(({ order_id: id }) => id === row.id);
  expect(asked?.reason).toBe(reason);
  return asked?.id ?? 0;
}

describe('words about people', () => {
  it('are in no table of the database, and every reader shows them', async () => {
    const user = await shop.buildUser({ email: 'case@example.com' });
    const client = await shop.client().as(user);
    const service = await shop.buildService({ requires_soldier: false });
    const body = { service_id: service.id, selected_plan: PLAN.name, price: PRICE };
    const description = words();
    const placed = await client.post('/api/orders', { ...body, case_description: words() });
    // A repeat replaces what was written.
    await expectDone(client.post('/api/orders', { ...body, case_description: description }));
    const { orderId } = placed.json<{ orderId: number }>();

    expect((await client.get(`/api/orders/${orderId}`)).json<Order>().case_description).toBe(description);
    expect((await client.get('/api/orders/my')).json<Order[]>()[0]?.case_description).toBe(description);
    expect(await detailOf({ path: `/api/admin/orders/${orderId}` })).toMatchObject({ case_description: description });
    expect(await ownData({ client })).toContain(description);

    const paid = await buildPaidOrder();
    const [visible, hidden, step, changed, status, call] = [words(), words(), words(), words(), words(), words()];
    await expectDone(admin.client.post(`${paid.path}/notes`, { text: visible, isVisible: true }));
    await expectDone(admin.client.post(`${paid.path}/notes`, { text: hidden, isVisible: false }));
    await expectDone(admin.client.post(`${paid.path}/contacted`, { note: call }));
    const { id: stepId } = (await admin.client.post(`${paid.path}/steps`, { title: '자료', note: step })).json();
    await expectDone(admin.client.put(`${paid.path}/steps/${stepId}`, { note: changed }));
    await expectDone(admin.client.put(paid.path, { status: 'completed', note: status }));
    const moved = words();
    await expectDone(admin.client.put(paid.path, { status: 'processing', note: moved }));
    await expectDone(admin.client.put(paid.path, { status: 'completed' }));

    const detail = await detailOf(paid);
    expect(detail.notes.map(({ text }) => text)).toEqual([visible, hidden]);
    expect(detail.calls).toMatchObject([{ note: call }]);
    expect(detail.steps).toMatchObject([{ note: changed }]);
    const order = await paid.order();
    for (const { timeline } of [detail, order]) {
      const notes = timeline.map(({ note }) => note);
      for (const text of [visible, status, moved]) expect(notes).toContain(text);
    }
    expect(order.steps).toMatchObject([{ note: changed }]);
    const own = await ownData(paid);
    for (const text of [visible, hidden, changed, status, moved]) expect(own).toContain(text);
    expect(own).not.toContain(call);
    expect((await admin.audit('order.update_step'))[0]).toMatchObject({ after: { is_note_changed: true } });
    // All that is stored plain is found, so the search works.
    expect(await findText(service.title)).toContain('public.orders.service_title');
    expect(await findText()).toEqual([]);
  });

  it('are in no table after requests, decisions and refunds, and reach customer and provider', async () => {
    const refused = await buildPaidOrder();
    const [reason, answer] = [words(), words()];
    const requestId = await askForRefund(refused, reason);
    await expectDone(admin.client.post(`/api/admin/refund-requests/${requestId}/refuse`, { note: answer }));
    expect((await refused.order()).refund?.request).toMatchObject({ reason, note: answer });
    expect(await detailOf(refused)).toMatchObject({ refund_requests: [{ reason, note: answer }] });
    expect((await refused.order()).timeline.at(-1)?.note).toContain(answer);
    expect((await requireMail(shop, refused.user.email, 'refund_refused')).text).toContain(answer);

    const granted = await buildPaidOrder();
    const [wish, kind] = [words(), words()];
    const grantedId = await askForRefund(granted, wish);
    await expectDone(admin.client.post(`/api/admin/refund-requests/${grantedId}/grant`, { amount: 1000, note: kind }));
    expect((await requireMail(shop, granted.user.email, 'refund_granted')).text).toContain(kind);

    const [given, outside] = [words(), words()];
    await expectDone(admin.client.post(`${granted.path}/refunds`, { amount: 2000, reason: given }));
    await expectDone(admin.client.post(`${granted.path}/refunds/outside`, { amount: 3000, note: outside }));
    const { refunds } = await detailOf(granted);
    expect(refunds.map((refund) => [refund.reason, refund.state])).toEqual([
      ['고객 환불 요청', 'done'],
      [given, 'done'],
      [outside, 'done'],
    ]);
    const [proposed, declined] = [words(), words()];
    const proposal = await admin.client.post(`${granted.path}/refund-proposals`, { amount: 4000, reason: proposed });
    const { id: proposalId } = proposal.json<AdminOrder>().refund_proposals[0] ?? {};
    await expectDone(admin.client.post(`/api/admin/refund-proposals/${proposalId}/decline`, { note: declined }));
    expect((await detailOf(granted)).refund_proposals).toMatchObject([{ note: proposed, decision_note: declined }]);
    const own = await ownData(granted);
    for (const text of [wish, kind, given, outside]) expect(own).toContain(text);
    expect((await admin.audit('order.refund'))[0]).toMatchObject({ reason: '', after: { refund_id: refunds[1]?.id } });
    expect(await findText()).toEqual([]);
  });

  it('are not read in another row, and the rest of the answer stays', async () => {
    const [one, other] = [await buildPaidOrder(), await buildPaidOrder()];
    for (const { path } of [one, other])
      await expectDone(admin.client.post(`${path}/notes`, { text: words(), isVisible: false }));
    await sql`update order_notes set text_sealed = (select text_sealed from order_notes where order_id = ${one.row.id})
      where order_id = ${other.row.id}`.execute(shop.db);
    const detail = await detailOf(other);
    expect(detail).toMatchObject({ id: other.row.id, notes: [{ text: '내용을 읽을 수 없습니다.' }] });
    await shop.db.deleteFrom('order_notes').where('order_id', '=', other.row.id).execute();
  });

  it('are forgotten with an unpaid order of a closed account', async () => {
    const user = await shop.buildUser({ password: 'secret-12345' });
    const client = await shop.client().as(user);
    const service = await shop.buildService({ requires_soldier: false });
    const body = { service_id: service.id, selected_plan: PLAN.name, price: PRICE, case_description: words() };
    const { orderId } = (await client.post('/api/orders', body)).json<{ orderId: number }>();
    await expectDone(client.post('/api/auth/close', { password: 'secret-12345' }));
    const row = shop.db.selectFrom('orders').select('case_description_sealed');
    expect(await row.where('id', '=', orderId).execute()).toEqual([{ case_description_sealed: null }]);
  });
});

describe('keys:rotate', () => {
  it('writes everything under the new key, and every text is read as before', async () => {
    const paid = await buildPaidOrder();
    const id = await askForRefund(paid, words());
    const answer = words();
    await expectDone(admin.client.post(`/api/admin/refund-requests/${id}/refuse`, { note: answer }));
    await expectDone(admin.client.post(`${paid.path}/notes`, { text: words(), isVisible: false }));
    const before = await detailOf(paid);
    expect(before).toMatchObject({ refund_requests: [{ note: answer }] });

    const next = newDataKey();
    const [ring, alone] = [readKeyRing(`${next},${TEST_KEYS.DATA_KEYS}`), readKeyRing(next)];
    await expect(checkDataKeys(shop.db, alone)).rejects.toThrow(/DATA_KEYS: the key "test" is missing/);
    expect(await rotateKeys(shop.db, ring)).toMatchObject({ 'refund_requests.note_sealed': expect.any(Number) });
    expect(await findText()).toEqual([]);
    await checkDataKeys(shop.db, alone);
    Object.assign(shop.deps.dataKeys, createDataKeys(shop.db, alone, shop.deps.log));
    expect(await detailOf(paid)).toEqual(before);
    expect(Object.values(await rotateKeys(shop.db, alone)).every((each) => each === 0)).toBe(true);
  });
});
