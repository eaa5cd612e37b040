import { beforeEach, describe, expect, it } from 'vitest';
import type { Invitation } from '#shared/features/participants/invitation-schemas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildCase, buildPerson, type CaseFixture, joinAsClient, type Part } from '#tests/support/cases/cases.ts';
import { type Person, proveIdentity } from '#tests/support/payments/identity.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { getCaseAccess } from '../participants.access.ts';

const NOW = new Date('2026-11-23T04:00:00Z');
const DAY_MS = 86_400_000;
const clock = createTestClock(NOW);
const shop = await setUpTestApp({ clock });
/** The soldier that the factories build. */
const SOLDIER: Person = { name: '김본보기', phone: '01098765432', birth: '2004-05-06' };

beforeEach(async () => {
  clock.set(NOW);
  await shop.db.deleteFrom('rate_limits').execute();
});

const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

async function invite({ buyer, order }: CaseFixture): Promise<string> {
  const response = await buyer.client.post(`/api/orders/${order.id}/invitation`, {});
  expect(response.statusCode, response.body).toBe(201);
  return tokenOf(response.json<Invitation>().url);
}

const look = (token: string, client = shop.client()) => client.post('/api/invitations/look', { token });

async function check({ client }: Part, person: Person) {
  const { authentication_id } = (await client.post('/api/auth/identity')).json<{ authentication_id: string }>();
  return { authentication_id, receipt_id: await proveIdentity(shop.url, authentication_id, person) };
}

async function accept(who: Part, token: string, person: Person = SOLDIER) {
  return who.client.post('/api/invitations/accept', { token, ...(await check(who, person)) });
}

const roleOf = async ({ user }: Part, id: number) => (await getCaseAccess(shop.db, user.id, id, clock.now())).role;
const mailsOf = async (id: number) =>
  (await shop.db.selectFrom('mails').select('params').where('kind', '=', 'participants_changed').execute())
    .map(({ params }) => Object(params))
    .filter(({ orderId }) => orderId === id)
    .map(({ change }) => change);

describe('POST /api/orders/{id}/invitation', () => {
  it('answers a link of 14 days whose token is stored hashed; a new one ends the last', async () => {
    const here = await buildCase(shop);
    const response = await here.buyer.client.post(`/api/orders/${here.order.id}/invitation`);
    expect(response.statusCode, response.body).toBe(201);
    const { url, expires_at } = response.json<Invitation>();
    expect(url).toMatch(/\/join\?token=[\w-]{43}$/);
    expect(new Date(expires_at).getTime()).toBe(NOW.getTime() + 14 * DAY_MS);
    const rows = await shop.db.selectFrom('case_invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(tokenOf(url));
    const second = await invite(here);
    expectError(await look(tokenOf(url)), 404, 'INVITATION_INVALID');
    expect((await look(second)).statusCode).toBe(200);
  });

  it('is for an unpaid order, too', async () => {
    const user = await buildPerson(shop);
    const order = await shop.buildOrder({ user: user.user });
    expect((await user.client.post(`/api/orders/${order.id}/invitation`, {})).statusCode).toBe(201);
  });

  it('is 409 where no client can be invited, and 404 for the client', async () => {
    const own = await buildCase(shop, '본인');
    expectError(await own.buyer.client.post(`/api/orders/${own.order.id}/invitation`, {}), 409, 'NO_CLIENT');
    const buyer = await buildPerson(shop);
    const bare = await shop.buildOrder({ user: buyer.user, soldier: null });
    expectError(await buyer.client.post(`/api/orders/${bare.id}/invitation`, {}), 409, 'NO_CLIENT');
    const here = await buildCase(shop);
    const client = await joinAsClient(shop, here.order.id);
    expectError(await here.buyer.client.post(`/api/orders/${here.order.id}/invitation`, {}), 409, 'CLIENT_JOINED');
    expectError(await client.client.post(`/api/orders/${here.order.id}/invitation`, {}), 404, 'ORDER_NOT_FOUND');
    const wrong = { send: 'mail' };
    expectError(
      await here.buyer.client.post(`/api/orders/${here.order.id}/invitation`, wrong),
      400,
      'VALIDATION_FAILED',
    );
  });

  it('is 429 for the sixth of a day', async () => {
    const here = await buildCase(shop);
    for (let made = 0; made < 5; made += 1) await invite(here);
    expectError(await here.buyer.client.post(`/api/orders/${here.order.id}/invitation`, {}), 429, 'TOO_MANY_REQUESTS');
  });

  it('sends no SMS at night, and none without SMS', async () => {
    const here = await buildCase(shop);
    const send = () => here.buyer.client.post(`/api/orders/${here.order.id}/invitation`, { send: 'sms' });
    expectError(await send(), 503, 'SMS_OFF');
    clock.set(new Date('2026-11-23T12:00:00Z'));
    expectError(await send(), 409, 'QUIET_HOURS');
    expect(
      await shop.db
        .selectFrom('participants')
        .select('id')
        .where('state', '=', 'invited')
        .where('order_id', '=', here.order.id)
        .execute(),
    ).toEqual([]);
  });
});

describe('DELETE /api/orders/{id}/invitation', () => {
  it('ends the link', async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    const withdraw = () => here.buyer.client.delete(`/api/orders/${here.order.id}/invitation`);
    expect((await withdraw()).json()).toEqual({ success: true });
    expectError(await look(token), 404, 'INVITATION_INVALID');
    expectError(await withdraw(), 404, 'INVITATION_INVALID');
    expect((await look(await invite(here))).statusCode).toBe(200);
  });
});

