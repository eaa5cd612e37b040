import pg from 'pg';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { changePaid, lockOrder, moveOrder } from '#server/features/orders/move-order.ts';
import type { OrderRow } from '#server/features/orders/order-row.ts';
import { endOpenRequest } from '#server/features/refund-requests/end-open-request.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { type OrderMail, queueOrderMail } from '#server/mail/outbox.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { Settlement } from '#shared/rules/settlement.ts';
import type { Receipt } from './gateway/gateway.ts';
import { HOLDING } from './payment-state.ts';
import { insertRefund, listAttempts, recordAttempt } from './payments.queries.ts';
import { carryOutRefund, refundIdFor } from './refund-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';

/** `again`: written by nobody, since the world has moved; the receipt is to be decided anew. */
export type Recorded = 'done' | 'again';

/** How long until a virtual account without a deposit is asked about again. */
const DEPOSIT_CHECK_MS = 10 * MINUTE_MS;

/**
 * What a receipt is to its order, seen under the order's lock. The decision was made without it, from what the order and the
 * provider were a moment ago: another caller may have written the end of this receipt, or taken the order, since.
 */
async function standingOf(trx: Trx, orderId: number, receiptId: string) {
  const attempts = await listAttempts(trx, orderId);
  const own = attempts.find((attempt) => attempt.receipt_id === receiptId)?.state;
  return {
    isPaid: own === 'paid',
    isIssued: own === 'issued',
    isEnded: own === 'paid' || own === 'cancelled',
    isHeldByAnother: attempts.some(({ receipt_id, state }) => receipt_id !== receiptId && HOLDING.includes(state)),
  };
}

function isOpen({ status }: OrderRow): boolean {
  return status === 'pending' || status === 'processing';
}

/**
 * Whether another payment has taken the order since the receipt was read: its end comes first, and decides about this one. The table's
 * key says so at no cost for all the others.
 */
function isTakenByAnother(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'payment_attempts_open_key';
}

/** Money was captured: the order is confirmed, or, if it was closed meanwhile, the money goes back. */
export async function recordPaid(deps: SettleDeps, orderId: number, receipt: Receipt): Promise<Recorded> {
  const leaseUntil = deps.clock.now();
  const end = await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!isOpen(order)) return 'closed';
    await moveOrder(trx, order, {
      to: 'confirmed',
      actor: 'payment',
      actorUserId: null,
      note: `${formatWon(receipt.priceWon)} 결제가 완료되었습니다.`,
      paidPrice: receipt.priceWon - receipt.cancelledWon,
      mail: { kind: 'order_confirmed', extra: {} },
    });
    await recordAttempt(trx, orderId, receipt.receiptId, { state: 'paid', leaseUntil, receipt });
    return 'confirmed';
  }).catch((error: unknown) => {
    if (isTakenByAnother(error)) return 'taken';
    throw error;
  });
  if (end === 'confirmed') return 'done';
  if (end === 'taken') return 'again';
  // Confirmed with this very receipt by somebody else, which this leaves alone; or closed: freed from its intent, the
  // receipt is decided anew and given back.
  await recordFailed(deps, orderId, receipt.receiptId, '주문이 먼저 닫혔습니다.');
  return 'again';
}

/** Tells the buyer where to pay, once for each account. */
function accountMail({ virtualAccount }: Receipt): OrderMail | undefined {
  if (!virtualAccount) return undefined;
  const { bankName, accountNumber, holder, expiresAt } = virtualAccount;
  const extra = { bankName, accountNumber, holder, expiresAt: expiresAt?.toISOString() ?? null };
  return { kind: 'virtual_account', extra };
}

/** A virtual account was issued: the order waits for the deposit. */
export async function recordIssued(deps: SettleDeps, orderId: number, receipt: Receipt): Promise<Recorded> {
  const leaseUntil = new Date(deps.clock.now().getTime() + DEPOSIT_CHECK_MS);
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { isEnded, isIssued, isHeldByAnother } = await standingOf(trx, orderId, receipt.receiptId);
    if (!isOpen(order) || isEnded || isHeldByAnother) return 'again';
    const mail = isIssued ? undefined : accountMail(receipt);
    if (order.status === 'pending') {
      const note = '가상계좌가 발급되었습니다. 입금을 기다리고 있습니다.';
      await moveOrder(trx, order, { to: 'processing', actor: 'payment', actorUserId: null, note, mail });
    } else if (mail) await queueOrderMail(trx, orderId, mail);
    await recordAttempt(trx, orderId, receipt.receiptId, { state: 'issued', leaseUntil, receipt });
    return 'done';
  });
}

