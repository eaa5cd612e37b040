import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { contactDeadline } from '#shared/rules/business-days.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { Plan } from '#shared/rules/price.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import { DEFAULT_STEPS } from '#shared/rules/work/default-steps.ts';
import type { DemoMember, DemoPeople } from './demo-people.ts';
import { pick, type Random } from './random.ts';

export type DemoService = { id: number; title: string; category: ServiceCategory; plan: Plan };

/** Holds what has become of an order, so that each state is there to be tried. */
const STORIES = [
  'closed',
  'closed',
  'closed',
  'closed',
  'closed',
  'in_progress',
  'in_progress',
  'waiting',
  'cancelled',
  'refunded',
  'refund_refused',
  'error',
] as const;
/** Of the last days: they are due, or still open. */
const RECENT = ['pending', 'waiting', 'overdue', 'waiting', 'virtual_account', 'refund_asked'] as const;
type Story = (typeof STORIES)[number] | (typeof RECENT)[number];

const DESCRIPTIONS = [
  '표본입니다. 징계위원회 출석 통보를 받았습니다.',
  '표본입니다. 허리 통증으로 훈련을 받기 어렵습니다.',
  '표본입니다. 생활관에서 괴롭힘을 겪고 있습니다.',
  '',
];

const STATUS: Record<Story, OrderStatus> = {
  pending: 'pending',
  virtual_account: 'processing',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  error: 'error',
  waiting: 'confirmed',
  overdue: 'confirmed',
  in_progress: 'confirmed',
  closed: 'confirmed',
  refund_asked: 'confirmed',
  refund_refused: 'confirmed',
};

type Making = { random: Random; now: Date; seal: Seal; people: DemoPeople; services: readonly DemoService[] };
type Made = {
  id: number;
  number: string;
  story: Story;
  member: DemoMember;
  service: DemoService;
  at: Date;
  lawyer: number | null;
};

function after(time: Date, hours: number): Date {
  return new Date(time.getTime() + hours * HOUR_MS);
}

async function addOrder(trx: Trx, making: Making, index: number, story: Story, at: Date): Promise<Made> {
  const { random, now, seal, people, services } = making;
  const member = pick(random, people.members);
  const soldier = pick(random, member.soldiers);
  const service = pick(random, services);
  const status = STATUS[story];
  const isPaid = status === 'confirmed' || story === 'refunded';
  const isBegun = story === 'in_progress' || story === 'closed';
  // Older ones were called in time, so that a morning's list is as long as a firm's is.
  const isCalled = isBegun || (isPaid && story !== 'overdue' && at.getTime() < now.getTime() - 4 * DAY_MS);
  const lawyer = isCalled || random() < 0.5 ? pick(random, people.lawyers).id : null;
  const number = `DEMO-${String(index).padStart(4, '0')}`;
  const id = await nextId(trx, 'orders');
  await trx
    .insertInto('orders')
    .values({
      id,
      order_number: number,
      user_id: member.id,
      soldier_id: soldier.id,
      service_id: service.id,
      service_title: service.title,
      category: service.category,
      selected_plan: service.plan.name,
      plan_description: service.plan.description,
      price: service.plan.price,
      paid_price: status === 'confirmed' ? service.plan.price : 0,
      status,
      soldier: JSON.stringify(soldier.copy),
      agreed_terms: '[]',
      created_at: at,
      case_description_sealed: seal(pick(random, DESCRIPTIONS), `orders.case_description_sealed:${id}`),
      contact_window: random() < 0.4 ? '평일 저녁 7시 이후' : '',
      assignee_id: isPaid ? lawyer : null,
      ...(isPaid && { paid_at: after(at, 0.1), contact_by: contactDeadline(after(at, 0.1)) }),
      ...(isCalled && { contacted_at: after(at, 2 + 30 * random()), contacted_by: lawyer, handled_at: after(at, 32) }),
      ...(isBegun && { work_started_at: after(at, 33) }),
      ...(story === 'closed' && { work_closed_at: after(at, 240) }),
    })
    .execute();
  const payer = { order_id: id, role: 'payer', state: 'joined', user_id: member.id } as const;
  await trx
    .insertInto('participants')
    .values({ ...payer, joined_at: at, created_at: at })
    .execute();
  return { id, number, story, member, service, at, lawyer };
}

