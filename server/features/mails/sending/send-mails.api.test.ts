import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { transaction } from '#server/db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { type ReceivedMail, startSmtpServer } from '#tests/support/providers/smtp-server.ts';
import type { Mail } from '../mail.ts';
import { queueMail } from '../outbox.ts';
import { sendMails } from './send-mails.ts';
import { createSmtpMailer } from './smtp.ts';

const clock = createTestClock();
const smtp = await startSmtpServer();
const shop = await setUpTestApp({ clock, env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://shop.example' } });
const deps = shop.deps.mail;

afterEach(async () => {
  smtp.clear();
  clock.set(new Date());
  await shop.db.deleteFrom('mails').execute();
});
afterAll(async () => {
  await smtp.close();
});

const WELCOME: Mail = { kind: 'welcome', params: { userId: 'hong.gd' } };
const RESET: Mail = { kind: 'password_reset', params: { accounts: [{ userId: 'hong.gd', token: 'secret-token' }] } };
const TO = 'buyer@example.com';
/** Expects exactly empty parameters; an empty object would match any. */
const ERASED = expect.toSatisfy((params: object) => Object.keys(params).length === 0);

async function queue(mail: Mail = WELCOME, to = TO): Promise<void> {
  await transaction(shop.db, (trx) => queueMail(trx, { address: to, isProven: true }, mail));
}

function rows() {
  return shop.db
    .selectFrom('mails')
    .select(['state', 'attempts', 'last_error', 'params', 'ended_at', 'due_at'])
    .orderBy('id')
    .execute();
}

async function onlyRow() {
  const [row, another] = await rows();
  if (!row || another) throw new Error('not one mail');
  return row;
}

/** Returns the unfolded headers of a raw mail. */
function headersOf({ raw }: ReceivedMail): string {
  return raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
}

describe('a mail', () => {
  it("arrives with both Korean bodies and the firm's headers", async () => {
    await queue();
    await sendMails(deps);
    const [mail] = smtp.mails;
    expect(smtp.mails).toHaveLength(1);
    expect(mail).toMatchObject({
      envelope: { from: 'no-reply@shop.example', to: [TO] },
      from: { name: FIRM.centreName, address: 'no-reply@shop.example' },
      to: [{ address: TO }],
      replyTo: [{ address: FIRM.email }],
      subject: `[${FIRM.centreName}] 가입을 환영합니다`,
      messageId: expect.stringMatching(/^<\d+\.\d+@shop\.example>$/),
      text: expect.stringContaining('아이디: hong.gd'),
      html: expect.stringContaining('hong.gd'),
    });
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(await onlyRow()).toMatchObject({ state: 'sent', attempts: 1, due_at: null, ended_at: clock.now() });
  });

  it('contains the portrait of the lawyer', async () => {
    const order = {
      fullname: '홍길동',
      orderId: 7,
      orderNumber: 'A-7',
      serviceTitle: '항고',
      plan: '기본',
      priceWon: 1,
      contactBy: null,
      phone: '01012345678',
    };
    const lawyer = { name: '성춘향', title: '변호사' };
    await queue({ kind: 'work_started', params: { ...order, lawyer, endsFullRefund: false } });
    await sendMails(deps);
    const [mail] = smtp.mails;
    expect(mail?.html).toContain('src="cid:lawyer"');
    expect(mail?.attachments).toMatchObject([{ contentId: '<lawyer>', mimeType: 'image/png', related: true }]);
  });

  it('is sent once', async () => {
    await queue();
    for (let count = 0; count < 3; count += 1) await sendMails(deps);
    clock.advance(2 * DAY_MS);
    await sendMails(deps);
    expect(smtp.mails).toHaveLength(1);
  });

  it('is not sent when its transaction is rolled back', async () => {
    const undone = transaction(shop.db, async (trx) => {
      await queueMail(trx, { address: TO, isProven: true }, WELCOME);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
  });

  it('is sent once by two concurrent workers', async () => {
    const addresses = Array.from({ length: 12 }, (_, index) => `buyer${index}@example.com`);
    for (const address of addresses) await queue(WELCOME, address);
    const mailers = [1, 2, 3].map(() => createSmtpMailer({ url: smtp.url, from: shop.config.mail.from }));
    await Promise.all(mailers.map((mailer) => sendMails({ ...deps, mailer })));
    for (const mailer of mailers) mailer.close();
    expect(smtp.mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual(addresses.sort());
  });
});

describe('a mail server', () => {
  it('that is unreachable is retried with growing delays, until the mail arrives', async () => {
    smtp.fail({ how: 'away' });
    await queue();
    for (const minutes of [1, 5, 15, 60]) {
      await sendMails(deps);
      const { state, due_at, last_error } = await onlyRow();
      expect({ state, due_at }).toEqual({
        state: 'waiting',
        due_at: new Date(clock.now().getTime() + minutes * MINUTE_MS),
      });
      expect(last_error).not.toBe('');
      clock.advance(minutes * MINUTE_MS - 1);
      await sendMails(deps);
      expect((await onlyRow()).due_at).toEqual(due_at);
      clock.advance(1);
    }
    smtp.clear();
    await sendMails(deps);
    expect(smtp.mailsTo(TO)).toHaveLength(1);
    expect(await onlyRow()).toMatchObject({ state: 'sent', attempts: 5, last_error: '' });
  });

  it('that is unreachable uses up no attempt of the other mails', async () => {
    smtp.fail({ how: 'away' });
    for (let count = 0; count < 3; count += 1) await queue();
    await sendMails(deps);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
    smtp.clear();
    await sendMails(deps);
    expect(smtp.mails).toHaveLength(2);
  });

  it('that drops the connection after accepting gets the mail again with the same Message-ID', async () => {
    smtp.fail({ how: 'drop' });
    await queue();
    await sendMails(deps);
    expect(smtp.mails).toHaveLength(1);
    expect((await onlyRow()).state).toBe('waiting');
    const first = smtp.mails[0]?.messageId;
    smtp.clear();
    clock.advance(MINUTE_MS);
    await sendMails(deps);
    expect(smtp.mails.map(({ messageId }) => messageId)).toEqual([first]);
    expect((await onlyRow()).state).toBe('sent');
  });

  it.each(['RCPT', 'DATA'] as const)(
    'that refuses a mail permanently (%s) fails it at once, but not the others',
    async (command) => {
      smtp.fail({ how: 'refuse', command, code: 550, to: TO });
      await queue();
      await queue(WELCOME, 'other@example.com');
      await sendMails(deps);
      expect(await rows()).toMatchObject([
        { state: 'failed', attempts: 1, last_error: expect.stringContaining('550'), ended_at: clock.now() },
        { state: 'sent' },
      ]);
      clock.advance(2 * DAY_MS);
      await sendMails(deps);
      expect(smtp.mailsTo(TO)).toEqual([]);
    },
  );

  it.each(['RCPT', 'DATA'] as const)(
    'that refuses a mail temporarily (%s) gets it later, the others at once',
    async (command) => {
      smtp.fail({ how: 'refuse', command, code: 451, to: TO });
      await queue();
      await queue(WELCOME, 'other@example.com');
      await sendMails(deps);
      expect(await rows()).toMatchObject([
        { state: 'waiting', attempts: 1, last_error: expect.stringContaining('451') },
        { state: 'sent' },
      ]);
      smtp.clear();
      clock.advance(MINUTE_MS);
      await sendMails(deps);
      expect(smtp.mailsTo(TO)).toHaveLength(1);
    },
  );

  it('that requires a login keeps the mails queued', async () => {
    smtp.fail({ how: 'refuse', command: 'RCPT', code: 530 });
    await queue();
    await sendMails(deps);
    expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  it('that refuses our login keeps the mails queued', async () => {
    const url = smtp.url.replace('//', '//user:wrong@');
    const mailer = createSmtpMailer({ url, from: shop.config.mail.from });
    await queue();
    await sendMails({ ...deps, mailer });
    mailer.close();
    expect(await onlyRow()).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last_error: expect.stringContaining('535'),
    });
  });

  it('that hangs does not delay a shutdown; the mail stays queued', async () => {
    const mailer = createSmtpMailer({ url: smtp.url, from: shop.config.mail.from });
    smtp.fail({ how: 'hang' });
    await queue();
    await queue();
    const sending = sendMails({ ...deps, mailer });
    await expect.poll(() => smtp.tries()).toBe(1);
    mailer.close();
    await sending;
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 1],
      ['waiting', 0],
    ]);
  });

  it('gets no further mails during a shutdown', async () => {
    await queue();
    await sendMails(deps, { signal: AbortSignal.abort() });
    expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: 0 });
  });
});

