import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import type { Paper } from '#shared/features/casework/paper-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import type { CaseView } from '#shared/features/participants/view-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { type EventReader, readEvents } from '#tests/support/app/event-reader.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
// Services that tests build get ids behind those that question sets name.
await sql`select setval(pg_get_serial_sequence('services', 'id'), 1000)`.execute(shop.db);
const WHY = '카나리아 항고서에 붙입니다.';
const REQUEST = { title: '징계처분서', why: WHY, asked_of: 'client', due_on: '2026-12-01' };

type Case = { order: OrderRow; user: User; client: Client };

async function buildCase(relationship: '자녀' | '본인' = '본인'): Promise<Case> {
  const user = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user, relationship });
  const order = await shop.buildOrder({ user, soldier, status: 'confirmed' });
  return { order, user, client: await shop.client().as(user) };
}

async function join({ order }: Case): Promise<Client> {
  const user = await shop.buildUser();
  await shop.db
    .insertInto('participants')
    .values({ order_id: order.id, role: 'client', state: 'joined', user_id: user.id, joined_at: shop.clock.now() })
    .execute();
  return shop.client().as(user);
}

const request = async ({ order }: Case, more: object = {}) => {
  const response = await admin.client.post(`/api/admin/orders/${order.id}/papers`, { ...REQUEST, ...more });
  expect(response.statusCode).toBe(201);
  return response.json<Paper>();
};

const change = ({ order }: Case, id: number, body: object) =>
  admin.client.put(`/api/admin/orders/${order.id}/papers/${id}`, body);

async function upload(who: Client): Promise<number> {
  const { body, headers } = fileForm(Buffer.from('처분서'), { filename: '처분서.txt', type: 'text/plain' });
  return (await who.post('/api/attachments', body, { headers })).json<Attachment>().id;
}

const give = (who: Client, { order }: Case, id: number, attachment_ids: number[]) =>
  who.post(`/api/orders/${order.id}/papers/${id}/files`, { attachment_ids });

const turnsOf = async ({ order }: Case) =>
  (await admin.client.get(`/api/admin/orders/${order.id}`)).json<AdminOrder>().tasks.map(({ whose }) => whose);
const read = async (who: Client, { order }: Case) => (await who.get(`/api/orders/${order.id}`)).json<OrderDetail>();