async function addTimeline(trx: Trx, { id, story, at, member, service }: Made): Promise<void> {
  const price = `${service.plan.price.toLocaleString('ko-KR')}원`;
  const entry = (status: OrderStatus, note: string, actor: 'customer' | 'payment' | 'job', hours: number) => {
    const actor_user_id = actor === 'customer' ? member.id : null;
    return { order_id: id, status, note, actor, actor_user_id, created_at: after(at, hours) };
  };
  const paid = entry('confirmed', `${price}을 결제했습니다.`, 'payment', 0.1);
  const more = {
    pending: [],
    virtual_account: [entry('processing', '가상계좌가 발급되었습니다. 입금을 기다리고 있습니다.', 'payment', 0.1)],
    cancelled: [entry('cancelled', '결제하지 않아 취소했습니다.', 'job', 0.6)],
    refunded: [paid, entry('cancelled', `${price}을 환불했습니다.`, 'payment', 48)],
    error: [entry('error', '결제 금액이 주문 금액과 다릅니다.', 'payment', 0.1)],
  } as const;
  const rest = story in more ? more[story as keyof typeof more] : [paid];
  await trx
    .insertInto('order_events')
    .values([entry('pending', '주문을 접수했습니다.', 'customer', 0), ...rest])
    .execute();
}

/** The payment as the shop has it, and as the sandbox in the provider's place has it. */
async function addPayment(trx: Trx, { id, number, story, at, service }: Made, now: Date): Promise<void> {
  const isIssued = story === 'virtual_account';
  if (STATUS[story] !== 'confirmed' && story !== 'refunded' && !isIssued) return;
  const isRefunded = story === 'refunded';
  const { price } = service.plan;
  const receipt = `demo-${number}`;
  const expiresAt = new Date(now.getTime() + 3 * DAY_MS);
  const account = isIssued
    ? { bank_name: '표본은행', account_number: '000-0000-0000', holder: '표본', expires_at: expiresAt.toISOString() }
    : null;
  const providers = account && {
    bank_code: '00',
    bank_name: '표본은행',
    bank_account: '000-0000-0000',
    bank_username: '표본',
    expired_at: account.expires_at,
  };
  const purchasedAt = isIssued ? null : after(at, 0.1);
  await sql`insert into sandbox.receipts (receipt_id, order_id, order_name, price, status, method, cancelled_price,
      separately_confirmed, open_type, virtual_account, deposit_expires_at, requested_at, expires_at, purchased_at, cancelled_at)
    values (${receipt}, ${number}, ${service.title}, ${price}, ${isIssued ? 5 : isRefunded ? 20 : 1},
      ${isIssued ? 'vbank' : 'card'}, ${isRefunded ? price : 0}, true, 'popup', ${providers && JSON.stringify(providers)}::jsonb,
      ${account && expiresAt}, ${at}, ${expiresAt}, ${purchasedAt}, ${isRefunded ? after(at, 48) : null})`.execute(trx);
  if (!isIssued) {
    await sql`insert into sandbox.ledger (receipt_id, order_id, kind, amount, at)
      values (${receipt}, ${number}, 'capture', ${price}, ${purchasedAt})`.execute(trx);
  }
  await trx
    .insertInto('payment_attempts')
    .values({
      order_id: id,
      receipt_id: receipt,
      state: isIssued ? 'issued' : isRefunded ? 'cancelled' : 'paid',
      lease_until: at,
      amount: price,
      method: isIssued ? '가상계좌' : '카드',
      paid_at: purchasedAt,
      due_at: isIssued ? expiresAt : at,
      cancelled_amount: isRefunded ? price : 0,
      created_at: at,
      virtual_account: account && JSON.stringify(account),
    })
    .execute();
  if (isRefunded) {
    const cancelId = `demo-cancel-${number}`;
    await sql`insert into sandbox.ledger (receipt_id, order_id, kind, amount, cancel_id, at)
      values (${receipt}, ${number}, 'cancel', ${price}, ${cancelId}, ${after(at, 48)})`.execute(trx);
    await trx
      .insertInto('refunds')
      .values({
        order_id: id,
        receipt_id: receipt,
        cancel_id: cancelId,
        amount: price,
        reason: '표본 환불',
        requested_by: 'demo.lawyer1',
        state: 'done',
        attempts: 1,
        created_at: after(at, 48),
        updated_at: after(at, 48),
        sent_at: after(at, 48),
        cancelled_before: 0,
      })
      .execute();
  }
  const webhook = {
    receipt_id: receipt,
    order_number: number,
    webhook_type: '결제',
    payload: '{}',
    state: 'done',
  } as const;
  const times = { due_at: at, received_at: at, last_received_at: at };
  await trx
    .insertInto('payment_webhooks')
    .values({ ...webhook, ...times })
    .execute();
}

