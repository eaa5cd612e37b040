import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { createHold, SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import { enterPerson, openIdentityCheck, type Person, proveIdentity } from '#tests/support/payments/identity.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const MINUTE_MS = 60_000;
const NOW = new Date('2026-11-23T04:00:00Z');
const clock = createTestClock(NOW);
const log: string[] = [];
let made = 0;
const shop = await setUpTestApp({
  clock,
  env: { LOG_LEVEL: 'debug' },
  logTo: { write: (line: string) => void log.push(line) },
});

beforeEach(async () => {
  clock.set(NOW);
  await shop.db.deleteFrom('rate_limits').execute();
});
afterEach(() => shop.bootpay.clear());

type Owner = { user: User; client: Client; person: Person };

async function createOwner(wishes: Partial<Pick<User, 'fullname' | 'phone'>> = {}): Promise<Owner> {
  made += 1;
  const user = await shop.buildUser({ fullname: '김본보기', phone: `010${String(40_000_000 + made)}`, ...wishes });
  const client = await shop.client().as(user);
  await client.get('/api/csrf-token');
  return { user, client, person: { name: user.fullname, phone: user.phone, birth: '1999-01-31' } };
}

async function start({ client }: Owner): Promise<string> {
  const response = await client.post('/api/auth/identity');
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ authentication_id: string }>().authentication_id;
}

const confirm = ({ client }: Owner, authentication_id: string, receipt_id: string) =>
  client.post('/api/auth/identity/confirm', { authentication_id, receipt_id });

/** Begins a check that the person finishes in the provider's window. */
async function prove(owner: Owner, changes: Partial<Person> = {}) {
  const id = await start(owner);
  return { id, receiptId: await proveIdentity(shop.url, id, { ...owner.person, ...changes }) };
}

async function isVerified({ client }: Owner): Promise<boolean> {
  return (await client.get('/api/auth/my')).json<MyAccount>().phone_verified;
}

const proofsOf = ({ user }: Owner) =>
  shop.db.selectFrom('phone_proofs').selectAll().where('user_id', '=', user.id).execute();

describe('POST /api/auth/identity', () => {
  it('gives a random id, another one each time', async () => {
    const owner = await createOwner();
    const response = await owner.client.post('/api/auth/identity');
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ authentication_id: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await start(owner)).not.toBe(response.json().authentication_id);
  });

  it('needs a login', async () => {
    expectError(await shop.client().post('/api/auth/identity'), 401, 'UNAUTHENTICATED');
  });

  it('is 503 IDENTITY_OFF where the provider does not offer it', async () => {
    const bare = await startTestApp({ env: { BOOTPAY_IDENTITY: '0' } });
    const client = await bare.client().as(await bare.buildUser());
    expectError(await client.post('/api/auth/identity'), 503, 'IDENTITY_OFF');
    await bare.close();
  });
});