describe('POST /api/invitations/look', () => {
  it('says the firm and the family name of the inviter, and spends nothing', async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    for (let looked = 0; looked < 3; looked += 1) {
      expect((await look(token)).json()).toEqual({ firm: expect.any(String), inviter: '홍○○' });
    }
  });

  it('is the same 404 for unknown, expired and used links', async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    const soldier = await buildPerson(shop);
    expect((await accept(soldier, token)).statusCode).toBe(200);
    const late = await buildCase(shop);
    const old = await invite(late);
    clock.advance(14 * DAY_MS);
    const answers = await Promise.all([look('unknown'), look(token), look(old)]);
    for (const answer of answers) expectError(answer, 404, 'INVITATION_INVALID');
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it('is 429 for the 61st in ten minutes from one address', async () => {
    const client = shop.client();
    for (let looked = 0; looked < 60; looked += 1)
      expectError(await look('unknown', client), 404, 'INVITATION_INVALID');
    expectError(await look('unknown', client), 429, 'TOO_MANY_REQUESTS');
    expectError(await look('unknown'), 404, 'INVITATION_INVALID');
  });
});

describe('POST /api/invitations/accept', () => {
  it("joins the case by the soldier's identity check; the same again is 200, another account 404", async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    const soldier = await buildPerson(shop);
    const body = { token, ...(await check(soldier, SOLDIER)) };
    const first = await soldier.client.post('/api/invitations/accept', body);
    expect(first.json()).toEqual({ order_id: here.order.id });
    expect((await soldier.client.post('/api/invitations/accept', body)).json()).toEqual({ order_id: here.order.id });
    expect(await roleOf(soldier, here.order.id)).toBe('client');
    expect(await mailsOf(here.order.id)).toEqual(['joined']);
    expectError(await accept(await buildPerson(shop), token), 404, 'INVITATION_INVALID');
    // The check has served this act: it proves no phone, and a check of the phone does not join.
    const { authentication_id, receipt_id } = body;
    const confirm = { authentication_id, receipt_id };
    expectError(await soldier.client.post('/api/auth/identity/confirm', confirm), 409, 'IDENTITY_USED');
  });

  it('is 409 IDENTITY_USED for a check that proved the phone', async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    const soldier = await buildPerson(shop, { fullname: SOLDIER.name, phone: SOLDIER.phone });
    const proof = await check(soldier, SOLDIER);
    expect((await soldier.client.post('/api/auth/identity/confirm', proof)).statusCode).toBe(200);
    expectError(await soldier.client.post('/api/invitations/accept', { token, ...proof }), 409, 'IDENTITY_USED');
  });

  it.each([
    ['another name', { name: '이본보기' }],
    ['another phone', { phone: '01000000000' }],
  ])('is 400 IDENTITY_MISMATCH for %s; the fifth ends the link and mails the inviter', async (_name, changes) => {
    const here = await buildCase(shop);
    const token = await invite(here);
    const other = await buildPerson(shop);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await mailsOf(here.order.id)).toEqual([]);
      expectError(await accept(other, token, { ...SOLDIER, ...changes }), 400, 'IDENTITY_MISMATCH');
    }
    expectError(await look(token), 404, 'INVITATION_INVALID');
    expectError(await accept(other, token), 404, 'INVITATION_INVALID');
    expect(await mailsOf(here.order.id)).toEqual(['invitation_failed']);
  });

  it("is 409 SAME_PERSON for the buyer's account, and for the buyer's person on another account", async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    expectError(await accept(here.buyer, token), 409, 'SAME_PERSON');
    // A buyer who is registered with the soldier's own name and number.
    const buyer = await buildPerson(shop, { fullname: SOLDIER.name, phone: SOLDIER.phone });
    const soldier = await shop.buildSoldier({ user: buyer.user });
    const order = await shop.buildOrder({ user: buyer.user, soldier, status: 'confirmed' });
    await buyer.client.post('/api/auth/identity/confirm', await check(buyer, SOLDIER));
    const own = await invite({ buyer, order });
    expectError(await accept(await buildPerson(shop), own), 409, 'SAME_PERSON');
  });

  it('tells two people with one phone apart: the buyer who holds it does not join for the soldier', async () => {
    const buyer = await buildPerson(shop, { fullname: '이본보기', phone: SOLDIER.phone });
    const soldier = await shop.buildSoldier({ user: buyer.user });
    const order = await shop.buildOrder({ user: buyer.user, soldier, status: 'confirmed' });
    const own = await check(buyer, { ...SOLDIER, name: '이본보기' });
    expect((await buyer.client.post('/api/auth/identity/confirm', own)).statusCode).toBe(200);
    const token = await invite({ buyer, order });
    const second = await buildPerson(shop);
    expectError(await accept(second, token, { ...SOLDIER, name: '이본보기' }), 400, 'IDENTITY_MISMATCH');
    expect((await accept(second, token)).json()).toEqual({ order_id: order.id });
    expect(await roleOf(buyer, order.id)).toBe('payer');
  });

  it('joins once when two accounts accept at once', async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    const people = [await buildPerson(shop), await buildPerson(shop)];
    const answers = await Promise.all(people.map((person) => accept(person, token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  it('needs a login, a check of this session, and every field', async () => {
    const here = await buildCase(shop);
    const token = await invite(here);
    const [soldier, other] = [await buildPerson(shop), await buildPerson(shop)];
    const proof = await check(soldier, SOLDIER);
    expectError(await shop.client().post('/api/invitations/accept', { token, ...proof }), 401, 'UNAUTHENTICATED');
    expectError(await other.client.post('/api/invitations/accept', { token, ...proof }), 400, 'IDENTITY_MISMATCH');
    expectError(await soldier.client.post('/api/invitations/accept', { token }), 400, 'VALIDATION_FAILED');
    clock.advance(31 * 60_000);
    expectError(await soldier.client.post('/api/invitations/accept', { token, ...proof }), 409, 'IDENTITY_EXPIRED');
  });
});

describe('POST /api/orders/{id}/guardians', () => {
  it('invites a guardian, who is compared with that name and phone', async () => {
    const here = await buildCase(shop);
    const client = await joinAsClient(shop, here.order.id);
    const person = { name: '김보호', phone: '010-2222-3333' };
    const response = await client.client.post(`/api/orders/${here.order.id}/guardians`, person);
    expect(response.statusCode, response.body).toBe(201);
    const token = tokenOf(response.json<Invitation>().url);
    const rows = await shop.db.selectFrom('case_invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('01022223333');
    const guardian = await buildPerson(shop);
    expectError(await accept(guardian, token), 400, 'IDENTITY_MISMATCH');
    const identity = { name: '김보호', phone: '01022223333', birth: '1970-01-01' };
    expect((await accept(guardian, token, identity)).json()).toEqual({ order_id: here.order.id });
    expect(await roleOf(guardian, here.order.id)).toBe('guardian');
    expectError(await guardian.client.post(`/api/orders/${here.order.id}/guardians`, person), 404, 'ORDER_NOT_FOUND');
  });

  it('takes a parent who pays, once; neither the client nor one person twice', async () => {
    const here = await buildCase(shop);
    const client = await joinAsClient(shop, here.order.id);
    const asGuardian = async (who: Part, name: string) => {
      const person = { name, phone: '01022223333', birth: '1970-01-01' };
      const invited = await here.buyer.client.post(`/api/orders/${here.order.id}/guardians`, person);
      return accept(who, tokenOf(invited.json<Invitation>().url), person);
    };
    expectError(await asGuardian(client, '김군인'), 409, 'SAME_PERSON');
    await shop.db.deleteFrom('participants').where('role', '=', 'guardian').execute();
    expect((await asGuardian(here.buyer, '김보호')).json()).toEqual({ order_id: here.order.id });
    expect(await roleOf(here.buyer, here.order.id)).toBe('payer');
    expectError(await asGuardian(here.buyer, '김보호'), 409, 'SAME_PERSON');
  });

  it('makes a new link for the same person, and in the place of one that is over', async () => {
    const here = await buildCase(shop);
    const post = async (name: string) => {
      const body = { name, phone: '010-2222-3333' };
      const made = await here.buyer.client.post(`/api/orders/${here.order.id}/guardians`, body);
      expect(made.statusCode, made.body).toBe(201);
      return tokenOf(made.json<Invitation>().url);
    };
    const [mother] = [await post('김부모'), await post('이부모')];
    const again = await post('김부모');
    expectError(await look(mother), 404, 'INVITATION_INVALID');
    expect((await look(again)).statusCode).toBe(200);
    clock.advance(15 * DAY_MS);
    await here.buyer.client.as(here.buyer.user);
    expect((await look(await post('박부모'))).statusCode).toBe(200);
    const people = shop.db.selectFrom('participants').select('id').where('order_id', '=', here.order.id);
    expect(await people.where('role', '=', 'guardian').execute()).toHaveLength(2);
  });

  it('is 409 beyond two, and 400 without a name or phone', async () => {
    const here = await buildCase(shop);
    const post = (body: object) => here.buyer.client.post(`/api/orders/${here.order.id}/guardians`, body);
    expectError(await post({ name: '', phone: '1' }), 400, 'VALIDATION_FAILED');
    for (const name of ['김부모', '이부모']) expect((await post({ name, phone: '01022223333' })).statusCode).toBe(201);
    expectError(await post({ name: '박부모', phone: '01022223333' }), 409, 'CONFLICT');
  });
});
