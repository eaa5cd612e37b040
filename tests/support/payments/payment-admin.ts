import type { Order } from '#shared/features/orders/schemas.ts';
import type { PaymentEnvironment } from './payment-environment.ts';
import type { Person, Surroundings } from './simulated-users.ts';

const ACCOUNT = { bank_code: '088', number: '110123456789', holder: '홍길동' };
/**
 * How often administrators process the work queue; each round can cause new tasks.
 */
const ROUNDS = 3;

type RefundForm = { amount: number; reason: string; requestKey: string; receipt_id?: string; account?: typeof ACCOUNT };

function formFor(random: () => number, amount: number): RefundForm {
  return { amount, reason: '고객 요청', requestKey: `key-${Math.floor(random() * 1e12)}` };
}

async function send({ count }: Surroundings, admin: Person, orderId: number, form: RefundForm): Promise<void> {
  const answer = await admin.call('POST', `/api/admin/orders/${orderId}/refunds`, form);
  count(`refund ${answer?.status ?? 'no answer'}`);
}

/**
 * Refunds a paid order as an administrator, with a double click and sometimes by two administrators
 * concurrently; in up to three parts.
 */
export async function giveBack(here: Surroundings, admin: Person, order: Order): Promise<void> {
  const { random } = here;
  const isWhole = random() < 0.4;
  const times = isWhole ? 1 : 1 + Math.floor(random() * 3);
  const paidWon = order.paid_price ?? 0;
  const amount = isWhole ? paidWon : Math.floor(paidWon / 4);
  for (let time = 0; time < times; time += 1) {
    const account = random() < 0.5 ? { account: ACCOUNT } : {};
    const forms = Array.from({ length: random() < 0.3 ? 2 : 1 }, () => ({ ...formFor(random, amount), ...account }));
    await Promise.all(forms.flatMap((form) => [form, form]).map((form) => send(here, admin, order.id, form)));
  }
}

type OpenRefund = { order_id: number; receipt_id: string; amount: number };

/** Refused refunds that were not repeated. */
const REFUSED = `
  select order_id, receipt_id, amount from refunds r
  where state = 'refused' and not exists (
    select from refunds later where later.receipt_id = r.receipt_id and later.id > r.id and later.state <> 'refused'
  )`;

/** Captured money that only the reconciliation has found. */
const FOUND = `
  select order_id, receipt_id, theirs - ours as amount from payment_differences
  where handled_at is null and kind = 'amount' and theirs > ours`;

const AWAITING_ACCOUNT = `select distinct order_id from refunds where state = 'requested' and awaits_account`;

/**
 * Completes the manual tasks after the faults have ended: buyers name their bank accounts, and
 * administrators repeat refused refunds and refund what the reconciliation found. Repeats until
 * nothing is left, at most `ROUNDS` times.
 */
export async function clearDesk(here: Surroundings, admin: Person, untilQuiet: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await here.environment.compare();
    const awaiting = await here.environment.pool.query<{ order_id: number }>(AWAITING_ACCOUNT);
    const openRefunds = await listOpenRefunds(here.environment);
    if (awaiting.rows.length + openRefunds.length === 0) return;
    for (const { order_id } of awaiting.rows) await nameAccount(here, order_id);
    for (const { order_id, receipt_id, amount } of openRefunds) {
      here.count('refunds by administrators at the end');
      await send(here, admin, order_id, { ...formFor(here.random, amount), receipt_id, account: ACCOUNT });
    }
    await untilQuiet();
  }
}

async function nameAccount({ buyers, count }: Surroundings, orderId: number): Promise<void> {
  const answer = await buyers.get(orderId)?.call('PUT', `/api/orders/${orderId}/refund-account`, ACCOUNT);
  count(`refund account ${answer?.status ?? 'no answer'}`);
}

async function listOpenRefunds({ pool }: PaymentEnvironment): Promise<OpenRefund[]> {
  const [refused, found] = await Promise.all([pool.query<OpenRefund>(REFUSED), pool.query<OpenRefund>(FOUND)]);
  const openRefunds = new Map([...found.rows, ...refused.rows].map((refund) => [refund.receipt_id, refund]));
  return [...openRefunds.values()];
}
