import { afterEach, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { endLimitWindows } from '#tests/support/limits/limit-windows.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import type { Mail } from './mail.ts';
import { queueMail } from './outbox.ts';
import { sendMails } from './sending/send-mails.ts';

let shop: TestApp;
afterEach(() => shop.close());

const RESET: Mail = { kind: 'password_reset', params: { accounts: [{ userId: 'hong.gd', token: 'secret-token' }] } };

async function queue(mail: Mail, to = 'buyer@example.com'): Promise<void> {
  await transaction(shop.db, (trx) => queueMail(trx, { address: to, isProven: true }, mail));
}

it.each([
  ['in production', { NODE_ENV: 'production', PAYMENT_SANDBOX: '1' }],
  ['in tests', { NODE_ENV: 'test' }],
  ['where others reach the shop', { NODE_ENV: 'development', PUBLIC_URL: 'https://trial.example' }],
  ['where a mail server takes them', { NODE_ENV: 'development', SMTP_URL: 'smtp://127.0.0.1:9' }],
])('the development mailbox shows nothing %s', async (_name, env) => {
  shop = await startTestApp({ env });
  await queue(RESET);
  for (const path of ['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox/1']) {
    const response = await shop.client().get(path);
    expectError(response, 404, 'NOT_FOUND');
    expect(response.body).not.toContain('secret-token');
  }
});

it.each([
  ['a host of another name', {}, { host: 'shop.example' }],
  ['a name that begins like this machine', {}, { host: 'localhost.evil.example' }],
  ['user information before a foreign host', {}, { host: 'localhost@evil.example' }],
  ['another machine', { remoteAddress: '192.168.0.7' }, { host: 'localhost:3000' }],
  ['another machine by IPv6', { remoteAddress: '::ffff:192.168.0.7' }, { host: '127.0.0.1' }],
  ['a proxy that names the visitor', {}, { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy that names itself', {}, { host: '127.0.0.1', via: '1.1 proxy' }],
])('the development mailbox answers 404 to %s', async (_name, peer, headers) => {
  shop = await startTestApp({ env: { NODE_ENV: 'development', SEED_SAMPLE: '0', HOST: '0.0.0.0' } });
  await queue(RESET);
  for (const url of ['/dev/mailbox', '/dev/mailbox/1']) {
    const response = await shop.app.inject({ url, headers, ...peer });
    expectError(response, 404, 'NOT_FOUND');
    expect(response.body).not.toContain('secret-token');
  }
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const response = await shop.app.inject({ url: '/dev/mailbox', headers: { host: 'localhost:3000' }, remoteAddress });
    expect(response.statusCode).toBe(200);
  }
});

it('the development mailbox shows the newest mails with their links until they expire', async () => {
  shop = await startTestApp({ env: { NODE_ENV: 'development', SEED_SAMPLE: '0' } });
  const client = shop.client('127.0.0.1');
  expect((await client.get('/dev/mailbox')).body).toContain('아직 메일이 없습니다.');
  const name = '<script>alert(1)</script>';
  await queue({ kind: 'welcome', params: { userId: name } }, '"<b>"@example.com');
  await queue(RESET);
  const response = await client.get('/dev/mailbox');
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
  });
  const link = 'http://localhost:3000/reset-password#token=secret-token';
  expect(response.body).toContain(`<a href="${link}">${link}</a>`);
  expect(response.body).toContain('buyer@example.com');
  expect(response.body.indexOf('비밀번호 재설정 안내')).toBeLessThan(response.body.indexOf('가입을 환영합니다'));
  expect(response.body).not.toMatch(/<script|<b>/);

  const path = /href="(\/dev\/mailbox\/\d+)">[^<]*가입을/.exec(response.body)?.[1] ?? '';
  const mail = await client.get(path);
  expect(mail.statusCode).toBe(200);
  expect(mail.headers['cache-control']).toBe('no-store');
  // Escaped twice: for the mail, and for the attribute that contains it.
  expect(mail.body).toContain('&amp;lt;script&amp;gt;alert(1)');
  expect(mail.body).toMatch(
    /<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;!doctype html&gt;/,
  );
  expectError(await client.get('/dev/mailbox/2147483647'), 404, 'NOT_FOUND');
  expectError(await client.get('/dev/mailbox/x'), 400, 'INVALID_ID');

  // The database's clock, which keeps running, sets the times of mails.
  shop.clock.advance(2 * HOUR_MS);
  await sendMails(shop.deps.mail);
  const later = await client.get('/dev/mailbox');
  expect(later.body).not.toContain('secret-token');
  expect(later.body).toContain('링크의 유효 시간이 지나 내용을 지웠습니다.');
  expect(later.body).toContain('가입을 환영합니다');
});

it('the development mailbox shows at most fifty mails', async () => {
  shop = await startTestApp({ env: { NODE_ENV: 'development', SEED_SAMPLE: '0' } });
  for (let count = 1; count <= 51; count += 1) {
    await endLimitWindows(shop.db);
    await queue({ kind: 'welcome', params: { userId: `user-${count}.` } });
  }
  const { body } = await shop.client('127.0.0.1').get('/dev/mailbox');
  expect(body.match(/<article>/g)).toHaveLength(50);
  expect(body).toContain('user-51.');
  expect(body).not.toContain('user-1.');
});