async function addRefundRequest(trx: Trx, { id, story, at, service, lawyer }: Made, seal: Seal): Promise<void> {
  if (story !== 'refund_asked' && story !== 'refund_refused') return;
  const isOpen = story === 'refund_asked';
  const requestId = await nextId(trx, 'refund_requests');
  await trx
    .insertInto('refund_requests')
    .values({
      id: requestId,
      order_id: id,
      amount: service.plan.price,
      policy_basis: 'before_work',
      state: isOpen ? 'open' : 'refused',
      policy_reason: '업무에 착수하기 전이므로 전액을 환불합니다.',
      reason_sealed: seal('표본입니다. 사정이 바뀌었습니다.', `refund_requests.reason_sealed:${requestId}`),
      created_at: after(at, 5),
      decided_at: isOpen ? null : after(at, 30),
      decided_by: isOpen ? null : lawyer,
      note_sealed: seal(isOpen ? '' : '표본 답변입니다.', `refund_requests.note_sealed:${requestId}`),
    })
    .execute();
}

async function addWork(trx: Trx, { id, story, at, lawyer }: Made): Promise<void> {
  if (story !== 'in_progress' && story !== 'closed') return;
  const done = story === 'closed' ? DEFAULT_STEPS.length : 2;
  const steps = DEFAULT_STEPS.map((title, index) => {
    const doneAt = index < done ? after(at, 40 + 40 * index) : null;
    return {
      order_id: id,
      position: index + 1,
      title,
      done_at: doneAt,
      done_by: doneAt && lawyer,
      notified_at: doneAt,
    };
  });
  await trx.insertInto('order_steps').values(steps).execute();
}

async function addMail(trx: Trx, { id, number, story, at, member, service }: Made): Promise<void> {
  if (STATUS[story] !== 'confirmed') return;
  const params = {
    fullname: member.fullname,
    orderId: id,
    orderNumber: number,
    serviceTitle: service.title,
    plan: service.plan.name,
    priceWon: service.plan.price,
  };
  const { email } = await trx
    .selectFrom('users')
    .select('users.email')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const isFailed = id % 17 === 0;
  await trx
    .insertInto('mails')
    .values({
      kind: 'order_confirmed',
      recipient: email,
      params: JSON.stringify(params),
      created_at: at,
      ended_at: at,
      state: isFailed ? 'failed' : 'sent',
      attempts: isFailed ? 8 : 1,
      last_error: isFailed ? '550 no such user' : '',
    })
    .execute();
}

/**
 * Orders of 90 days in every state, with payments, refunds, requests, steps, webhooks and mails.
 */
export async function addOrders(trx: Trx, making: Making): Promise<number> {
  const { random, now } = making;
  const stories: { story: Story; at: Date }[] = [];
  for (let day = 90; day > 3; day -= 1) {
    const number = 2 + Math.floor(random() * 4);
    for (let index = 0; index < number; index += 1) {
      const story = pick(random, STORIES);
      stories.push({
        // The work of a case takes ten days.
        story: story === 'closed' && day < 12 ? 'in_progress' : story,
        at: new Date(now.getTime() - day * DAY_MS + random() * 8 * HOUR_MS),
      });
    }
  }
  for (const [index, story] of RECENT.entries()) {
    const hours = story === 'overdue' ? 24 * 7 : story === 'pending' ? 0.1 : 3 + index;
    stories.push({ story, at: after(now, -hours) });
  }
  // Numbers rise with the dates, as they do in a shop: lists are sorted by them.
  stories.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, { story, at }] of stories.entries()) {
    const made = await addOrder(trx, making, index + 1, story, at);
    await addTimeline(trx, made);
    await addPayment(trx, made, now);
    await addRefundRequest(trx, made, making.seal);
    await addWork(trx, made);
    await addMail(trx, made);
  }
  const lost = { receipt_id: 'demo-unknown', order_number: 'DEMO-UNKNOWN', payload: '{}', state: 'unknown' } as const;
  const heard = new Date(now.getTime() - 30 * MINUTE_MS);
  await trx
    .insertInto('payment_webhooks')
    .values({ ...lost, due_at: heard, received_at: heard, last_received_at: heard, note: '표본 알림입니다.' })
    .execute();
  return stories.length;
}
