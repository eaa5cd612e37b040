import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { type OrderMail, queueOrderMail } from '#server/features/mails/outbox.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import {
  decidePayment,
  type PaymentDecision,
  type Rejection,
  reject,
} from '#shared/rules/payments/payment-decision.ts';
import { isOneOf, RECORDED, UNKNOWN_OUTCOME } from '#shared/rules/payments/payment-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { type Attempt, listAttempts, recordAttempt } from '../attempts/attempts.queries.ts';
import { findHolder, orderFactsOf } from '../attempts/payment-state.ts';
import type { Receipt } from '../gateway/gateway.ts';
import {
  BY_PAYMENT,
  fail,
  giveBack,
  hold,
  note as noteInOrder,
  type PayableOrder,
  pay,
  release,
  withOrder,
} from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { returnIdFor } from '../refunds/refund-id.ts';
import { insertRefund } from '../refunds/refunds.queries.ts';

/**
 * Nothing was written: the receipt's outcome is recorded already, or another receipt is being
 * processed.
 */
export type RecordOutcome = PaymentDecision | 'again';

export type RecordOptions = {
  /** True when the capture was attempted: a receipt that still waits for approval was then refused. */
  isAfterApproval?: boolean;
  /** Overrides the decision, for a receipt that the browser sent with a wrong price. */
  rejectedFor?: Pick<Rejection, 'code' | 'flaw' | 'orderStatus'>;
};

type Context = { deps: PaymentDeps; trx: Trx; order: PayableOrder; own: Attempt | undefined; receipt: Receipt };

/**
 * Writes the outcome of a receipt in one transaction. Decides under the order's lock from its
 * current state, so that captured money is always either recorded as the order's payment or
 * refunded. Returns the decision that was executed; `approve` is left to the caller.
 */
export function recordReceipt(
  deps: PaymentDeps,
  orderId: number,
  receipt: Receipt,
  { isAfterApproval = false, rejectedFor }: RecordOptions = {},
): Promise<RecordOutcome> {
  return withOrder(deps.db, orderId, async (trx, order) => {
    const attempts = await listAttempts(trx, orderId);
    const own = attempts.find(({ receipt_id }) => receipt_id === receipt.receiptId);
    if (own && isOneOf(RECORDED, own.state)) return 'again';
    const holder = findHolder(attempts, receipt.receiptId);
    const decision = rejectedFor
      ? reject(receipt, rejectedFor)
      : decidePayment(orderFactsOf(deps, order, holder), receipt);
    const isOrderAffected = decision.act.startsWith('record_');
    // Process the other receipt first; its outcome decides about this one.
    if (isOrderAffected && holder && isOneOf(UNKNOWN_OUTCOME, holder.state)) return 'again';
    await write({ deps, trx, order, own, receipt }, decision, isAfterApproval);
    return decision;
  });
}

async function write(context: Context, decision: PaymentDecision, isAfterApproval: boolean): Promise<void> {
  switch (decision.act) {
    case 'record_paid':
      return writePaid(context);
    case 'record_issued':
      return writeIssued(context);
    case 'record_cancelled':
      return writeCancelled(context);
    case 'reject':
      return writeRejected(context, decision);
    case 'fail':
      return writeFailed(context, '결제가 승인되지 않았습니다.');
    case 'wait':
      if (context.own) await writeFailed(context, '결제가 끝나지 않았습니다.');
      return;
    case 'not_ours':
      if (context.own) await writeFailed(context, '이 주문의 결제가 아닙니다.');
      return;
    case 'approve':
      if (isAfterApproval) await writeFailed(context, '결제가 승인되지 않았습니다.');
      return;
    case 'ask_again':
      return;
  }
}

async function writePaid({ deps, trx, order, receipt }: Context): Promise<void> {
  const { priceWon, cancelledWon, paidAt } = receipt;
  const { clock, deskHours } = deps;
  const now = clock.now();
  await pay(trx, order, { priceWon, cancelledWon, paidAt: paidAt ?? now, now, deskHours });
  await recordAttempt(trx, order.id, receipt.receiptId, { state: 'paid', dueAt: now, receipt });
}

/** Mails the payment instructions to the buyer, once per account. */
function accountMail({ virtualAccount }: Receipt): OrderMail | undefined {
  if (!virtualAccount) return undefined;
  const { bankName, accountNumber, holder, expiresAt } = virtualAccount;
  const extra = { bankName, accountNumber, holder, expiresAt: wireTimeOrNull(expiresAt) };
  return { kind: 'virtual_account', extra };
}

/** Records an issued virtual account: the order waits for the deposit. */
async function writeIssued({ deps, trx, order, own, receipt }: Context): Promise<void> {
  const mail = own?.state === 'issued' ? undefined : accountMail(receipt);
  await hold(trx, order, '가상계좌가 발급되었습니다. 입금을 기다리고 있습니다.');
  if (mail) await queueOrderMail(trx, order.id, mail);
  const dueAt = new Date(deps.clock.now().getTime() + deps.timing.depositCheckMs);
  await recordAttempt(trx, order.id, receipt.receiptId, { state: 'issued', dueAt, receipt });
}

/**
 * Cancels the order of a payment that was fully refunded at the provider before it was recorded.
 */