describe('a paper', () => {
  it('is asked for, uploaded, returned with a reason, and accepted', async () => {
    const here = await buildCase();
    const asked = await request(here);
    expect(asked).toEqual({
      id: asked.id,
      ...REQUEST,
      requested_at: asked.requested_at,
      state: 'requested',
      reason: null,
      files: [],
    });
    const { papers, tasks } = await read(here.client, here);
    expect(papers).toEqual([asked]);
    expect(tasks).toEqual([
      {
        kind: 'paper',
        title: '징계처분서',
        whose: 'client',
        due_on: '2026-12-01',
        href: `/orders/${here.order.id}#paper-${asked.id}`,
      },
    ]);
    const first = await upload(here.client);
    expect((await give(here.client, here, asked.id, [first])).json()).toMatchObject({
      state: 'uploaded',
      files: [{ id: first, filename: '처분서.txt' }],
    });
    expect((await read(here.client, here)).tasks).toEqual([]);
    const detail = (await admin.client.get(`/api/admin/orders/${here.order.id}`)).json<AdminOrder>();
    expect(detail.papers).toMatchObject([{ state: 'uploaded', files: [{ id: first }] }]);
    expect(detail.tasks).toMatchObject([{ kind: 'paper', whose: 'firm' }]);
    expectError(await change(here, asked.id, { state: 'returned' }), 400, 'VALIDATION_FAILED');
    const reason = '글자가 보이지 않습니다.';
    expect((await change(here, asked.id, { state: 'returned', reason })).json()).toMatchObject({ reason });
    const second = await upload(here.client);
    expect((await give(here.client, here, asked.id, [second])).json()).toMatchObject({
      state: 'uploaded',
      reason: null,
    });
    expect((await change(here, asked.id, { state: 'accepted' })).json<Paper>().files).toHaveLength(2);
    expectError(await give(here.client, here, asked.id, [await upload(here.client)]), 409, 'CONFLICT');
    const actions = (await admin.audit('order.')).map(({ action }) => action);
    for (const act of ['ask_paper', 'update_paper']) expect(actions).toContain(`order.${act}`);
  });

  it('is not needed for a reason, or cancelled', async () => {
    const here = await buildCase();
    const { id } = await request(here);
    expectError(await change(here, id, { state: 'not_needed' }), 400, 'VALIDATION_FAILED');
    expectError(await change(here, id, { state: 'returned', reason: '없음' }), 409, 'CONFLICT');
    expect((await change(here, id, { state: 'not_needed', reason: '부대가 냈습니다.' })).json()).toMatchObject({
      state: 'not_needed',
      reason: '부대가 냈습니다.',
    });
    const cancelled = await admin.client.delete(`/api/admin/orders/${here.order.id}/papers/${id}`);
    expect(cancelled.json()).toMatchObject({ id, state: 'cancelled' });
    expect((await read(here.client, here)).papers).toEqual([]);
  });

  it('keeps its words encrypted', async () => {
    const here = await buildCase();
    const { id } = await request(here);
    const row = await shop.db.selectFrom('order_papers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(WHY);
    expect(row.why_sealed?.includes(WHY)).toBe(false);
  });

  it('takes only the person’s own files, each once', async () => {
    const here = await buildCase();
    const { id } = await request(here);
    const other = await buildCase();
    const foreign = await upload(other.client);
    const own = await upload(here.client);
    for (const ids of [[foreign], [], [2_000_000_000]]) {
      expectError(await give(here.client, here, id, ids), 400, 'VALIDATION_FAILED');
    }
    expect((await give(here.client, here, id, [own])).statusCode).toBe(200);
    expectError(await give(here.client, here, id, [own]), 400, 'VALIDATION_FAILED');
    expectError(await give(other.client, here, id, [foreign]), 404, 'ORDER_NOT_FOUND');
    expectError(await give(other.client, other, id, [foreign]), 404, 'PAPER_NOT_FOUND');
    expectError(await change(other, id, { state: 'accepted' }), 404, 'PAPER_NOT_FOUND');
  });
});

describe('after a client has joined', () => {
  it('the payer brings and reads only papers asked of the payer, unless papers are shared', async () => {
    const here = await buildCase('자녀');
    const asked = await request(here);
    expect(await turnsOf(here)).toEqual(['payer']);
    const client = await join(here);
    expect(await turnsOf(here)).toEqual(['client']);
    const ofPayer = await request(here, { title: '가족관계증명서', asked_of: 'payer' });
    const file = await upload(client);
    expect((await give(client, here, asked.id, [file])).statusCode).toBe(200);
    const before = await read(here.client, here);
    expect(before.papers.map(({ id }) => id)).toEqual([ofPayer.id]);
    expect(before.tasks.map(({ title, whose }) => [title, whose])).toEqual([['가족관계증명서', 'payer']]);
    expectError(await here.client.get(`/api/attachments/${file}`), 404, 'ATTACHMENT_NOT_FOUND');
    expectError(await give(here.client, here, asked.id, [await upload(here.client)]), 404, 'PAPER_NOT_FOUND');
    await shop.db
      .updateTable('participants')
      .set({ shares: ['papers'] })
      .where('order_id', '=', here.order.id)
      .where('role', '=', 'payer')
      .execute();
    expect((await read(here.client, here)).papers.map(({ id }) => id)).toEqual([asked.id, ofPayer.id]);
    const views = async () =>
      (await client.get(`/api/orders/${here.order.id}/views`))
        .json<CaseView[]>()
        .filter(({ area }) => area === 'papers')
        .map(({ role }) => role);
    await shop.db.deleteFrom('case_views').where('order_id', '=', here.order.id).execute();
    expect((await client.get(`/api/attachments/${file}`)).statusCode).toBe(200);
    expect(await views()).toEqual([]);
    expect((await here.client.get(`/api/attachments/${file}`)).statusCode).toBe(200);
    expect(await views()).toEqual(['payer']);
    expect((await admin.client.get(`/api/attachments/${file}`)).statusCode).toBe(200);
    expect(await views()).toEqual(['firm', 'payer']);
  });

  it('its files are read by administrators of cases alone, which is recorded', async () => {
    const here = await buildCase();
    const { id } = await request(here);
    const file = await upload(here.client);
    await give(here.client, here, id, [file]);
    const accountant = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
    expectError(await accountant.get(`/api/attachments/${file}`), 404, 'ATTACHMENT_NOT_FOUND');
    expect((await admin.client.get(`/api/attachments/${file}`)).statusCode).toBe(200);
    const looks = (await admin.audit('attachment.view')).map(({ subject_id }) => subject_id);
    expect(looks).toContain(String(file));
  });
});

it('has the form that is printed and signed with a pen, if there is one', async () => {
  const here = await buildCase();
  expect(await request(here, { form: 'medical_records' })).toMatchObject({ form: 'medical_records' });
  const [printed, plain] = [(await read(here.client, here)).papers[0], await request(here)];
  expect(printed).toMatchObject({ form: 'medical_records' });
  expect(plain).not.toHaveProperty('form');
  const odd = await admin.client.post(`/api/admin/orders/${here.order.id}/papers`, { ...REQUEST, form: 'other' });
  expectError(odd, 400, 'VALIDATION_FAILED');
});

it('shows each change at once to those who read the paper and to staff for orders, and to no other person', async () => {
  const here = await buildCase('자녀');
  const client = await join(here);
  const staff = async (permission: 'orders' | 'consultations') =>
    shop.client().as(await shop.buildUser({ role: 'admin', permissions: [permission] }));
  const streams = {
    client: await readEvents(shop, client),
    payer: await readEvents(shop, here.client),
    other: await readEvents(shop, (await buildCase()).client),
    orders: await readEvents(shop, await staff('orders')),
    consultations: await readEvents(shop, await staff('consultations')),
  };
  const told = ({ events }: EventReader) => events.map(({ name, data }) => [name, data]);
  const times = (count: number) => Array.from({ length: count }, () => ['case', { order_id: here.order.id }]);
  const { id } = await request(here);
  await give(client, here, id, [await upload(client)]);
  await change(here, id, { state: 'returned', reason: '카나리아' });
  await admin.client.delete(`/api/admin/orders/${here.order.id}/papers/${id}`);
  // The last one is the payer's own: the others have come by then.
  await request(here, { asked_of: 'payer' });
  await expect.poll(() => told(streams.orders)).toEqual(times(5));
  expect(told(streams.client)).toEqual(times(4));
  await expect.poll(() => told(streams.payer)).toEqual(times(1));
  expect([told(streams.other), told(streams.consultations)]).toEqual([[], []]);
  for (const stream of Object.values(streams)) stream.close();
});
