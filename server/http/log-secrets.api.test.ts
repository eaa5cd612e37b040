import { afterAll, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { requireMail } from '#tests/support/app/mailbox.ts';

const SECRETS = {
  password: 'rain over nine hills',
  wrongPassword: 'snow over ten hills',
  newPassword: 'wind over one hill',
  phone: '01098761234',
  email: 'never-in-a-log@example.com',
  fullname: '김비밀',
  soldier: '이비밀',
};

let written = '';
const write = (line: string) => {
  written += line;
};
const shop = await setUpTestApp({ env: { LOG_LEVEL: 'debug' }, logTo: { write } });
const jobs = await startJobs(shop.deps);
afterAll(async () => {
  await jobs.stop();
});

it('the log contains no secrets or personal data from sign-up to payment at level debug', async () => {
  const client = shop.client();
  const { password, wrongPassword, newPassword, phone, email, fullname } = SECRETS;
  const userId = 'log.reader';
  const person = { userId, password, phone, email, fullname, acceptedTos: true };
  expect((await client.post('/api/auth/register', person)).statusCode).toBe(201);
  expect((await client.post('/api/auth/login', { userId, password: wrongPassword })).statusCode).toBe(401);
  expect((await client.post('/api/auth/password-reset/request', { email })).statusCode).toBe(200);
  await expect.poll(() => requireMail(shop, email, 'password_reset').catch(() => undefined)).toBeDefined();
  const token = /token=([\w-]+)/.exec((await requireMail(shop, email, 'password_reset')).text)?.[1] ?? 'none';
  const reset = await client.post('/api/auth/password-reset/confirm', { token, newPassword });
  expect(reset.body).toContain('"success":true');
  expect((await client.post('/api/auth/login', { userId, password: newPassword })).statusCode).toBe(200);
  const soldier = { fullname: SECRETS.soldier, relationship: '자녀', military_status: '복무 중', phone, email };
  const soldierId = (await client.post('/api/soldiers', soldier)).json().id;
  const service = await shop.buildService();
  const order = { service_id: service.id, soldier_id: soldierId, selected_plan: '기본', price: 350_000 };
  const placed = (await client.post('/api/orders', order)).json();
  const receipt = await shop.bootpay.payFor({ orderNumber: placed.order_number, priceWon: 350_000 });
  const confirmation = { order_id: placed.orderId, receipt_id: receipt, price: 350_000 };
  expect((await client.post('/api/bootpay/confirm', confirmation)).body).toContain('confirmed');

  // Addresses that are answered, refused, unknown and malformed.
  const query = `?q=${encodeURIComponent(SECRETS.fullname)}&phone=${phone}&token=${token}`;
  const referer = `https://shop.example/reset-password?token=${token}`;
  for (const path of ['/api/orders', '/api/admin/users', '/api/orders/x', `/none/${token}`, '/%zz', '/healthz']) {
    await client.get(path + query, { headers: { referer } });
  }

  expect(written).toContain('"route":"/api/admin/users"');
  expect(written).toContain('"route":"/api/bootpay/confirm"');
  const cookies = [...client.cookies.values()].filter((value) => value.length > 10);
  expect(cookies.length).toBeGreaterThan(1);
  for (const secret of [
    ...Object.values(SECRETS),
    encodeURIComponent(SECRETS.fullname),
    token,
    ...cookies,
    ...Object.values(shop.config.payment.credentials),
  ]) {
    expect(written).not.toContain(secret);
  }
});

it('the log of a failed job contains its error, not the person it was about', async () => {
  await shop.buildUser({ email: SECRETS.email });
  await shop.deps.database.pool.query('alter table password_resets rename to password_resets_away');
  await shop.client().post('/api/auth/password-reset/request', { email: SECRETS.email });
  await expect.poll(() => written).toMatch(/"job":"send_reset_links".*job failed/);
  expect(written).not.toContain(SECRETS.email);
});
