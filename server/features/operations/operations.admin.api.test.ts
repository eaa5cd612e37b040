import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { noteBackup } from '#server/db/backup/note-backup.ts';
import { transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { sendMails } from '#server/features/mails/sending/send-mails.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/lib/time.ts';
import { OPERATION_PARTS, type Operation, type OperationPart } from '#shared/features/operations/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { createRunningClock } from '#tests/support/app/clock.ts';
import { buildCustomer } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { buildPaymentFixture, expectError } from '#tests/support/payments/payment-fixture.ts';
import { startSmtpServer } from '#tests/support/providers/smtp-server.ts';

const smtp = await startSmtpServer();
const BACKUP_KEY = Buffer.alloc(32, 7).toString('base64');
const SMS = { SOLAPI_API_KEY: 'NCSKEY', SOLAPI_API_SECRET: 'solapi-secret', SOLAPI_SENDER: '0212345678' };
const shop = await setUpTestApp({
  clock: createRunningClock(),
  stuckAfterMs: SECOND_MS,
  env: { SMTP_URL: smtp.url, ...SMS },
});
const admin = await buildAdmin(shop);

afterEach(() => {
  shop.bootpay.clear();
  smtp.clear();
});
afterAll(() => smtp.close());

async function listParts(client = admin.client): Promise<Operation[]> {
  const response = await client.get('/api/admin/operations');
  expect(response.statusCode).toBe(200);
  return response.json<Operation[]>();
}

async function getPart(part: OperationPart): Promise<Operation> {
  const found = (await listParts()).find((each) => each.part === part);
  if (!found) throw new Error(`no ${part}`);
  return found;
}

describe('GET /api/admin/operations', () => {
  it('has all parts in their order, each with a sentence; what is not ok says what to do', async () => {
    const operations = await listParts();
    expect(operations.map(({ part }) => part)).toEqual(OPERATION_PARTS);
    for (const { state, text, todo } of operations) {
      expect(text).toMatch(/[가-힣]/);
      expect(todo === null).toBe(state === 'ok');
    }
    expect(operations.filter(({ state }) => state === 'off').map(({ part }) => part)).toEqual([
      'kakao',
      'payment',
      'backup',
    ]);
  });

  it('is for owners alone', async () => {
    const client = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['people', 'audit'] }));
    expect((await client.get('/api/admin/operations')).json().code).toBe('PERMISSION_REQUIRED');
  });

  it('mail: failed while the mail server refuses a recipient, until the mail is sent again', async () => {
    expect(await getPart('mail')).toMatchObject({ state: 'ok', since: null });
    smtp.fail({ how: 'refuse', command: 'RCPT', code: 550, to: 'refused@example.com' });
    const params = { userId: 'hong.gd' };
    const to = { address: 'refused@example.com', isProven: true };
    await transaction(shop.db, (trx) => queueMail(trx, to, { kind: 'welcome', params }));
    await sendMails(shop.deps.mail);
    expect(await getPart('mail')).toMatchObject({
      state: 'failed',
      since: expect.stringMatching(/Z$/),
      text: expect.stringContaining('1통'),
    });
    smtp.clear();
    const [mail] = (await admin.client.get('/api/admin/mails?state=failed')).json<{ id: number }[]>();
    await admin.client.post(`/api/admin/mails/${mail?.id}/retry`);
    await sendMails(shop.deps.mail);
    expect(await getPart('mail')).toMatchObject({ state: 'ok', since: null, todo: null });
  });

  it('sms: failed while a notice was refused, until staff have seen to it; kakao stays off', async () => {
    const user = await shop.buildUser();
    const { id: event_id } = await shop.db
      .insertInto('notice_events')
      .values({ kind: 'paid', user_id: user.id })
      .returning('notice_events.id')
      .executeTakeFirstOrThrow();
    const { id } = await shop.db
      .insertInto('notices')
      .values({ event_id, channel: 'sms', state: 'failed', phone: '01012345678', last_error: '수신 거부' })
      .returning('notices.id')
      .executeTakeFirstOrThrow();
    await shop.db.updateTable('notices').set({ needs_attention: true }).where('id', '=', id).execute();
    expect(await getPart('sms')).toMatchObject({ state: 'failed', since: expect.stringMatching(/Z$/) });
    expect(await getPart('kakao')).toMatchObject({ state: 'off' });
    expect((await admin.client.post(`/api/admin/notices/${id}/dismiss`)).statusCode).toBe(200);
    expect(await getPart('sms')).toMatchObject({ state: 'ok' });
  });

  it('jobs: failed while a job is due that no process runs', async () => {
    expect(await getPart('jobs')).toMatchObject({ state: 'ok', since: null });
    const due_at = new Date(Date.now() - DAY_MS);
    await shop.db.insertInto('jobs').values({ name: 'send_mails', due_at }).execute();
    expect(await getPart('jobs')).toMatchObject({
      state: 'failed',
      since: due_at.toISOString(),
      text: expect.stringContaining('send_mails'),
    });
    const later = new Date(Date.now() + DAY_MS);
    const failing = { due_at: later, failures: 3, last_error: 'no' };
    await shop.db.updateTable('jobs').set(failing).where('name', '=', 'send_mails').execute();
    expect(await getPart('jobs')).toMatchObject({ state: 'failed', text: expect.stringContaining('1가지') });
    await shop.db.deleteFrom('jobs').where('name', '=', 'send_mails').execute();
    expect(await getPart('jobs')).toMatchObject({ state: 'ok' });
  });

  it('payment: failed while the provider does not answer about a payment', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    await expect.poll(async () => (await getPart('payment')).state).toBe('failed');
  });

  it('files: failed while a stored file is damaged', async () => {
    expect(await getPart('files')).toMatchObject({ state: 'ok' });
    const customer = await buildCustomer(shop);
    const { body, headers } = fileForm(Buffer.from('글'), { filename: '글.txt', type: 'text/plain' });
    const { id } = (await customer.client.post('/api/attachments', body, { headers })).json<{ id: number }>();
    await shop.db.updateTable('attachments').set({ damaged_at: new Date() }).where('id', '=', id).execute();
    expect(await getPart('files')).toMatchObject({ state: 'failed', since: expect.stringMatching(/Z$/) });
  });
});