it('a mail fails after the eighth attempt, and is kept with its last error', async () => {
  smtp.fail({ how: 'refuse', command: 'DATA', code: 452 });
  await queue();
  for (let tries = 1; tries <= 8; tries += 1) {
    expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: tries - 1 });
    await sendMails(deps);
    clock.advance(DAY_MS);
  }
  expect(await onlyRow()).toMatchObject({
    state: 'failed',
    attempts: 8,
    due_at: null,
    params: WELCOME.params,
    last_error: expect.stringContaining('452'),
  });
  smtp.clear();
  await sendMails(deps);
  await applyRetention(shop.db, clock.now());
  expect(smtp.mails).toEqual([]);
  expect((await onlyRow()).state).toBe('failed');
});

it('a mail that a worker dies with is sent by another one at once', async () => {
  const silent = await startSmtpServer();
  silent.fail({ how: 'hang' });
  const doomed = createSmtpMailer({ url: silent.url, from: shop.config.mail.from });
  await queue();
  const dying = sendMails({ ...deps, mailer: doomed });
  await expect.poll(() => silent.tries()).toBe(1);
  await sendMails(deps);
  expect(smtp.mails).toEqual([]);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(shop.db);
  await sendMails(deps);
  expect(smtp.mails).toHaveLength(1);
  doomed.close();
  await expect(dying).rejects.toThrow();
  await silent.close();
  expect(await onlyRow()).toMatchObject({ state: 'sent', attempts: 1 });
});

