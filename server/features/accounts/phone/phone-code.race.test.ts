import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { untilLockWait } from '#tests/support/app/lock-waits.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { setUpSolapi } from '#tests/support/providers/solapi.ts';

const clock = createTestClock();
const { solapi, env } = await setUpSolapi(clock.now);
const shop = await setUpTestApp({
  clock,
  env: {
    ...env,
  },
});

beforeEach(() => shop.db.deleteFrom('rate_limits').execute());

let made = 0;
async function createOwner() {
  made += 1;
  const user = await shop.buildUser({ phone: `010${String(30_000_000 + made)}` });
  const client = await shop.client().as(user);
  // Fetch the token now, so that concurrent calls do not each fetch one.
  await client.get('/api/csrf-token');
  const messages = () => solapi.sent().filter(({ to }) => to === user.phone);
  return { user, client, messages, code: () => /\d{6}/.exec(messages().at(-1)?.text ?? '')?.[0] ?? '' };
}

const statusesOf = async (answers: readonly Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort();

describe('codes', () => {
  it('go out once when ten calls ask at the same time', async () => {
    const { client, messages } = await createOwner();
    const answers = Array.from({ length: 10 }, () => client.post('/api/auth/phone/code'));
    expect(await statusesOf(answers)).toEqual([202, ...Array.from({ length: 9 }, () => 429)]);
    expect(messages()).toHaveLength(1);
  });

  it('prove a number once when the right one is sent several times concurrently', async () => {
    const { client, code, user } = await createOwner();
    await client.post('/api/auth/phone/code');
    const answers = Array.from({ length: 6 }, () => client.post('/api/auth/phone/verify', { code: code() }));
    expect(await statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    const proofs = await shop.db.selectFrom('phone_proofs').selectAll().where('user_id', '=', user.id).execute();
    expect(proofs).toHaveLength(1);
  });

  it('allow five wrong attempts, however many are concurrent', async () => {
    const { client, code } = await createOwner();
    await client.post('/api/auth/phone/code');
    const wrong = Array.from({ length: 12 }, (_, at) => String((Number(code()) + at + 1) % 1_000_000).padStart(6, '0'));
    const answers = wrong.map((guess) => client.post('/api/auth/phone/verify', { code: guess }));
    const statuses = await statusesOf(answers);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect((await client.post('/api/auth/phone/verify', { code: code() })).statusCode).toBe(409);
  });

  it('prove no number in a session that ends while the call waits for the account', async () => {
    const { client, code, user } = await createOwner();
    await client.post('/api/auth/phone/code');
    const { running } = await shop.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
      await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      const running = client.post('/api/auth/phone/verify', { code: code() });
      await untilLockWait(shop);
      // Wrapped in an object: a bare promise would be awaited before the commit.
      return { running };
    });
    expectError(await running, 401, 'UNAUTHENTICATED');
    const row = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(row.phone_verified).toBe(false);
  });

  it('do not prove a number that changes at the same time', async () => {
    const { client, code, user } = await createOwner();
    await client.post('/api/auth/phone/code');
    const change = { fullname: '홍길동', email: '', military_status: null, phone: '01044443333' };
    const [verified, changed] = await Promise.all([
      client.post('/api/auth/phone/verify', { code: code() }),
      client.put('/api/auth/update-profile', change),
    ]);
    expect(changed.statusCode).toBe(200);
    expect([200, 409]).toContain(verified.statusCode);
    const row = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ phone: '01044443333', phone_verified: false });
  });
});
