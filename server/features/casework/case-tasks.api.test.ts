import { beforeEach, describe, expect, it } from 'vitest';
import { CASE_CONSENTS } from '#content/consents/case-consents.ts';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildCase } from '#tests/support/cases/cases.ts';
import { buildLetterCase, LETTER, type LetterCase, type Signer } from '#tests/support/letters/letter-case.ts';

const DAY_MS = 86_400_000;
/** A Friday morning in Korea. */
const NOW = new Date('2026-11-27T00:00:00Z');
const clock = createTestClock(NOW);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);

beforeEach(async () => {
  clock.set(NOW);
  await shop.db.deleteFrom('rate_limits').execute();
});

const orderOf = async (client: Client, id: number) => (await client.get(`/api/orders/${id}`)).json<OrderDetail>();
const adminOrderOf = async (id: number) => (await admin.client.get(`/api/admin/orders/${id}`)).json<AdminOrder>();
type Tasks = OrderDetail['tasks'];
const ofKind = (tasks: Tasks, kind: Tasks[number]['kind']) => tasks.filter((task) => task.kind === kind);
const letterTasks = async ({ orderId }: LetterCase, { client }: Signer) =>
  ofKind((await orderOf(client, orderId)).tasks, 'letter');
const letterTurns = async ({ orderId }: LetterCase) =>
  ofKind((await adminOrderOf(orderId)).tasks, 'letter').map(({ whose }) => whose);

async function sign(here: LetterCase, who: Signer): Promise<void> {
  const response = await who.client.post(here.path('sign'), await here.signing(who));
  expect(response.statusCode, response.body).toBe(200);
}

describe('the task of a letter', () => {
  it('goes from the firm to client and payer, back to the firm, and ends', async () => {
    const here = await buildLetterCase(shop, admin.client);
    expect(await letterTurns(here)).toEqual(['firm']);
    expect(await letterTasks(here, here.client)).toEqual([]);
    await here.offer();
    expect(await letterTurns(here)).toEqual(['client', 'payer']);
    const task = { kind: 'letter', due_on: '2026-12-11', href: `/orders/${here.orderId}/letter` };
    expect(await letterTasks(here, here.client)).toEqual([
      { ...task, title: '수임계약서를 읽고 서명하기', whose: 'client' },
    ]);
    expect(await letterTasks(here, here.payer)).toEqual([
      { ...task, title: '비용 부담 확인서에 서명하기', whose: 'payer' },
    ]);
    await sign(here, here.client);
    await sign(here, here.payer);
    expect(await letterTurns(here)).toEqual(['firm']);
    expect([await letterTasks(here, here.client), await letterTasks(here, here.payer)]).toEqual([[], []]);
    expect((await here.staff('sign')).statusCode).toBe(200);
    expect(await letterTurns(here)).toEqual([]);
  });

  it('is the guardian’s where the client is a minor', async () => {
    const here = await buildLetterCase(shop, admin.client);
    const guardian = await here.addGuardian();
    here.client.person.birth = '2010-05-05';
    await here.offer();
    expect(await letterTasks(here, guardian)).toEqual([]);
    await sign(here, here.client);
    expect(await letterTasks(here, guardian)).toMatchObject([{ title: '법정대리인으로 서명하기', due_on: null }]);
    expect(await letterTasks(here, here.client)).toEqual([]);
  });

  it('is the firm’s again when the letter is declined or has expired', async () => {
    const here = await buildLetterCase(shop, admin.client);
    await here.offer();
    await here.client.client.post(here.path('decline'), { reason: '먼저 통화하고 싶습니다.' });
    expect(await letterTurns(here)).toEqual(['firm']);
    await here.staff('', LETTER);
    await here.offer();
    clock.set(new Date(NOW.getTime() + 14 * DAY_MS));
    expect(await letterTurns(here)).toEqual(['firm']);
    expect(await letterTasks(here, here.client)).toEqual([]);
  });
});