describe('a mailed link', () => {
  it('is erased after sending', async () => {
    await queue(RESET);
    await sendMails(deps);
    expect(smtp.mails[0]?.text).toContain('https://shop.example/reset-password#token=secret-token');
    expect(await onlyRow()).toMatchObject({ state: 'sent', params: ERASED });
  });

  it('is erased when its mail is refused', async () => {
    smtp.fail({ how: 'refuse', command: 'RCPT', code: 550 });
    await queue(RESET);
    await sendMails(deps);
    expect(await onlyRow()).toMatchObject({ state: 'failed', params: ERASED });
  });

  it('is sent only while valid, and erased afterwards, with and without a mail server', async () => {
    smtp.fail({ how: 'away' });
    await queue(RESET);
    await queue(RESET, 'late@example.com');
    await sendMails(deps);
    smtp.clear();
    clock.advance(HOUR_MS - MINUTE_MS);
    await shop.db
      .updateTable('mails')
      .set({ due_at: new Date(clock.now().getTime() + DAY_MS) })
      .where('recipient', '<>', TO)
      .execute();
    await sendMails(deps);
    expect(smtp.mailsTo(TO)).toHaveLength(1);
    clock.advance(2 * MINUTE_MS);
    await sendMails({ ...deps, mailer: undefined });
    expect(await rows()).toMatchObject([
      { state: 'sent', params: ERASED },
      { state: 'failed', params: ERASED, last_error: expect.stringContaining('ran out') },
    ]);
  });
});

describe('header injection', () => {
  it.each([
    `${TO}\r\nBcc: evil@example.com`,
    `${TO}, evil@example.com`,
    `${TO}>\r\nRCPT TO:<evil@example.com`,
    `"x" <${TO}>, <evil@example.com>`,
    'undisclosed: evil@example.com;',
  ])('is impossible through the address %j', async (recipient) => {
    await queue(WELCOME, recipient);
    await sendMails(deps);
    for (const mail of smtp.mails) {
      expect(mail.envelope.to).toHaveLength(1);
      expect(mail.envelope.to).not.toEqual(['evil@example.com']);
      expect(headersOf(mail)).not.toMatch(/^(bcc|cc):/im);
    }
    expect(smtp.mailsTo('evil@example.com')).toEqual([]);
  });

  it('is impossible through a name', async () => {
    const fullname = '홍길동\r\nBcc: evil@example.com\r\n\r\n<b>gone</b>';
    await queue({ kind: 'welcome', params: { userId: fullname } });
    await sendMails(deps);
    const [mail] = smtp.mails;
    expect(mail?.envelope.to).toEqual([TO]);
    expect(mail ? headersOf(mail) : '').not.toMatch(/^bcc:/im);
    expect(mail?.html).toContain('&lt;b&gt;gone&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>gone');
  });
});

it('sent mails are deleted after thirty days', async () => {
  await queue();
  await sendMails(deps);
  await queue();
  await applyRetention(shop.db, new Date(clock.now().getTime() + 29 * DAY_MS));
  expect(await rows()).toHaveLength(2);
  await applyRetention(shop.db, new Date(clock.now().getTime() + 31 * DAY_MS));
  expect((await rows()).map(({ state }) => state)).toEqual(['waiting']);
});