it('backup: says when the last one was completed, and since when the next is late', async () => {
  const note = async (hours: number) => {
    const at = new Date(Date.now() - hours * HOUR_MS);
    await shop.db.deleteFrom('last_backup').execute();
    await noteBackup(shop.deps.database.connection, at);
    return at;
  };
  const fresh = await note(20);
  const text = expect.stringContaining(formatDateTime(fresh.toISOString()));
  expect(await getPart('backup')).toMatchObject({ state: 'ok', text, since: null, todo: null });
  // An older copy that ends later is not the last one.
  await noteBackup(shop.deps.database.connection, new Date(fresh.getTime() - DAY_MS));
  expect(await getPart('backup')).toMatchObject({ state: 'ok', text });
  const late = await note(40);
  const since = new Date(late.getTime() + 36 * HOUR_MS).toISOString();
  expect(await getPart('backup')).toMatchObject({ state: 'warning', since });
  await note(8 * 24);
  expect(await getPart('backup')).toMatchObject({ state: 'failed' });
});

it('says that mail is off without a mail server, and that no backup was made yet', async () => {
  const other = await startTestApp({ env: { BACKUP_KEY } });
  const operations = await listParts((await buildAdmin(other)).client);
  expect(operations.find(({ part }) => part === 'mail')).toMatchObject({ state: 'off' });
  expect(operations.find(({ part }) => part === 'backup')).toMatchObject({ state: 'warning' });
  await other.close();
});
