import { expect, it } from 'vitest';
import { HOUR_MS } from '#server/lib/time.ts';
import { hashToken, newToken, readableCode } from '#server/lib/tokens.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import { sendResetLinks } from './send-reset-links.ts';

const shop = await setUpTestApp();

async function buildLink(user: User): Promise<string> {
  const token = newToken();
  const expires_at = new Date(shop.clock.now().getTime() + HOUR_MS);
  const row = { token_hash: hashToken(token), user_id: user.id, expires_at };
  await shop.db.insertInto('password_resets').values(row).execute();
  return token;
}

it.each([2, 10])('of %i concurrent uses of one link one succeeds, and its password is set', async (times) => {
  const user = await shop.buildUser();
  const token = await buildLink(user);
  const passwords = Array.from({ length: times }, (_, index) => `race secret ${index}`);
  const browsers = passwords.map(() => shop.client());
  // Fetch the token now, so that the calls themselves are concurrent.
  await Promise.all(browsers.map((browser) => browser.get('/api/csrf-token')));
  const answers = await Promise.all(
    passwords.map((newPassword, index) =>
      browsers[index]?.post('/api/auth/password-reset/confirm', { token, newPassword }),
    ),
  );
  const winners = passwords.filter((_, index) => answers[index]?.statusCode === 200);
  expect(winners).toHaveLength(1);
  const losers = answers.filter((answer) => answer?.statusCode !== 200);
  for (const loser of losers) expect(loser?.json()).toMatchObject({ code: 'RESET_TOKEN_INVALID' });
  for (const password of passwords) {
    const login = await shop.client().post('/api/auth/login', { userId: user.user_id, password });
    expect([password, login.statusCode]).toEqual([password, winners.includes(password) ? 200 : 401]);
  }
});

it('concurrent reset requests for one address are all handled, and exceed no number of links', async () => {
  const email = `${readableCode(10).toLowerCase()}@example.com`;
  const users = [await shop.buildUser({ email }), await shop.buildUser({ email })];
  // A proven address gets a mail for each of the requests.
  await shop.db.updateTable('users').set({ verified_email: email }).where('email', '=', email).execute();
  const deps = { db: shop.db, clock: shop.clock };
  const wishes = Array.from({ length: 6 }, () => ({ id: crypto.randomUUID(), email, due_at: shop.clock.now() }));
  await shop.db.insertInto('reset_requests').values(wishes).execute();
  await Promise.all(wishes.map(() => sendResetLinks(deps)));
  for (const user of users) {
    const links = await shop.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id).execute();
    expect(links.filter((link) => link.ended_at === null)).toHaveLength(5);
    expect(links).toHaveLength(5);
  }
});

it('a reset request claimed by two workers is handled once', async () => {
  const user = await shop.buildUser({ email: `${readableCode(10).toLowerCase()}@example.com` });
  const deps = { db: shop.db, clock: shop.clock };
  const wish = { id: crypto.randomUUID(), email: user.email, due_at: shop.clock.now() };
  await shop.db.insertInto('reset_requests').values(wish).execute();
  await Promise.all([1, 2, 3].map(() => sendResetLinks(deps)));
  const links = await shop.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id).execute();
  expect(links).toHaveLength(1);
  const mails = await shop.db.selectFrom('mails').select('id').where('recipient', '=', user.email).execute();
  expect(mails).toHaveLength(1);
});
