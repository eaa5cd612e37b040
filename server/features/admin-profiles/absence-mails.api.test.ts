import { expect, it } from 'vitest';
import { remindDeadlines } from '#server/features/casework/remind-deadlines.ts';
import { sendConsultationNotices } from '#server/features/consultations/notices/send-consultation-notices.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildCustomer, change, openConversation } from '#tests/support/app/consultations.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { buildCase } from '#tests/support/cases/cases.ts';

const clock = createTestClock(new Date('2027-03-05T10:00:00+09:00'));
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);
const substitute = await shop.buildUser({ role: 'admin', email: 'substitute@example.com' });

async function buildAway(email: string, away_until: string, substitute_id = substitute.id) {
  const lawyer = await shop.buildUser({ role: 'admin', email });
  await shop.db.insertInto('staff_profiles').values({ user_id: lawyer.id, away_until, substitute_id }).execute();
  return lawyer;
}

const away = await buildAway('away@example.com', '2099-12-31');
const back = await buildAway('back@example.com', '2026-01-31');

const kindsTo = async (email: string, kind: string) =>
  (await listMails(shop, email)).filter((mail) => mail.kind === kind).length;

it.each([
  ['someone away', away, [0, 1]],
  ['someone who is back', back, [1, 0]],
])('a case given to %s is mailed to who is on duty', async (_, lawyer, counts) => {
  const { order } = await buildCase(shop);
  const before = await kindsTo(substitute.email, 'order_assigned');
  const response = await admin.client.put(`/api/admin/orders/${order.id}/assignee`, { user_id: lawyer.id });
  expect(response.statusCode).toBe(200);
  const sent = await kindsTo(substitute.email, 'order_assigned');
  expect([await kindsTo(lawyer.email, 'order_assigned'), sent - before]).toEqual(counts);
});

it('a message that waits is mailed to the substitute', async () => {
  const { id } = await openConversation(await buildCustomer(shop));
  await change(admin, id, { assignee_id: away.id });
  clock.advance(10 * MINUTE_MS);
  await sendConsultationNotices(shop.deps.consultations);
  const told = () =>
    Promise.all([away, substitute, admin.user].map(({ email }) => kindsTo(email, 'consultation_waiting')));
  expect(await told()).toEqual([0, 1, 0]);
});

it('a deadline is near for the substitute', async () => {
  const { order } = await buildCase(shop);
  await shop.db.updateTable('orders').set({ assignee_id: away.id }).where('id', '=', order.id).execute();
  const deadline = { kind: 'other', title: '의견서', starts_on: '2027-03-02', last_day: '2027-03-08' };
  const response = await admin.client.post(`/api/admin/orders/${order.id}/deadlines`, deadline);
  expect(response.statusCode).toBe(201);
  await remindDeadlines({ db: shop.db, clock });
  const told = await shop.db
    .selectFrom('notice_events')
    .select('user_id')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'deadline_near')
    .execute();
  expect(told.map(({ user_id }) => user_id)).toContain(substitute.id);
  expect(told.map(({ user_id }) => user_id)).not.toContain(away.id);
});
