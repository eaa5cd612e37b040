import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#server/lib/time.ts';
import { CALL_TABLES } from '#server/registry/features.ts';
import { mayDo, PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';

/** Texts of one case, each to be found by itself in an answer. */
const SOLDIER = '표식군인';
const SOLDIER_PHONE = '01099887766';
const CASE = '표식사건';
const NOTE = '표식메모';
const STEP_NOTE = '표식단계';
const CALL_NOTE = '표식통화';
const OPPONENT = '표식상대';
const MESSAGE = '표식상담';
/** Of a request for a refund, for those who decide on it. */
const REASON = '표식환불사유';
const PROPOSAL = '표식제안';
/** Of an order without a conversation. */
const BUYER = '표식구매자';

/** Who may read each of them: `owner` may read all. */
const READERS: readonly { text: string; needs: Permission | readonly Permission[] }[] = [
  { text: SOLDIER, needs: 'orders' },
  { text: SOLDIER_PHONE, needs: 'orders' },
  { text: CASE, needs: 'orders' },
  { text: NOTE, needs: 'orders' },
  { text: STEP_NOTE, needs: 'orders' },
  { text: CALL_NOTE, needs: 'orders' },
  { text: OPPONENT, needs: 'orders' },
  { text: MESSAGE, needs: 'consultations' },
  { text: REASON, needs: ['orders', 'money'] },
  { text: PROPOSAL, needs: ['orders', 'money'] },
  { text: BUYER, needs: ['orders', 'money', 'people'] },
];

const shop = await setUpTestApp({ env: { LIMIT_STAFF_SEARCHES_PER_MINUTE: '0', LIMIT_STAFF_EXPORTS: '0' } });
const owner = await buildAdmin(shop);

let paid: { user: { id: number }; client: Client; orderId: number };
let conversationId: number;
/** The day of the booked call. */
let calledOn: string;

beforeAll(async () => {
  const user = await shop.buildUser({ email: 'case@example.com' });
  const soldier = await shop.buildSoldier({ user, fullname: SOLDIER, phone: SOLDIER_PHONE });
  const client = await shop.client().as(user);
  const service = await shop.buildService({ requires_soldier: false });
  const asked = { service_id: service.id, soldier_id: soldier.id, selected_plan: PLAN.name, price: PLAN.price };
  const placed = await client.post('/api/orders', { ...asked, case_description: CASE });
  expect(placed.statusCode, placed.body).toBe(201);
  const { orderId, order_number: orderNumber } = placed.json<{ orderId: number; order_number: string }>();
  paid = { user, client, orderId };
  const receipt_id = await shop.bootpay.payFor({ orderNumber, priceWon: PLAN.price });
  const confirmed = await client.post('/api/bootpay/confirm', { order_id: orderId, receipt_id, price: PLAN.price });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  const path = `/api/admin/orders/${orderId}`;
  for (const response of [
    await owner.client.post(`${path}/notes`, { text: NOTE, isVisible: false }),
    await owner.client.post(`${path}/notes`, { text: NOTE, isVisible: true }),
    await owner.client.post(`${path}/steps`, { title: '자료', note: STEP_NOTE }),
    await owner.client.post(`${path}/contacted`, { outcome: 'no_answer', note: CALL_NOTE }),
    await owner.client.put(`${path}/opponents`, { names: [OPPONENT] }),
  ]) {
    expect(response.statusCode, response.body).toBeLessThan(300);
  }
  const body = { subject: MESSAGE, text: MESSAGE, client_id: crypto.randomUUID(), order_id: paid.orderId };
  const opened = await paid.client.post('/api/consultations', body);
  expect(opened.statusCode, opened.body).toBe(201);
  conversationId = opened.json<{ id: number }>().id;
  await shop.buildOrder({ user: await shop.buildUser({ fullname: BUYER }) });
  // Another case of the soldier, which is shown beside this one.
  await shop.buildOrder({ user, soldier });
  await addMoneyAndCall();
});

/** Adds what waits for a decision about the money of the case, and a booked call. */
async function addMoneyAndCall(): Promise<void> {
  const { client, orderId } = paid;
  const slots = (await client.get('/api/callback-slots')).json<{ starts_at: string; left: number }[]>();
  const starts_at = slots.find(({ left }) => left > 0)?.starts_at ?? '';
  calledOn = new Date(Date.parse(starts_at) + 9 * HOUR_MS).toISOString().slice(0, 10);
  const proposal = { amount: 1000, reason: PROPOSAL };
  for (const response of [
    await client.put(`/api/orders/${orderId}/callback`, { starts_at }),
    await owner.client.post(`/api/admin/orders/${orderId}/refund-proposals`, proposal),
    await client.post(`/api/orders/${orderId}/refund-requests`, { reason: REASON }),
  ]) {
    expect(response.statusCode, response.body).toBeLessThan(300);
  }
  const at = new Date();
  const discrepancy = { order_id: orderId, receipt_id: 'r1', kind: 'amount', ours: 1, theirs: 2 } as const;
  await shop.db
    .insertInto('payment_differences')
    .values({ ...discrepancy, found_at: at, last_seen_at: at })
    .execute();
}

async function buildStaff(permission: Permission): Promise<Client> {
  const admin = await buildAdmin(shop);
  await shop.db.deleteFrom('user_permissions').where('user_id', '=', admin.user.id).execute();
  await shop.db.insertInto('user_permissions').values({ user_id: admin.user.id, permission }).execute();
  return admin.client;
}

/** Ids of the case in the place of the parameters. */
function urlOf(path: string): string {
  const isConversation = path.includes('/consultations/');
  const isUser = path.includes('/users/');
  const id = isConversation ? conversationId : isUser ? paid.user.id : paid.orderId;
  return path.replaceAll(/\{\w+\}|:\w+/g, String(id));
}

const SEARCHES = ['', `?q=${encodeURIComponent(SOLDIER)}`, `?q=${encodeURIComponent(MESSAGE)}`, '?q=case@example.com'];
const searches = () => [...SEARCHES, `?date=${calledOn}`, `?name=${encodeURIComponent(OPPONENT)}`];
const READS = CALL_TABLES.flatMap(({ calls }) => Object.values(calls)).filter(
  ({ access, method }) => access === 'admin' && method === 'GET',
);
/** Writes about the case whose answers could tell of it. The ids are those of the case. */
const WRITES: readonly [call: string, body?: () => object][] = [
  ['POST /api/admin/orders/:id/check'],
  ['POST /api/admin/orders/:id/refund-proposals', () => ({ amount: 1000, reason: '확인' })],
  ['POST /api/admin/orders/:id/refunds', () => ({ amount: 1000, reason: '확인' })],
  ['POST /api/admin/orders/:id/refunds/outside', () => ({ amount: 1000, note: '확인' })],
  ['POST /api/admin/refund-requests/:id/refuse', () => ({ note: '확인' })],
  ['POST /api/admin/refund-proposals/:id/decline', () => ({ note: '확인' })],
  ['POST /api/admin/orders/:id/notes', () => ({ text: '확인', isVisible: false })],
  ['POST /api/admin/orders/:id/steps', () => ({ title: '확인' })],
  ['POST /api/admin/orders/:id/contacted'],
  ['PUT /api/admin/orders/:id/assignee', () => ({ user_id: null })],
  ['PUT /api/admin/orders/:id/opponents', () => ({ names: [OPPONENT, '확인'] })],
  ['PUT /api/admin/orders/:id/proof', () => ({ kind: 'cash_receipt', number: '1' })],
  ['PUT /api/admin/consultations/:id', () => ({ status: 'closed', version: 1 })],
  ['POST /api/admin/consultations/:id/messages', () => ({ text: '확인', client_id: crypto.randomUUID() })],
  ['PUT /api/admin/consultations/:id/read', () => ({ seq: 1 })],
];
const CALLS = CALL_TABLES.flatMap(({ calls }) => Object.values(calls));

describe.each(PERMISSIONS)('an administrator with %s alone', (permission) => {
  it('reads in no answer what another permission is for, and calls nothing that needs another one', async () => {
    const client = await buildStaff(permission);
    const leaks: string[] = [];
    for (const { path, needs } of READS) {
      for (const search of searches()) {
        const url = urlOf(path) + search;
        const response = await client.get(url);
        const isAllowed = mayDo([permission], needs ?? 'owner');
        if (!isAllowed) expect([url, response.statusCode]).toEqual([url, 403]);
        const hidden = READERS.filter((reader) => !mayDo([permission], reader.needs));
        for (const { text } of hidden) if (response.body.includes(text)) leaks.push(`${url}: ${text}`);
      }
    }
    expect(leaks).toEqual([]);
  });
});

it('money alone reads why a refund is asked for', async () => {
  const { body } = await (await buildStaff('money')).get('/api/admin/refund-requests');
  expect(body).toContain(REASON);
});

it('orders alone reads the case', async () => {
  const { body } = await (await buildStaff('orders')).get(`/api/admin/orders/${paid.orderId}`);
  for (const text of [SOLDIER, CASE, NOTE, STEP_NOTE, CALL_NOTE, OPPONENT, REASON, PROPOSAL])
    expect(body).toContain(text);
});

it('an own order is never refunded alone', async () => {
  const buyer = await buildAdmin(shop);
  const own = await buildPaymentFixture(shop, PLAN.price, { user: buyer.user });
  await own.confirm(await own.pay());
  const path = `/api/admin/orders/${own.row.id}`;
  for (const act of ['refunds', 'refunds/outside']) {
    const body = { amount: 1000, reason: '내 주문', note: '내 주문' };
    const refused = await buyer.client.post(`${path}/${act}`, body);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'SECOND_PERSON_REQUIRED']);
  }
  const proposed = await buyer.client.post(`${path}/refund-proposals`, { amount: 1000, reason: '내 주문' });
  expect(proposed.statusCode, proposed.body).toBe(201);
  expect((await buyer.client.get(path)).json()).toMatchObject({ refundable_alone: 0 });
  expect((await owner.client.get(path)).json()).toMatchObject({ refundable_alone: null });
});

// Comes last, because it changes the case.
it.each(PERMISSIONS)('%s alone acts on a case without reading what another permission is for', async (permission) => {
  const client = await buildStaff(permission);
  const hidden = READERS.filter((reader) => !mayDo([permission], reader.needs));
  const leaks: string[] = [];
  for (const [address, body] of WRITES) {
    const call = CALLS.find(({ method, path }) => `${method} ${path}` === address);
    if (!call) throw new Error(`${address} is no call`);
    const response = await client.call(call.method, urlOf(call.path), body?.() ?? {});
    if (!mayDo([permission], call.needs ?? 'owner')) expect([address, response.statusCode]).toEqual([address, 403]);
    // A conflict with what another one did answers with the state of the case, too.
    else expect([200, 201, 409], `${address}: ${response.body}`).toContain(response.statusCode);
    for (const { text } of hidden) if (response.body.includes(text)) leaks.push(`${address}: ${text}`);
  }
  expect(leaks).toEqual([]);
});
