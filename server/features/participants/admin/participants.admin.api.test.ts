import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CASE_CONSENTS } from '#content/consents/case-consents.ts';
import type { CaseView } from '#shared/features/participants/view-schemas.ts';
import { buildAdmin, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { openConversation } from '#tests/support/app/consultations.ts';
import { buildCase, buildPerson, joinAsClient, type Part } from '#tests/support/cases/cases.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { getCaseAccess } from '../participants.access.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const NOTE = '부모 명의의 휴대폰이라 통화로 확인함';

const add = (id: number, { user }: Part, role = 'client') =>
  admin.client.post(`/api/admin/orders/${id}/participants`, { role, user_id: user.id, note: NOTE });
const roleOf = async ({ user }: Part, id: number) => (await getCaseAccess(shop.db, user.id, id, shop.clock.now())).role;
const mailsOf = (id: number) =>
  shop.db
    .selectFrom('mails')
    .select('recipient')
    .where('kind', '=', 'participants_changed')
    .where(sql<boolean>`params ->> 'orderId' = ${String(id)}`)
    .execute();

describe('participants that an administrator confirms by a call', () => {
  it('join, with an audit entry and mails to both', async () => {
    const { order } = await buildCase(shop);
    const soldier = await buildPerson(shop);
    const response = await add(order.id, soldier);
    expect(response.statusCode, response.body).toBe(201);
    expect(await roleOf(soldier, order.id)).toBe('client');
    expect(await mailsOf(order.id)).toHaveLength(2);
    const [entry] = await admin.audit('order.add_participant');
    expect(entry).toMatchObject({ subject_id: String(order.id), reason: NOTE });
  });

  it('take the place of an invitation', async () => {
    const { order, buyer } = await buildCase(shop);
    const { url: link } = (await buyer.client.post(`/api/orders/${order.id}/invitation`, {})).json<{ url: string }>();
    expect((await add(order.id, await buildPerson(shop))).statusCode).toBe(201);
    const token = new URL(link).searchParams.get('token');
    expectError(await shop.client().post('/api/invitations/look', { token }), 404, 'INVITATION_INVALID');
  });

  it('are refused for the buyer, a second client, the payer as a role and an unknown account', async () => {
    const { order, buyer } = await buildCase(shop);
    expectError(await add(order.id, buyer), 409, 'SAME_PERSON');
    expectError(await add(order.id, await buildPerson(shop), 'payer'), 400, 'VALIDATION_FAILED');
    const unknown = { role: 'client', user_id: 2_000_000_000, note: NOTE };
    expectError(
      await admin.client.post(`/api/admin/orders/${order.id}/participants`, unknown),
      400,
      'VALIDATION_FAILED',
    );
    const noNote = { role: 'client', user_id: buyer.user.id, note: ' ' };
    expectError(
      await admin.client.post(`/api/admin/orders/${order.id}/participants`, noNote),
      400,
      'VALIDATION_FAILED',
    );
    await joinAsClient(shop, order.id);
    expectError(await add(order.id, await buildPerson(shop)), 409, 'CLIENT_JOINED');
    const own = await buildCase(shop, '본인');
    expectError(await add(own.order.id, await buildPerson(shop)), 409, 'NO_CLIENT');
  });

  it('are removed, with what they shared and the links that they made; the payer never', async () => {
    const { order, buyer } = await buildCase(shop);
    const soldier = await buildPerson(shop);
    const { id } = (await add(order.id, soldier)).json<{ id: number }>();
    const invite = async ({ client }: Part, name: string) => {
      const made = await client.post(`/api/orders/${order.id}/guardians`, { name, phone: '010-2222-3333' });
      return new URL(made.json<{ url: string }>().url).searchParams.get('token');
    };
    const [theirs, buyers] = [await invite(soldier, '김보호'), await invite(buyer, '이보호')];
    const look = (token: string | null) => shop.client().post('/api/invitations/look', { token });
    const remove = (participant: number) =>
      admin.client.call('DELETE', `/api/admin/orders/${order.id}/participants/${participant}`, { note: NOTE });
    const withoutNote = await admin.client.delete(`/api/admin/orders/${order.id}/participants/${id}`);
    expectError(withoutNote, 400, 'VALIDATION_FAILED');
    expect((await remove(id)).json()).toEqual({ success: true });
    await expect(roleOf(soldier, order.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect(await roleOf(buyer, order.id)).toBe('payer');
    expectError(await look(theirs), 404, 'INVITATION_INVALID');
    expect((await look(buyers)).statusCode).toBe(200);
    expect(await invite(buyer, '박보호')).not.toBeNull();
    expectError(await remove(id), 409, 'CONFLICT');
    expectError(await remove(2_000_000_000), 404, 'PARTICIPANT_NOT_FOUND');
    const payer = shop.db.selectFrom('participants').select('id').where('role', '=', 'payer');
    const { id: payerId } = await payer.where('order_id', '=', order.id).executeTakeFirstOrThrow();
    expectError(await remove(payerId), 409, 'CONFLICT');
  });
});

describe('GET /api/orders/{id}/views', () => {
  const viewsOf = ({ client }: Part, id: number, query = '') =>
    readPages<CaseView>(client, `/api/orders/${id}/views${query}`);

  it('lists what the payer and the firm read, once a day', async () => {
    const { order, buyer } = await buildCase(shop);
    const soldier = await joinAsClient(shop, order.id);
    await buyer.client.get(`/api/orders/${order.id}/questions`);
    expect(await viewsOf(soldier, order.id)).toEqual([]);
    await soldier.client.put(`/api/orders/${order.id}/consents/share`, { version: CASE_CONSENTS.share.version });
    await soldier.client.put(`/api/orders/${order.id}/shares`, { shares: { answers: true } });
    for (let read = 0; read < 2; read += 1) {
      await buyer.client.get(`/api/orders/${order.id}/questions`);
      await admin.client.get(`/api/admin/orders/${order.id}`);
    }
    const views = await viewsOf(soldier, order.id, '?limit=1');
    expect(views.map(({ role, area }) => [role, area])).toEqual([
      ['firm', 'answers'],
      ['firm', 'papers'],
      ['firm', 'progress'],
      ['payer', 'answers'],
    ]);
    expect(views.at(-1)).toEqual({
      at: shop.clock.now().toISOString(),
      role: 'payer',
      name: buyer.user.fullname,
      area: 'answers',
      what: '질문지 답변',
    });
  });

  it('lists readings of the shared room and of the steps, and none of the own room of the buyer', async () => {
    const { order, buyer } = await buildCase(shop);
    const order_id = order.id;
    const own = await openConversation(buyer, { order_id });
    const soldier = await joinAsClient(shop, order_id);
    await soldier.client.put(`/api/orders/${order_id}/consents/share`, { version: CASE_CONSENTS.share.version });
    const shares = { progress: true, conversation: true };
    await soldier.client.put(`/api/orders/${order_id}/shares`, { shares });
    const { id } = await openConversation(soldier, { order_id, room: 'shared' });
    await admin.client.get(`/api/admin/consultations/${own.id}/messages`);
    expect(await viewsOf(soldier, order_id)).toEqual([]);
    for (const { client } of [buyer, soldier]) {
      await client.get(`/api/consultations/${id}/messages`);
      await client.get(`/api/orders/${order_id}`);
    }
    await admin.client.get(`/api/admin/consultations/${id}/messages`);
    const views = await viewsOf(soldier, order_id);
    expect(views.map(({ role, area }) => [role, area])).toEqual([
      ['firm', 'conversation'],
      ['payer', 'progress'],
      ['payer', 'conversation'],
    ]);
  });

  it('is 404 for the payer, and 400 for a cursor of another list', async () => {
    const { order, buyer } = await buildCase(shop);
    const soldier = await joinAsClient(shop, order.id);
    expectError(await buyer.client.get(`/api/orders/${order.id}/views`), 404, 'ORDER_NOT_FOUND');
    expectError(await soldier.client.get(`/api/orders/${order.id}/views?cursor=x`), 400, 'VALIDATION_FAILED');
  });
});
