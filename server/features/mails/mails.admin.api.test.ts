import { beforeEach, describe, expect, it } from 'vitest';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import type { AdminMail } from '#shared/features/mails/schemas.ts';
import { buildAdmin, nextPage, readPages } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ env: { METRICS_TOKEN } });
const metrics = createMetricsReader(shop);
const admin = await buildAdmin(shop);

beforeEach(() => shop.db.deleteFrom('mails').execute());

async function insertMail(
  state: 'waiting' | 'sent' | 'failed',
  params: unknown = { fullname: '홍길동', userId: 'a.b' },
) {
  const { id } = await shop.db
    .insertInto('mails')
    .values({
      kind: 'welcome',
      recipient: 'buyer@example.com',
      state,
      attempts: state === 'waiting' ? 0 : 8,
      params: JSON.stringify(params),
      last_error: state === 'failed' ? '550 no such user' : '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('GET /api/admin/mails', () => {
  it('lists mails by state, newest first, without their text, and is audited', async () => {
    const failed = await insertMail('failed');
    const sent = await insertMail('sent');
    const waiting = await insertMail('waiting');
    const ids = async (query: string) =>
      (await readPages<AdminMail>(admin.client, `/api/admin/mails${query}`)).map(({ id }) => id);
    expect(await ids('')).toEqual([waiting, sent, failed]);
    expect(await ids('?state=all&limit=1')).toEqual([waiting, sent, failed]);
    expect(await ids('?state=sent')).toEqual([sent]);
    const response = await admin.client.get('/api/admin/mails?state=failed');
    expect(response.json()).toEqual([
      {
        id: failed,
        kind: 'welcome',
        recipient: 'buyer@example.com',
        state: 'failed',
        attempts: 8,
        last_error: '550 no such user',
        canRetry: true,
        needsAttention: true,
        due_at: null,
        ended_at: null,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(response.headers['x-total-count']).toBe('1');
    expect(nextPage(response)).toBeUndefined();
    expect((await admin.audit('mail.list'))[0]).toMatchObject({ after: { state: 'failed', mails: [failed] } });
    expectError(await admin.client.get('/api/admin/mails?state=lost'), 400, 'VALIDATION_FAILED');
    expect((await admin.client.get('/api/admin/dashboard')).json()).toMatchObject({ waiting: { failedMails: 1 } });
  });
});

describe('POST /api/admin/mails/{id}/retry', () => {
  it('queues a failed mail again and wakes the job', async () => {
    const id = await insertMail('failed');
    const response = await admin.client.post(`/api/admin/mails/${id}/retry`);
    expect(response.json()).toMatchObject({ id, state: 'waiting', attempts: 0, canRetry: false });
    expect(await shop.db.selectFrom('mails').select(['state', 'attempts']).execute()).toEqual([
      { state: 'waiting', attempts: 0 },
    ]);
    expect((await admin.audit('mail.retry'))[0]).toMatchObject({ subject_id: String(id) });
    expectError(await admin.client.post(`/api/admin/mails/${id}/retry`), 409, 'MAIL_NOT_RETRYABLE');
  });

  it('refuses a mail with an erased link, a sent one and an unknown one', async () => {
    for (const id of [await insertMail('failed', {}), await insertMail('sent')]) {
      expectError(await admin.client.post(`/api/admin/mails/${id}/retry`), 409, 'MAIL_NOT_RETRYABLE');
    }
    expectError(await admin.client.post('/api/admin/mails/2147483647/retry'), 404, 'MAIL_NOT_FOUND');
  });

  it('waits for no mail server that a mail is being sent to', async () => {
    const id = await insertMail('waiting');
    await shop.db.transaction().execute(async (sending) => {
      await sending.selectFrom('mails').select('id').where('id', '=', id).forUpdate().execute();
      expectError(await admin.client.post(`/api/admin/mails/${id}/retry`), 409, 'MAIL_NOT_RETRYABLE');
    });
  });
});

describe('POST /api/admin/mails/{id}/dismiss', () => {
  const counted = async () => ({
    task: (await admin.client.get('/api/admin/dashboard')).json<Dashboard>().waiting.failedMails,
    alarm: await metrics.value('shop_mails_failed'),
  });

  it('takes a failure out of alarm and tasks once, until the mail is sent again and fails again', async () => {
    const id = await insertMail('failed');
    await insertMail('failed', {});
    expect(await counted()).toEqual({ task: 2, alarm: 2 });
    const dismiss = () => admin.client.post(`/api/admin/mails/${id}/dismiss`);
    expect((await dismiss()).json()).toMatchObject({ id, state: 'failed', canRetry: true, needsAttention: false });
    expect((await dismiss()).json()).toMatchObject({ needsAttention: false });
    expect(await counted()).toEqual({ task: 1, alarm: 1 });
    expect(await admin.audit('mail.dismiss')).toMatchObject([
      { subject_id: String(id), before: { last_error: '550 no such user' } },
    ]);
    expect((await admin.client.post(`/api/admin/mails/${id}/retry`)).statusCode).toBe(200);
    await shop.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', id).execute();
    expect(await counted()).toEqual({ task: 2, alarm: 2 });
  });

  it('refuses a mail that has not failed and an unknown one', async () => {
    for (const state of ['sent', 'waiting'] as const) {
      const id = await insertMail(state);
      expectError(await admin.client.post(`/api/admin/mails/${id}/dismiss`), 409, 'NOTHING_TO_DISMISS');
    }
    expectError(await admin.client.post('/api/admin/mails/2147483647/dismiss'), 404, 'MAIL_NOT_FOUND');
  });
});
