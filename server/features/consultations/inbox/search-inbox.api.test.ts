import { expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildCustomer, openConversation, say, writeNote } from '#tests/support/app/consultations.ts';

const NOW = new Date('2026-11-20T03:00:00Z');
const clock = createTestClock(NOW);
const shop = await setUpTestApp({ clock, env: { LIMIT_CONVERSATIONS_PER_HOUR: '0' } });
const admin = await buildAdmin(shop);

async function search(q: string, next?: string) {
  const response = await admin.client.get(next ?? `/api/admin/consultations?q=${encodeURIComponent(q)}`);
  expect(response.statusCode, response.body).toBe(200);
  const link = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
  return { ids: response.json<AdminConversation[]>().map(({ id }) => id), next: link };
}

/** A conversation whose last activity was `days` ago. */
async function openBefore(days: number, text: string): Promise<number> {
  clock.set(new Date(NOW.getTime() - days * DAY_MS));
  const { id } = await openConversation(await buildCustomer(shop), { text });
  clock.set(NOW);
  return id;
}

it('finds words of subjects, messages and notes, whatever their case and composition', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer, { subject: '병가 Case 문의', text: '처음' });
  await say(customer, id, '연대장 면담 기록이 있습니다');
  await writeNote(admin, id, '진단서 확인 필요');
  for (const q of ['병가 case', '면담 기록', '진단서 확인', '담 기록이', '병'.normalize('NFD')]) {
    expect((await search(q)).ids, q).toContain(id);
  }
  expect((await search('없는 문장')).ids).toEqual([]);
});

it('reads the texts of the last year first, and older ones on request', async () => {
  const recent = await openBefore(100, '포상 휴가 취소');
  const older = await openBefore(500, '포상 휴가 지연');
  const oldest = await openBefore(900, '포상 휴가 문의');
  const first = await search('포상 휴가');
  expect(first.ids).toEqual([recent]);
  const second = await search('포상 휴가', first.next);
  // Waiting ones stand in the order of the inbox: the longest first.
  expect(second.ids).toEqual([oldest, older]);
  expect(second.next).toBeUndefined();
});

it('finds by customer and order number at once, of whatever age, and once', async () => {
  const customer = await buildCustomer(shop);
  clock.set(new Date(NOW.getTime() - 800 * DAY_MS));
  const { id } = await openConversation(customer, { text: customer.user.user_id });
  clock.set(NOW);
  const first = await search(customer.user.user_id);
  expect(first.ids).toEqual([id]);
  expect((await search(customer.user.user_id, first.next)).ids).toEqual([]);
});

it('gives the pages of what the newest texts gave before it goes on to older ones', async () => {
  const own = [];
  for (let count = 0; count < 3; count += 1) own.push(await openBefore(10 + count, '훈련 열외 문의'));
  const older = await openBefore(600, '훈련 열외 문의');
  const found: number[] = [];
  let next: string | undefined = `/api/admin/consultations?limit=2&q=${encodeURIComponent('훈련 열외')}`;
  while (next) {
    const page = await search('', next);
    found.push(...page.ids);
    next = page.next;
  }
  expect(found.toSorted((a, b) => a - b)).toEqual([...own, older].toSorted((a, b) => a - b));
});

it('reads a long conversation, which one statement does not read whole, to its end', async () => {
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const cipher = await shop.deps.dataKeys.forWriting();
  const last = 1100;
  const rows = Array.from({ length: last - 1 }, (_, at) => {
    const seq = at + 2;
    const message = { id: 1_000_000 + seq, conversation_id: id, seq, kind: 'message' as const };
    const text = cipher.encryptText(
      seq === last ? '마지막 낱말' : '다른 글',
      `conversation_messages.text:${message.id}`,
    );
    const author = { author_kind: 'customer' as const, author_id: customer.user.id };
    return { ...message, ...author, text, customer_count: seq, staff_count: 0, created_at: NOW };
  });
  await shop.db.insertInto('conversation_messages').values(rows).execute();
  await shop.db.updateTable('conversations').set({ last_seq: last }).where('id', '=', id).execute();
  expect((await search('마지막 낱말')).ids).toEqual([id]);
});
