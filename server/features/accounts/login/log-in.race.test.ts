import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();

const PASSWORD = 'administrator-1';
/** More than the pool has connections. */
const BROWSERS = 15;

it.each(['user', 'admin'] as const)('%s: logs in from many new browsers at once', async (role) => {
  const { user_id } = await shop.buildUser({ role, password: PASSWORD });
  const logIn = () => shop.client().post('/api/auth/login', { userId: user_id, password: PASSWORD });
  // The first login is its owner's; each later browser is new to the account, which locks it to
  // warn of it.
  expect((await logIn()).statusCode).toBe(200);
  const answers = await Promise.all(Array.from({ length: BROWSERS }, logIn));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: BROWSERS }, () => 200));
});