/** The whole amount was given back at the provider: the order is cancelled, unless it is paid with another receipt. */
export async function recordCancelled(deps: SettleDeps, orderId: number, receipt: Receipt): Promise<Recorded> {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { isPaid, isHeldByAnother } = await standingOf(trx, orderId, receipt.receiptId);
    if (!isPaid && (!isOpen(order) || isHeldByAnother)) return 'again';
    const mail = isPaid ? ({ kind: 'order_cancelled', extra: {} } as const) : undefined;
    const entry = {
      actor: 'payment',
      actorUserId: null,
      note: '결제사에서 결제가 취소되었습니다.',
      paidPrice: 0,
    } as const;
    if (order.status !== 'cancelled') await moveOrder(trx, order, { ...entry, to: 'cancelled', mail });
    else if (mail) {
      // Staff had cancelled it before, which moved no money.
      await changePaid(trx, order, entry);
      await queueOrderMail(trx, orderId, mail);
    }
    const now = deps.clock.now();
    const end = { state: 'granted', refundId: null, grantedWon: order.paid_price, note: '' } as const;
    if (order.paid_price > 0) await endOpenRequest(trx, order, { ...end, now, byUserId: null });
    await recordAttempt(trx, orderId, receipt.receiptId, { state: 'cancelled', leaseUntil: now, receipt });
    return 'done';
  });
}

/** Nothing was paid with this receipt: the order can be paid again, unless it waits for the end of another one. */
export async function recordFailed(deps: SettleDeps, orderId: number, receiptId: string, note: string): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { isEnded, isHeldByAnother } = await standingOf(trx, orderId, receiptId);
    if (isEnded) return;
    if (order.status === 'processing' && !isHeldByAnother) {
      await moveOrder(trx, order, { to: 'pending', actor: 'payment', actorUserId: null, note });
    }
    await recordAttempt(trx, orderId, receiptId, { state: 'failed', leaseUntil: deps.clock.now(), note });
  });
}

const REASONS = {
  PRICE_MISMATCH: '결제 금액이 주문 금액과 다릅니다.',
  ORDER_CANCELLED: '취소된 주문에 결제가 들어왔습니다.',
  ORDER_ALREADY_PAID: '이미 결제가 끝난 주문에 다시 결제가 들어왔습니다.',
} as const;

/** The receipt is never approved for this order; what was paid with it goes back. */
export async function rejectReceipt(
  deps: SettleDeps,
  orderId: number,
  receipt: Receipt,
  decision: Extract<Settlement, { act: 'reject' }>,
): Promise<Recorded> {
  const { receiptId } = receipt;
  const note = REASONS[decision.code];
  const cancelId = refundIdFor(orderId, receiptId);
  const isRejected = await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { isEnded } = await standingOf(trx, orderId, receiptId);
    if (isEnded) return false;
    if (decision.orderStatus && isOpen(order)) {
      await moveOrder(trx, order, { to: decision.orderStatus, actor: 'payment', actorUserId: null, note });
    }
    await recordAttempt(trx, orderId, receiptId, { state: 'failed', leaseUntil: deps.clock.now(), receipt, note });
    if (decision.giveBackWon > 0) {
      await insertRefund(trx, {
        orderId,
        receiptId,
        cancelId,
        amountWon: decision.giveBackWon,
        reason: note,
        requestedBy: 'system',
        cancelledBeforeWon: receipt.cancelledWon,
      });
    }
    return true;
  });
  if (!isRejected) return 'again';
  if (decision.giveBackWon > 0) await carryOutRefund(deps, cancelId);
  else if (decision.code === 'ORDER_ALREADY_PAID') await dropUnapproved(deps, receipt, cancelId, note);
  return 'done';
}

/** A second payment that still waits for approval is called off; were that to fail, it would run out by itself unpaid. */
async function dropUnapproved(deps: SettleDeps, receipt: Receipt, cancelId: string, reason: string): Promise<void> {
  const { receiptId, priceWon: amountWon } = receipt;
  await deps.gateway
    .cancel({ receiptId, cancelId, amountWon, requestedBy: 'system', reason })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, receiptId }, 'unapproved second payment not called off');
    });
}
