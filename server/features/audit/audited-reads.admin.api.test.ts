import { describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();

/** Lists that name no customer in their rows, and the one action that a read of each leaves. */
const READS = [
  { name: 'the inbox', url: '/api/admin/consultations', action: 'consultation.list' },
  { name: 'the day', url: '/api/admin/day', action: 'order.view_day' },
  { name: 'the dashboard', url: '/api/admin/dashboard', action: 'order.view_dashboard' },
  { name: 'the discrepancies', url: '/api/admin/payment-differences', action: 'payment_difference.list' },
  { name: 'the webhooks', url: '/api/admin/payment-webhooks', action: 'payment_webhook.list' },
] as const;

describe('a read by an administrator', () => {
  it.each(READS)('of $name is in the audit log', async ({ url, action }) => {
    const reader = await buildAdmin(shop);
    expect((await reader.client.get(url)).statusCode).toBe(200);
    expect(await reader.audit(action)).toMatchObject([{ action, actor: reader.user.user_id }]);
  });

  it.each(READS.slice(0, 2))('of $name is recorded once in ten minutes, for each administrator', async (read) => {
    const [one, other] = [await buildAdmin(shop), await buildAdmin(shop)];
    for (const { client } of [one, one, one, other]) await client.get(read.url);
    expect(await one.audit(read.action)).toHaveLength(1);
    expect(await other.audit(read.action)).toHaveLength(1);
  });

  it('that searches the inbox is recorded each time, with a keyed hash in place of the words', async () => {
    const reader = await buildAdmin(shop);
    const url = `/api/admin/consultations?${new URLSearchParams({ q: '남궁기록' })}`;
    for (let time = 0; time < 2; time += 1) expect((await reader.client.get(url)).statusCode).toBe(200);
    const entries = await reader.audit('consultation.search');
    const after = { q_hash: expect.stringMatching(/^[\w-]{43}$/), conversations: [] };
    expect(entries).toMatchObject([{ after }, { after }]);
    expect(JSON.stringify(entries)).not.toContain('남궁기록');
  });
});

it('the text of a canned reply is not in the audit log: created, changed or deleted', async () => {
  const admin = await buildAdmin(shop);
  const [first, second] = ['표식하나 님, 진단서를 보내주세요.', '표식둘 님, 진단서를 보내주세요.'];
  const created = await admin.client.post('/api/admin/canned-replies', { title: '서류 요청', text: first });
  const path = `/api/admin/canned-replies/${created.json<{ id: number }>().id}`;
  expect((await admin.client.put(path, { title: '서류 요청', text: second })).statusCode).toBe(200);
  expect((await admin.client.delete(path)).statusCode).toBe(200);
  expect(await admin.audit('canned_reply.')).toMatchObject([
    { action: 'canned_reply.delete', before: { title: '서류 요청' } },
    { action: 'canned_reply.update', after: { is_text_changed: true } },
    { action: 'canned_reply.create', after: { title: '서류 요청' } },
  ]);
  const stored = await shop.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/표식|진단서/);
});
