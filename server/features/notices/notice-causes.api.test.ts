import { describe, expect, it } from 'vitest';
import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import { remindCallbacks } from '#server/features/callbacks/remind-callbacks.ts';
import { remindDeadlines } from '#server/features/casework/remind-deadlines.ts';
import { sendConsultationNotices } from '#server/features/consultations/notices/send-consultation-notices.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { NOTICE_KINDS, type NoticeKind } from '#shared/rules/notices/notices.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { answer, openConversation } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { passMinute } from '#tests/support/jobs/acts.ts';
import { LETTER } from '#tests/support/letters/letter-case.ts';
import { type Buyer, codeOf, setUpNotices, WITHOUT_TEMPLATE } from '#tests/support/notices/notices.ts';
import { buildPaymentFixture, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'secret12';
const { shop, clock, createBuyer, buyerClient, run, kakaoTo, smsTo, mailsTo } = await setUpNotices();
const admin = await buildAdmin(shop);

type Customer = Buyer & { paid: PaymentFixture };

async function expectOk(response: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await response;
  expect(statusCode, body).toBeLessThan(300);
}

const payIn = async ({ paid }: Customer, method?: 'vbank') =>
  expectOk(paid.confirm(await paid.pay(method ? { method } : {})));
const asStaff = ({ paid }: Customer, path: string, body: object) =>
  expectOk(admin.client.post(`/api/admin/orders/${paid.row.id}/${path}`, body));
/** An act of which the customer learns a minute later. */
async function act(customer: Customer, path: string, body: object): Promise<void> {
  await asStaff(customer, path, body);
  await passMinute(shop);
}

/** Brings each event about through the calls of customers and administrators. */
const CAUSES: Record<NoticeKind, (customer: Customer) => Promise<void>> = {
  paid: (customer) => payIn(customer),
  virtual_account: (customer) => payIn(customer, 'vbank'),
  async contacted(customer) {
    await payIn(customer);
    await act(customer, 'contacted', {});
  },
  async work_started(customer) {
    await payIn(customer);
    await act(customer, 'work', { state: 'in_progress' });
  },
  async step_done(customer) {
    await payIn(customer);
    await act(customer, 'steps', { title: '의견서 제출', is_done: true });
  },
  async reply_waiting({ user, paid: { client } }) {
    const { id } = await openConversation({ user, client });
    await answer(admin, id, '의견서 초안을 보냈습니다.');
    clock.advance(HOUR_MS);
    await sendConsultationNotices(shop.deps.consultations);
  },
  async refunded(customer) {
    await payIn(customer);
    await asStaff(customer, 'refunds', { amount: customer.paid.row.price, reason: '고객 요청' });
  },
  async new_device_login({ user }) {
    const password_hash = await hashPassword(PASSWORD);
    await shop.db.updateTable('users').set({ password_hash }).where('users.id', '=', user.id).execute();
    const body = { userId: user.user_id, password: PASSWORD };
    for (const browser of [shop.client(), shop.client()]) await expectOk(browser.post('/api/auth/login', body));
  },
  async callback_reminder(customer) {
    await payIn(customer);
    const { client, row } = customer.paid;
    const slots = (await client.get('/api/callback-slots')).json<CallbackSlot[]>().filter(({ left }) => left > 0);
    const starts_at = slots[0]?.starts_at ?? '';
    await expectOk(client.put(`/api/orders/${row.id}/callback`, { starts_at }));
    clock.set(new Date(Date.parse(starts_at) - HOUR_MS));
    await remindCallbacks({ db: shop.db, clock });
  },
  async callback_booked(customer) {
    await payIn(customer);
    const { client, row } = customer.paid;
    const slots = (await client.get('/api/callback-slots')).json<CallbackSlot[]>().filter(({ left }) => left > 0);
    await expectOk(admin.client.put(`/api/admin/orders/${row.id}/callback`, { starts_at: slots[0]?.starts_at }));
  },
  async questions_open(customer) {
    await payIn(customer);
    await asStaff(customer, 'questions', { set: 'discipline' });
  },
  async paper_requested(customer) {
    await askPaper(customer);
  },
  async paper_returned(customer) {
    const paperId = await askPaper(customer);
    const { client, row } = customer.paid;
    const { body, headers } = fileForm(Buffer.from('진단서'), { filename: '진단서.txt', type: 'text/plain' });
    const file = (await client.post('/api/attachments', body, { headers })).json<{ id: number }>();
    await expectOk(client.post(`/api/orders/${row.id}/papers/${paperId}/files`, { attachment_ids: [file.id] }));
    const returned = { state: 'returned', reason: '글자가 보이지 않습니다.' };
    await expectOk(admin.client.put(`/api/admin/orders/${row.id}/papers/${paperId}`, returned));
  },
  async letter_ready(customer) {
    await payIn(customer);
    await asStaff(customer, 'letter', LETTER);
    await asStaff(customer, 'letter/offer', {});
  },
  async deadline_near(customer) {
    await payIn(customer);
    const day = koreanDayAt(clock.now(), 3);
    const deadline = { kind: 'other', title: '의견서', starts_on: koreanDayAt(clock.now()), last_day: day };
    await asStaff(customer, 'deadlines', deadline);
    for (const _ of [1, 2]) await remindDeadlines({ db: shop.db, clock });
  },
};

async function askPaper(customer: Customer): Promise<number> {
  await payIn(customer);
  const { id } = customer.paid.row;
  const body = { title: '진단서', why: '', asked_of: 'client' };
  return (await admin.client.post(`/api/admin/orders/${id}/papers`, body)).json<{ id: number }>().id;
}

async function buildCustomer(kind: NoticeKind, channels: { kakao: boolean; email: boolean }): Promise<Customer> {
  const buyer = await createBuyer();
  await buyerClient(buyer, channels, kind);
  return { ...buyer, paid: await buildPaymentFixture(shop, undefined, { user: buyer.user }) };
}

/** The fixed beginning of a kind's text. */
const beginningOf = (kind: NoticeKind) => NOTICE_TEMPLATES[kind].text.split('\n')[0] ?? '';

describe('an event of an order or an account', () => {
  it.each(NOTICE_KINDS.filter((kind) => kind !== WITHOUT_TEMPLATE))(
    'sends one KakaoTalk message with all variables and a mail: %s',
    async (kind) => {
      const customer = await buildCustomer(kind, { kakao: true, email: true });
      await CAUSES[kind](customer);
      await run();
      const texts = kakaoTo(customer).filter(({ template_code }) => template_code === codeOf(kind));
      expect(texts.map(({ text }) => text.startsWith(beginningOf(kind)))).toEqual([true]);
      expect(texts[0]?.text).not.toContain(customer.paid.row.service_title);
      expect(smsTo(customer).filter(({ text }) => text.includes(beginningOf(kind)))).toEqual([]);
      const notice = await shop.db
        .selectFrom('notices')
        .innerJoin('notice_events', 'notice_events.id', 'notices.event_id')
        .innerJoin('mails', 'mails.id', 'notices.mail_id')
        .select('mails.recipient')
        .where('notice_events.user_id', '=', customer.user.id)
        .where('notice_events.kind', '=', kind)
        .execute();
      expect(notice).toEqual([{ recipient: customer.user.email }]);
      expect((await mailsTo(customer)).length).toBeGreaterThan(0);
    },
  );

  it.each(NOTICE_KINDS)('sends one SMS where KakaoTalk is off: %s', async (kind) => {
    const customer = await buildCustomer(kind, { kakao: false, email: isMoney(kind) });
    await CAUSES[kind](customer);
    await run();
    const texts = smsTo(customer).filter(({ text }) => text.includes(beginningOf(kind)));
    expect(texts).toHaveLength(1);
    expect(texts[0]?.text).not.toContain(customer.paid.row.service_title);
  });
});

function isMoney(kind: NoticeKind): boolean {
  return kind === 'paid' || kind === 'virtual_account' || kind === 'refunded';
}