async function writeCancelled({ deps, trx, order, receipt }: Context): Promise<void> {
  const note = '결제사에서 결제가 취소되었습니다.';
  const mail = { kind: 'order_cancelled', extra: {} } as const;
  await giveBack(trx, order, { ...BY_PAYMENT, leftWon: 0, note, mail });
  await recordAttempt(trx, order.id, receipt.receiptId, { state: 'cancelled', dueAt: deps.clock.now(), receipt });
}

/** Records a receipt without a payment: the order can be paid again. */
async function writeFailed({ deps, trx, order, receipt }: Context, note: string): Promise<void> {
  await failAttempt(deps, trx, order, receipt.receiptId, note);
}

/**
 * Ends an attempt without captured money, so that its order can be paid again. Needs the order's
 * lock.
 */
export async function failAttempt(
  deps: Pick<PaymentDeps, 'clock'>,
  trx: Trx,
  order: PayableOrder,
  receiptId: string,
  note: string,
): Promise<void> {
  const attempts = await listAttempts(trx, order.id);
  if (!findHolder(attempts, receiptId)) await release(trx, order, note);
  await recordAttempt(trx, order.id, receiptId, { state: 'failed', dueAt: deps.clock.now(), note });
}

const REASONS: Record<Rejection['code'], string> = {
  PRICE_MISMATCH: '결제 금액이 주문 금액과 다릅니다.',
  ORDER_CANCELLED: '취소된 주문에 결제가 들어왔습니다.',
  ORDER_ALREADY_PAID: '이미 결제가 끝난 주문에 다시 결제가 들어왔습니다.',
};
const FLAWS = {
  amount: REASONS.PRICE_MISMATCH,
  test_payment: '테스트 결제는 받지 않습니다.',
  currency: '원화가 아닌 결제입니다.',
  tax_free: '결제의 면세 금액이 주문과 다릅니다.',
} as const satisfies Record<NonNullable<Rejection['flaw']>, string>;

export function reasonOf({ code, flaw }: Pick<Rejection, 'code' | 'flaw'>): string {
  return flaw ? FLAWS[flaw] : REASONS[code];
}

/**
 * Rejects a receipt. Queues the refund of captured money in the same transaction; a deposit on a
 * virtual account can only be refunded to an account that the buyer names. The caller revokes an
 * issued account.
 */
async function writeRejected({ deps, trx, order, own, receipt }: Context, decision: Rejection): Promise<void> {
  const { receiptId } = receipt;
  const isCancelled = order.status === 'cancelled' && receipt.status === 'approvable';
  if (isCancelled && own && (await keepForLateCapture(deps, trx, own))) return;
  const note = reasonOf(decision);
  const now = deps.clock.now();
  if (decision.orderStatus === 'error') await fail(trx, order, note);
  const hasGoneBack = decision.giveBackWon === 0 && receipt.cancelledWon > 0;
  const state = rejectedState(decision, hasGoneBack);
  const dueAt = new Date(now.getTime() + deps.timing.depositCheckMs);
  // A revoked account has no deposit, so a note about an unclear outcome would be wrong.
  await recordAttempt(trx, order.id, receiptId, { state, dueAt, receipt, note: state === 'revoking' ? '' : note });
  if (hasGoneBack) {
    await noteInOrder(trx, order, {
      ...BY_PAYMENT,
      note: `주문에 쓰이지 않은 결제 금액 ${formatWon(receipt.cancelledWon)}이 결제사에서 취소되었습니다.`,
      mail: { kind: 'payment_returned', extra: { refundedWon: receipt.cancelledWon } },
    });
  }
  if (decision.giveBackWon === 0) return;
  const awaitsAccount = receipt.virtualAccount !== null;
  await insertRefund(trx, {
    orderId: order.id,
    receiptId,
    cancelId: returnIdFor(order.id, receiptId),
    amountWon: decision.giveBackWon,
    reason: note,
    requestedBy: 'system',
    cancelledBeforeWon: receipt.cancelledWon,
    awaitsAccount,
    dueAt: new Date(now.getTime() + deps.timing.retryMs),
  });
  if (!awaitsAccount) return;
  const amount = formatWon(decision.giveBackWon);
  await noteInOrder(trx, order, {
    ...BY_PAYMENT,
    note: `${note} ${amount}을 돌려드릴 계좌를 알려주세요.`,
    mail: { kind: 'refund_account', extra: { amountWon: decision.giveBackWon } },
  });
}

/**
 * Releases an attempt whose order was just cancelled for the job, which asks again: the provider may
 * still execute a capture that was sent before. Returns false once it can no longer do that.
 */
async function keepForLateCapture({ timing }: PaymentDeps, trx: Trx, { id }: Attempt): Promise<boolean> {
  const isJustCancelled = sql<boolean>`exists (select from orders where orders.id = payment_attempts.order_id
    and orders.updated_at > clock_timestamp() - ${timing.lateCaptureMs} * interval '1 millisecond')`;
  const { numUpdatedRows } = await trx
    .updateTable('payment_attempts')
    .set({ lease_until: sql<Date>`clock_timestamp()` })
    .where('payment_attempts.id', '=', id)
    .where('payment_attempts.state', 'in', UNKNOWN_OUTCOME)
    .where(isJustCancelled)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function rejectedState({ giveBackWon, hasOpenAccount }: Rejection, hasGoneBack: boolean): Attempt['state'] {
  if (giveBackWon > 0) return 'returning';
  if (hasGoneBack) return 'returned';
  return hasOpenAccount ? 'revoking' : 'failed';
}
