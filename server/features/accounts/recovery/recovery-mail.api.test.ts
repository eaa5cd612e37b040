import { afterAll, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { LOOK_OFTEN, makeJobsDue } from '#tests/support/jobs/due-jobs.ts';
import { startSmtpServer } from '#tests/support/providers/smtp-server.ts';

const EMAIL = 'forgetful@example.com';

const smtp = await startSmtpServer();
const shop = await setUpTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://shop.example' } });
const jobs = await startJobs(shop.deps, LOOK_OFTEN);
afterAll(async () => {
  await jobs.stop();
  await smtp.close();
});

function findMail() {
  const mail = shop.db.selectFrom('mails').selectAll().where('recipient', '=', EMAIL);
  return mail.executeTakeFirst();
}

it('a password reset request succeeds while the mail server is down, and its mail arrives later', async () => {
  smtp.fail({ how: 'away' });
  const user = await shop.buildUser({ email: EMAIL });
  const client = shop.client();
  const response = await client.post('/api/auth/password-reset/request', { email: EMAIL });
  expect(response.statusCode).toBe(200);
  // The first attempt failed, and the mail stays queued.
  await expect.poll(findMail).toMatchObject({ state: 'waiting', last_error: expect.stringMatching(/./) });
  expect(smtp.mails).toEqual([]);

  smtp.clear();
  shop.clock.advance(2 * MINUTE_MS);
  await makeJobsDue(shop.deps.database.pool, 'send_mails');
  await expect.poll(() => smtp.mailsTo(EMAIL).length).toBe(1);
  const [mail] = smtp.mailsTo(EMAIL);
  for (const text of [mail?.text, mail?.html]) expect(text).toContain(user.user_id);
  const token = mail?.text?.match(/https:\/\/shop\.example\/reset-password#token=([\w-]{43})\b/)?.[1];
  const body = { token, newPassword: 'another secret 34' };
  expect((await client.post('/api/auth/password-reset/confirm', body)).statusCode).toBe(200);
  const login = { userId: user.user_id, password: body.newPassword };
  expect((await client.post('/api/auth/login', login)).statusCode).toBe(200);
  // The token is erased from the stored mail.
  await expect.poll(findMail).toMatchObject({ state: 'sent', params: {} });
});
