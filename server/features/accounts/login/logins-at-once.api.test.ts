import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';

const PASSWORD = 'secret12';
const shop = await setUpTestApp();

const logIn = (address: string, userId: string) =>
  shop.client(address).post('/api/auth/login', { userId, password: PASSWORD });

type Attack = () => ReturnType<typeof logIn>;

/** Logs ten neighbours in while the attackers' calls wait, and returns the statuses of all. */
async function logInAmong(attacks: readonly Attack[]) {
  const neighbours = await Promise.all(Array.from({ length: 10 }, () => shop.buildUser({ password: PASSWORD })));
  const attackers = attacks.map((attack) => attack());
  const own = neighbours.map(({ user_id }, index) => logIn(`192.0.2.${index}`, user_id));
  const answers = await Promise.all(attackers);
  for (const { statusCode, headers } of answers) {
    if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  return {
    neighbours: (await Promise.all(own)).map(({ statusCode }) => statusCode),
    refused: answers.filter(({ statusCode }) => statusCode === 429).length,
  };
}

const ALL_SERVED = Array.from({ length: 10 }, () => 200);

it('a hundred logins of one account at once leave room for others', async () => {
  const { user_id: userId } = await shop.buildUser({ password: PASSWORD });
  const attacks = Array.from({ length: 100 }, (_, index) => () => logIn(`198.51.100.${index}`, userId));
  const { neighbours, refused } = await logInAmong(attacks);
  expect(neighbours).toEqual(ALL_SERVED);
  expect(refused).toBeGreaterThan(0);
  // The account is not locked: its owner logs in afterwards.
  expect((await logIn('192.0.2.201', userId)).statusCode).toBe(200);
});

it('logins, sign-ups and new passwords of one address at once leave room for others', async () => {
  const address = '203.0.113.5';
  const [phone, newPassword] = ['01012345678', 'another secret 34'];
  const attacks = Array.from({ length: 40 }, (_, index) => {
    const userId = `unknown.${index}`;
    const signUp = { userId, password: newPassword, phone, fullname: '홍길동', acceptedTos: true };
    const reset = { userId, phone, code: '123456', newPassword };
    return [
      () => logIn(address, userId),
      () => shop.client(address).post('/api/auth/register', signUp),
      () => shop.client(address).post('/api/auth/password-reset/phone/confirm', reset),
    ];
  }).flat();
  const { neighbours, refused } = await logInAmong(attacks);
  expect(neighbours).toEqual(ALL_SERVED);
  expect(refused).toBeGreaterThan(0);
});