it('shows the newest letter in the order to administrators with the permission', async () => {
  const here = await buildLetterCase(shop, admin.client);
  expect((await adminOrderOf(here.orderId)).letter).toMatchObject({ state: 'draft', ...LETTER, payer_sheet: null });
  await here.offer();
  expect((await adminOrderOf(here.orderId)).letter).toMatchObject({
    state: 'offered',
    waits_for: ['client', 'payer', 'firm'],
  });
  const accountant = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
  // Of an order an accountant sees the money alone, in the answer to an act of accounting.
  const proof = await accountant.put(`/api/admin/orders/${here.orderId}/proof`, { kind: 'none' });
  expect(proof.statusCode, proof.body).toBe(200);
  const order = proof.json<AdminOrder>();
  expect([order.letter, order.tasks]).toEqual([null, []]);
});

describe('the task of a consent', () => {
  it('waits for the client who signs a letter, until it is given', async () => {
    const here = await buildLetterCase(shop, admin.client);
    const { orderId } = here;
    await shop.db.deleteFrom('case_consents').where('order_id', '=', orderId).execute();
    const consents = async ({ client }: Signer) => ofKind((await orderOf(client, orderId)).tasks, 'consent');
    const staffs = async () => ofKind((await adminOrderOf(orderId)).tasks, 'consent').map(({ whose }) => whose);
    expect([await consents(here.client), await staffs()]).toEqual([[], []]);
    await here.offer();
    expect(await consents(here.client)).toEqual([
      {
        kind: 'consent',
        title: '민감정보 이용에 동의하기',
        whose: 'client',
        due_on: null,
        href: `/orders/${orderId}#consents`,
      },
    ]);
    expect([await consents(here.payer), await staffs()]).toEqual([[], ['client']]);
    const { version } = CASE_CONSENTS.sensitive;
    await here.client.client.put(`/api/orders/${orderId}/consents/sensitive`, { version });
    expect([await consents(here.client), await staffs()]).toEqual([[], []]);
  });
});

describe('the task of a call', () => {
  const callsOf = async (id: number) => ofKind((await adminOrderOf(id)).tasks, 'call');

  it('is the firm’s while it owes one, and of the person who has booked it', async () => {
    const { order, buyer } = await buildCase(shop);
    await shop.db
      .updateTable('orders')
      .set({ contact_by: new Date('2026-11-27T05:00:00Z') })
      .where('id', '=', order.id)
      .execute();
    expect(await callsOf(order.id)).toEqual([
      {
        kind: 'call',
        title: '첫 통화 (14:00)',
        whose: 'firm',
        due_on: '2026-11-27',
        href: `/admin/orders/${order.id}#call`,
      },
    ]);
    const again = { outcome: 'call_again', again_at: '2026-11-28T01:00:00Z' };
    await admin.client.post(`/api/admin/orders/${order.id}/contacted`, again);
    expect(await callsOf(order.id)).toMatchObject([{ title: '다시 전화 (10:00)', due_on: '2026-11-28' }]);
    const slots = (await buyer.client.get('/api/callback-slots')).json<CallbackSlot[]>();
    const starts_at = slots.find((slot) => slot.starts_at > '2026-11-27T12')?.starts_at;
    const booked = await buyer.client.put(`/api/orders/${order.id}/callback`, { starts_at });
    expect(booked.statusCode, booked.body).toBe(200);
    const due_on = starts_at?.slice(0, 10);
    expect(await callsOf(order.id)).toMatchObject([{ whose: 'firm', due_on }]);
    expect(ofKind((await orderOf(buyer.client, order.id)).tasks, 'call')).toMatchObject([
      { whose: 'payer', due_on, href: `/orders/${order.id}#callback` },
    ]);
    await admin.client.post(`/api/admin/orders/${order.id}/contacted`, { outcome: 'reached' });
    expect([await callsOf(order.id), (await orderOf(buyer.client, order.id)).tasks]).toEqual([[], []]);
  });
});
