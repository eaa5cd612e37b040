import { setTimeout as delay } from 'node:timers/promises';
import { transaction } from '#server/db/transaction.ts';
import { lockOrder, moveOrder } from '#server/features/orders/move-order.ts';
import type { OrderRow } from '#server/features/orders/order-row.ts';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { closedCode, decideSettlement, type OrderFacts } from '#shared/rules/settlement.ts';
import { GatewayError, type PaymentGateway, type Receipt } from './gateway/gateway.ts';
import { getPaymentState, type PaymentState } from './payment-state.ts';
import { claimAttempt, releaseLease } from './payments.queries.ts';
import { recordCancelled, recordFailed, recordIssued, recordPaid, rejectReceipt } from './record-settlement.ts';
import type { SettleDeps } from './settle-deps.ts';

/** Longer than any exchange with the provider takes; whoever crashed in one blocks the receipt for no longer. */
const LEASE_MS = 30 * SECOND_MS;
/** How often a caller looks whether the one who holds the lease is done, and for how long in all. */
const LOOK_AGAIN_MS = 100;
const PATIENCE_MS = 25 * SECOND_MS;

function factsOf(order: OrderRow): OrderFacts {
  return { orderNumber: order.order_number, priceWon: order.price, status: order.status };
}

/**
 * Brings an order and a receipt to their common end. The browser's confirm, the webhook and the jobs all come here;
 * it can be called any number of times, at once and after a crash: money is captured once (contract §3). It never
 * trusts what the caller says of the payment but reads the receipt back, and calls the provider in no transaction:
 * the intent is committed, then the provider called, then the outcome written.
 *
 * Returns when the order is confirmed with this receipt, or waits for the deposit on its virtual account.
 * @throws AppError PAYMENT_FAILED, PAYMENT_NOT_READY, PRICE_MISMATCH, RECEIPT_MISMATCH, RECEIPT_USED, ORDER_CANCELLED,
 * ORDER_ALREADY_PAID, GATEWAY_UNAVAILABLE (the job goes on with it)
 */
export async function settleReceipt(
  deps: SettleDeps,
  orderId: number,
  receiptId: string,
  known?: PaymentState,
): Promise<void> {
  let state = known ?? (await getPaymentState(deps.db, orderId, receiptId));
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_AGAIN_MS) {
    const outcome = await trySettle(deps, state, receiptId);
    if (outcome === 'done') return;
    if (outcome === 'wait') await delay(LOOK_AGAIN_MS);
    state = await getPaymentState(deps.db, orderId, receiptId);
  }
  throw new AppError('GATEWAY_UNAVAILABLE');
}

/** `wait`: somebody else is at it; `again`: the world has moved, look at it anew. */
type Outcome = 'done' | 'wait' | 'again';

async function trySettle(deps: SettleDeps, state: PaymentState, receiptId: string): Promise<Outcome> {
  const { order, own, other } = state;
  if (state.isUsedElsewhere) {
    // Brought while the provider could not be asked; since then it has turned out to be another order's.
    if (own?.state === 'unverified') await recordFailed(deps, order.id, receiptId, '다른 주문에 사용된 결제입니다.');
    throw new AppError('RECEIPT_USED');
  }
  if (own?.state === 'paid') return finished(order);
  if (own?.state === 'cancelled') throw new AppError('ORDER_CANCELLED');

  const now = deps.clock.now();
  const begun = own?.state === 'unverified' || own?.state === 'approving' ? own.state : undefined;
  const isStarted = begun !== undefined;
  if (own && begun) {
    // An exchange with the provider was begun and its end is not known. Only who holds the lease may ask and go on.
    if (own.lease_until > now) return 'wait';
    if (!(await takeLease(deps, order, receiptId, begun))) return 'wait';
  } else if (other && (other.state === 'unverified' || other.state === 'approving')) {
    return await settleOther(deps, order, other, now);
  }

  const receipt = await readReceipt(deps, order, receiptId, isStarted);
  // A virtual account that waits for its deposit holds the order, and so does a payment of an order that staff set back; a second payment
  // is one too many.
  const facts =
    other?.state === 'issued' || other?.state === 'paid'
      ? { ...factsOf(order), status: 'confirmed' as const }
      : factsOf(order);
  const decision = decideSettlement(facts, receipt);
  switch (decision.act) {
    case 'approve':
      return await approve(deps, order, receiptId, isStarted);
    case 'record_paid':
      return await recordPaid(deps, order.id, receipt);
    case 'record_issued':
      return await recordIssued(deps, order.id, receipt);
    case 'record_cancelled':
      if ((await recordCancelled(deps, order.id, receipt)) === 'again') return 'again';
      throw new AppError('ORDER_CANCELLED');
    case 'wait':
      if (isStarted) await recordFailed(deps, order.id, receiptId, '결제가 끝나지 않았습니다.');
      throw new AppError('PAYMENT_NOT_READY');
    case 'fail':
      await recordFailed(deps, order.id, receiptId, '결제가 승인되지 않았습니다.');
      throw new AppError('PAYMENT_FAILED');
    case 'not_ours':
      if (isStarted) await recordFailed(deps, order.id, receiptId, '이 주문의 결제가 아닙니다.');
      throw new AppError('RECEIPT_MISMATCH');
    case 'reject':
      if ((await rejectReceipt(deps, order.id, receipt, decision)) === 'again') return 'again';
      throw new AppError(decision.code);
  }
}