describe('POST /api/auth/identity/confirm', () => {
  it('proves the phone; a repeat returns 200 too, also later', async () => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    expect(await isVerified(owner)).toBe(false);
    const response = await confirm(owner, id, receiptId);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual({ success: true, phone_verified: true });
    expect(await isVerified(owner)).toBe(true);
    expect((await confirm(owner, id, receiptId)).statusCode).toBe(200);
    clock.advance(31 * MINUTE_MS);
    expect((await confirm(owner, id, receiptId)).statusCode).toBe(200);
    expect(shop.bootpay.calls('certificate', receiptId)).toBe(1);
  });

  it('keeps time, phone and a keyed hash; never the identifier, name or birth date', async () => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    const certificate = await fetch(`${shop.url}/sandbox/bootpay/v2/certificate/${receiptId}`, {
      headers: { authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}` },
    });
    const { unique } = Object(await certificate.json()).authenticate_data;
    expect(unique).toMatch(/^.{88}$/);
    await confirm(owner, id, receiptId);
    expect(await proofsOf(owner)).toEqual([
      {
        user_id: owner.user.id,
        method: 'identity',
        phone: owner.user.phone,
        proven_at: NOW,
        person_hash: expect.any(Buffer),
      },
    ]);
    const checks = await shop.db.selectFrom('identity_checks').selectAll().where('id', '=', id).execute();
    const kept = JSON.stringify([await proofsOf(owner), checks, log]);
    expect(log.length).toBeGreaterThan(0);
    for (const secret of [unique, '1999-01-31']) expect(kept).not.toContain(secret);
    const file = (await owner.client.get('/api/auth/personal-data')).json();
    expect(file.phone_proofs).toEqual([{ method: 'identity', phone: owner.user.phone, proven_at: NOW.toISOString() }]);
  });

  it('finds the same person on two accounts by the hash', async () => {
    const phone = '01066665555';
    const owners = [await createOwner({ phone }), await createOwner({ phone })];
    const hashes = [];
    for (const owner of owners) {
      const { id, receiptId } = await prove(owner);
      await confirm(owner, id, receiptId);
      hashes.push((await proofsOf(owner))[0]?.person_hash);
    }
    expect(hashes[0]).toEqual(hashes[1]);
  });

  it.each([
    ['another name', { name: '이본보기' }],
    ['another phone', { phone: '01000000000' }],
    ['an age under 14', { birth: '2012-11-24' }],
  ])('is 400 IDENTITY_MISMATCH for %s', async (_name, changes) => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner, changes);
    expectError(await confirm(owner, id, receiptId), 400, 'IDENTITY_MISMATCH');
    expect(await isVerified(owner)).toBe(false);
    expect(await proofsOf(owner)).toEqual([]);
  });

  it.each([
    ['a name with spaces', { name: '김 본보기' }],
    ['a person who is 14 today', { birth: '2012-11-23' }],
  ])('takes %s', async (_name, changes) => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner, changes);
    expect((await confirm(owner, id, receiptId)).statusCode).toBe(200);
  });

  it.each([
    ['no phone', { name: '김본보기', birth: '1999-01-31', unique: 'x' }],
    ['no birth date', { name: '김본보기', phone: '01012345678', unique: 'x' }],
    ['nothing about the person', null],
  ])('is 400 IDENTITY_MISMATCH when the provider gives %s', async (_name, authenticate_data) => {
    const owner = await createOwner({ phone: '01012345678' });
    const { id, receiptId } = await prove(owner);
    shop.bootpay.fail({ endpoint: 'certificate', misreport: { authenticate_data } });
    expectError(await confirm(owner, id, receiptId), 400, 'IDENTITY_MISMATCH');
  });

  it.each([0, 1, 11, -1])('is 409 IDENTITY_NOT_PROVEN for status %i', async (status) => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    shop.bootpay.fail({ endpoint: 'certificate', misreport: { status }, times: 1 });
    expectError(await confirm(owner, id, receiptId), 409, 'IDENTITY_NOT_PROVEN');
    expect((await confirm(owner, id, receiptId)).statusCode).toBe(200);
  });

  it('is 409 IDENTITY_NOT_PROVEN for a check that is open, and for a receipt that does not exist', async () => {
    const owner = await createOwner();
    const id = await start(owner);
    const receiptId = await openIdentityCheck(shop.url, id);
    expectError(await confirm(owner, id, receiptId), 409, 'IDENTITY_NOT_PROVEN');
    expectError(await confirm(owner, id, '0123456789abcdef01234567'), 409, 'IDENTITY_NOT_PROVEN');
    await enterPerson(shop.url, receiptId, owner.person);
    expect((await confirm(owner, id, receiptId)).statusCode).toBe(200);
  });

  it('is 409 IDENTITY_NOT_PROVEN for the receipt of a payment', async () => {
    const owner = await createOwner();
    const receiptId = await shop.bootpay.payFor({ orderNumber: 'order-1', priceWon: 350_000 });
    expectError(await confirm(owner, await start(owner), receiptId), 409, 'IDENTITY_NOT_PROVEN');
  });

  it('is 409 IDENTITY_EXPIRED after 30 minutes, also by the age of the check alone', async () => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    clock.advance(30 * MINUTE_MS);
    expectError(await confirm(owner, id, receiptId), 409, 'IDENTITY_EXPIRED');
    const fresh = await prove(owner);
    const authenticated_at = new Date(clock.now().getTime() - 31 * MINUTE_MS).toISOString();
    shop.bootpay.fail({ endpoint: 'certificate', misreport: { authenticated_at }, times: 1 });
    expectError(await confirm(owner, fresh.id, fresh.receiptId), 409, 'IDENTITY_EXPIRED');
    clock.advance(30 * MINUTE_MS - 1);
    expect((await confirm(owner, fresh.id, fresh.receiptId)).statusCode).toBe(200);
  });

  it('is 404 for an id of another account, of another session, and for one that does not exist', async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const { id, receiptId } = await prove(owner);
    expectError(await confirm(other, id, receiptId), 404, 'NOT_FOUND');
    const second = { ...owner, client: await shop.client().as(owner.user) };
    expectError(await confirm(second, id, receiptId), 404, 'NOT_FOUND');
    expectError(await confirm(owner, 'unknown', receiptId), 404, 'NOT_FOUND');
    expect(shop.bootpay.calls('certificate')).toBe(0);
    await owner.client.post('/api/auth/logout');
    const again = { ...owner, client: await shop.client().as(owner.user) };
    expectError(await confirm(again, id, receiptId), 404, 'NOT_FOUND');
  });

  it('is 409 IDENTITY_USED for a receipt that proved another account, or another id', async () => {
    const phone = '01066665554';
    const [owner, other] = [await createOwner({ phone }), await createOwner({ phone })];
    const { id, receiptId } = await prove(owner);
    // Before it was used, and after.
    expectError(await confirm(other, await start(other), receiptId), 409, 'IDENTITY_USED');
    await confirm(owner, id, receiptId);
    expectError(await confirm(other, await start(other), receiptId), 409, 'IDENTITY_USED');
    expectError(await confirm(owner, await start(owner), receiptId), 409, 'IDENTITY_USED');
    const otherReceipt = await proveIdentity(shop.url, id, owner.person);
    expectError(await confirm(owner, id, otherReceipt), 409, 'IDENTITY_USED');
    expect(await isVerified(other)).toBe(false);
  });

  it.each([
    ['answers 502', { insteadOf: { status: 502, body: '<html>Bad Gateway</html>' } }],
    ['answers 500', { insteadOf: SERVER_ERROR }],
    ['drops the connection', { insteadOf: 'drop' }],
    ['loses its answer', { afterwards: 'drop' }],
    ['answers with something else', { afterwards: { status: 200, body: { result: 'ok' } } }],
    ['answers with another receipt', { misreport: { receipt_id: '0123456789abcdef01234567' } }],
    ['refuses our keys', { insteadOf: { status: 401, body: { error_code: 'APP_KEY_NOT_FOUND', message: '' } } }],
  ] as const)('is 502 when the provider %s, and can be repeated', async (_name, fault) => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    shop.bootpay.fail({ endpoint: 'certificate', times: 1, ...fault });
    expectError(await confirm(owner, id, receiptId), 502, 'IDENTITY_UNREACHABLE');
    expect(await isVerified(owner)).toBe(false);
    expect((await confirm(owner, id, receiptId)).statusCode).toBe(200);
  });

  it.each([{}, { authentication_id: 1, receipt_id: 'a' }, { authentication_id: 'a', receipt_id: '../confirm' }])(
    'is 400 for %j',
    async (body) => {
      const { client } = await createOwner();
      expectError(await client.post('/api/auth/identity/confirm', body), 400, 'VALIDATION_FAILED');
    },
  );

  it('needs a login', async () => {
    const body = { authentication_id: 'a', receipt_id: 'b' };
    expectError(await shop.client().post('/api/auth/identity/confirm', body), 401, 'UNAUTHENTICATED');
  });

  it('does not count for a number that was changed afterwards, or while the provider answered', async () => {
    const change = { fullname: '김본보기', email: '', military_status: null };
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    await confirm(owner, id, receiptId);
    await owner.client.put('/api/auth/update-profile', { ...change, phone: '01011112222' });
    expect(await isVerified(owner)).toBe(false);
    expect(await proofsOf(owner)).toEqual([]);
    expectError(await confirm(owner, id, receiptId), 404, 'NOT_FOUND');

    const slow = await createOwner();
    const check = await prove(slow);
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'certificate', holdAnswer: hold });
    const confirming = confirm(slow, check.id, check.receiptId);
    await hold.untilArrived();
    await slow.client.put('/api/auth/update-profile', { ...change, phone: '01011112223' });
    hold.release();
    expectError(await confirming, 404, 'NOT_FOUND');
    expect(await isVerified(slow)).toBe(false);
  });

  it('succeeds for each of ten confirmations at once, and proves once', async () => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(owner, id, receiptId)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await proofsOf(owner)).toHaveLength(1);
  });

  it('leaves nothing behind when the account is closed', async () => {
    const owner = await createOwner();
    const { id, receiptId } = await prove(owner);
    await confirm(owner, id, receiptId);
    await start(owner);
    expect((await owner.client.post('/api/auth/close', {})).statusCode).toBe(200);
    expect(await proofsOf(owner)).toEqual([]);
    const checks = await shop.db
      .selectFrom('identity_checks')
      .select('id')
      .where('user_id', '=', owner.user.id)
      .execute();
    expect(checks).toEqual([]);
  });
});
