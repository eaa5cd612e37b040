import { expect, it } from 'vitest';
import { HOUR_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails, type QueuedMail } from '#tests/support/app/mailbox.ts';
import { requestReset } from '#tests/support/jobs/reset-requests.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock });

const PASSWORD = 'secret12';
const NEW_PASSWORD = 'another secret 34';

function newAddress(): string {
  return `${readableCode(10).toLowerCase()}@example.com`;
}

function tokensOf(mail: QueuedMail | undefined): string[] {
  return Array.from(mail?.text.matchAll(/reset-password#token=([\w-]+)/g) ?? [], ([, token = '']) => token);
}

/** Handles a request for the address of the account, as the job does, past the limit of its mails. */
async function send({ email }: User): Promise<void> {
  await endLimitWindows(shop.db);
  await requestReset({ db: shop.db, clock }, email);
}

async function sendToken(user: User): Promise<string> {
  await send(user);
  return tokensOf((await listMails(shop, user.email)).at(-1))[0] ?? '';
}

function confirm(token: string | undefined) {
  return shop.client().post('/api/auth/password-reset/confirm', { token, newPassword: NEW_PASSWORD });
}

it('requests of others do not end the link of the owner', async () => {
  const user = await shop.buildUser({ email: newAddress() });
  const owners = await sendToken(user);
  // More requests than an account may have open links.
  for (let count = 0; count < 6; count += 1) await send(user);
  const tokens = (await listMails(shop, user.email)).flatMap(tokensOf);
  expect(tokens).toHaveLength(5);
  expect(tokens).toContain(owners);
  expect((await confirm(owners)).statusCode).toBe(200);
  for (const token of tokens) expectError(await confirm(token), 400, 'RESET_TOKEN_INVALID');
});

it('links are sent again after five have expired', async () => {
  const user = await shop.buildUser({ email: newAddress() });
  for (let count = 0; count < 6; count += 1) await send(user);
  clock.advance(HOUR_MS);
  await send(user);
  const mails = await listMails(shop, user.email);
  expect(mails).toHaveLength(6);
  expect((await confirm(tokensOf(mails.at(-1))[0])).statusCode).toBe(200);
});

it('a new password ends all links', async () => {
  const user = await shop.buildUser({ email: newAddress(), password: PASSWORD });
  const tokens = [await sendToken(user), await sendToken(user)];
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const client = await shop.client().as(user);
  expect((await client.put('/api/auth/update-profile', change)).statusCode).toBe(200);
  for (const token of tokens) expectError(await confirm(token), 400, 'RESET_TOKEN_INVALID');
});