/** The receipt is recorded as paid; what its order became since decides the answer. */
function finished(order: OrderRow): Outcome {
  if (order.status === 'cancelled' || order.status === 'error') throw new AppError('ORDER_CANCELLED');
  return 'done';
}

function takeLease(
  deps: SettleDeps,
  order: OrderRow,
  receiptId: string,
  state: 'unverified' | 'approving',
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    await lockOrder(trx, order.id);
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    return claimAttempt(trx, { orderId: order.id, receiptId, state, now, leaseUntil });
  });
}

/** Another receipt of the order is in between: its end comes first, whatever it is. */
async function settleOther(
  deps: SettleDeps,
  order: OrderRow,
  other: { receipt_id: string; lease_until: Date },
  now: Date,
): Promise<Outcome> {
  if (other.lease_until > now) return 'wait';
  try {
    await settleReceipt(deps, order.id, other.receipt_id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'GATEWAY_UNAVAILABLE') throw error;
  }
  return 'again';
}

/** Reads the receipt back. When the provider cannot be asked, the order is kept `processing` for the job to go on with. */
async function readReceipt(deps: SettleDeps, order: OrderRow, receiptId: string, isStarted: boolean): Promise<Receipt> {
  try {
    return await deps.gateway.findReceipt(receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === 'not_found') {
      if (isStarted) await recordFailed(deps, order.id, receiptId, '결제사에 없는 결제입니다.');
      throw new AppError(closedCode(order.status) ?? 'RECEIPT_MISMATCH', { cause: error });
    }
    if (isStarted) await releaseLease(deps.db, order.id, receiptId, deps.clock.now());
    else if (order.status === 'pending') await begin(deps, order, receiptId, 'unverified', deps.clock.now());
    throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
}

/** Commits the intent: the order is `processing` and the receipt holds it until `leaseUntil`. False when that was too late. */
async function begin(
  deps: SettleDeps,
  order: OrderRow,
  receiptId: string,
  state: 'unverified' | 'approving',
  leaseUntil: Date,
): Promise<boolean> {
  const isTooLate = new Error('somebody else came first');
  try {
    await transaction(deps.db, async (trx) => {
      if (order.status === 'pending') {
        const note = '결제를 확인하고 있습니다.';
        await moveOrder(trx, order, { to: 'processing', actor: 'payment', actorUserId: null, note });
      } else {
        const locked = await lockOrder(trx, order.id);
        if (locked.status !== 'processing') throw isTooLate;
      }
      const claim = { orderId: order.id, receiptId, state, now: deps.clock.now(), leaseUntil };
      if (!(await claimAttempt(trx, claim))) throw isTooLate;
    });
    return true;
  } catch (error) {
    if (error === isTooLate || (error instanceof AppError && error.code === 'CONFLICT')) return false;
    throw error;
  }
}

/** Captures the receipt: intent, call, outcome. */
async function approve(deps: SettleDeps, order: OrderRow, receiptId: string, isStarted: boolean): Promise<Outcome> {
  const leaseUntil = new Date(deps.clock.now().getTime() + LEASE_MS);
  // Whoever took over a begun exchange holds the lease and has read the receipt under it.
  if (!isStarted && !(await begin(deps, order, receiptId, 'approving', leaseUntil))) return 'again';
  let receipt: Receipt;
  try {
    receipt = await captureOnce(deps.gateway, receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // The outcome is unknown: the intent stays, and the next caller or the job reads the receipt back.
    await releaseLease(deps.db, order.id, receiptId, deps.clock.now());
    throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
  return await concludeApproval(deps, order, receipt);
}

/** Writes down what the approval came to: a virtual account is issued by it, and money can even have gone back already. */
async function concludeApproval(deps: SettleDeps, order: OrderRow, receipt: Receipt): Promise<Outcome> {
  const decision = decideSettlement({ ...factsOf(order), status: 'processing' }, receipt);
  switch (decision.act) {
    case 'record_paid':
      return await recordPaid(deps, order.id, receipt);
    case 'record_issued':
      return await recordIssued(deps, order.id, receipt);
    case 'record_cancelled':
      if ((await recordCancelled(deps, order.id, receipt)) === 'again') return 'again';
      throw new AppError('ORDER_CANCELLED');
    case 'reject':
      if ((await rejectReceipt(deps, order.id, receipt, decision)) === 'again') return 'again';
      throw new AppError(decision.code);
    default:
      await recordFailed(deps, order.id, receipt.receiptId, '결제가 승인되지 않았습니다.');
      throw new AppError('PAYMENT_FAILED');
  }
}

/**
 * Approves; when the provider refuses, what counts is the receipt: an earlier call whose answer was lost may have captured it.
 * @throws GatewayError when the outcome is not known
 */
async function captureOnce(gateway: PaymentGateway, receiptId: string): Promise<Receipt> {
  try {
    return await gateway.approve(receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind === 'unreachable') throw error;
    return await gateway.findReceipt(receiptId);
  }
}
