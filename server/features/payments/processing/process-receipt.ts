import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#server/lib/errors.ts';
import { closedCode, decidePayment, type PaymentDecision } from '#shared/rules/payments/payment-decision.ts';
import { FOLLOWED, isOneOf, RECORDED, UNKNOWN_OUTCOME } from '#shared/rules/payments/payment-status.ts';
import { type Claim, claimAttempt, releaseLease, renewLease } from '../attempts/attempts.queries.ts';
import { getPaymentState, type KnownAttempt, orderFactsOf, type PaymentState } from '../attempts/payment-state.ts';
import { GatewayError, isOutcomeUnknown, type PaymentGateway, type Receipt } from '../gateway/gateway.ts';
import { hold, type PayableOrder, withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from '../refunds/carry-out-refund.ts';
import { returnIdFor } from '../refunds/refund-id.ts';
import { callOffAccount, isCalledOff } from './call-off-account.ts';
import { failAttempt, reasonOf, recordReceipt } from './record-receipt.ts';

/** Interval at which a waiting caller checks the lease. */
const LOOK_AGAIN_MS = 100;
/** Maximum number of retries after concurrent changes; more mean a bug. */
const MOST_CHANGES = 100;

type Options = {
  /** Receipt that was read already, to save a call. */
  known?: PaymentState;
  /** How long to wait for the current holder of the lease, in milliseconds. */
  patienceMs?: number;
};

/**
 * Processes the payment of an order by a receipt. Used by the browser's confirm call, webhooks and
 * jobs; safe to call repeatedly, concurrently and after a crash: money is captured once (contract
 * §3). It reads the receipt from the provider instead of trusting the caller, and never calls the
 * provider inside a transaction: it commits the intent, calls the provider, then writes the
 * outcome.
 *
 * Returns when the order is paid with this receipt or waits for the deposit on its virtual account.
 * @throws AppError PAYMENT_FAILED, PAYMENT_NOT_READY, PRICE_MISMATCH, RECEIPT_MISMATCH,
 *   RECEIPT_USED, ORDER_CANCELLED, ORDER_ALREADY_PAID, GATEWAY_UNAVAILABLE (the job continues)
 */
export async function processReceipt(
  deps: PaymentDeps,
  orderId: number,
  receiptId: string,
  { known, patienceMs = deps.timing.patienceMs }: Options = {},
): Promise<void> {
  let state = known ?? (await getPaymentState(deps.db, orderId, receiptId));
  const endsAt = performance.now() + patienceMs;
  for (let changes = 0; changes < MOST_CHANGES; changes += 1) {
    const outcome = await tryProcess(deps, state, receiptId, patienceMs);
    if (outcome === 'done') return;
    if (outcome === 'wait') {
      if (performance.now() >= endsAt) break;
      await delay(LOOK_AGAIN_MS);
      changes = 0;
    }
    state = await getPaymentState(deps.db, orderId, receiptId);
  }
  throw new AppError('GATEWAY_UNAVAILABLE');
}

/** `wait`: another caller holds the lease; `again`: the state changed, start over. */
type Outcome = 'done' | 'wait' | 'again';

async function tryProcess(
  deps: PaymentDeps,
  state: PaymentState,
  receiptId: string,
  patienceMs: number,
): Promise<Outcome> {
  const { order, own, other } = state;
  if (state.isUsedElsewhere) {
    // Stored while the provider was unreachable; it has since been recorded for another order.
    if (own?.state === 'unverified') await giveUp(deps, order.id, receiptId, '다른 주문에 사용된 결제입니다.');
    throw new AppError('RECEIPT_USED');
  }
  if (own?.state === 'paid') return finished(order);
  if (own && isOneOf(RECORDED, own.state)) throw new AppError(rejectionCodeOf(state));

  const { leaseMs } = deps.timing;
  const claim = { orderId: order.id, receiptId, leaseMs, dueAt: deps.clock.now() };
  let lease: Date | undefined;
  if (own && isOneOf(UNKNOWN_OUTCOME, own.state)) {
    // A call to the provider has an unknown outcome. Only the holder of the lease may continue.
    lease = own.is_leased ? undefined : await takeLease(deps, { ...claim, state: own.state });
    if (!lease) return 'wait';
  } else if (other && isOneOf(UNKNOWN_OUTCOME, other.state)) {
    return await processOther(deps, order, other, patienceMs);
  }

  let receipt = await readReceipt(deps, state, receiptId, lease);
  if (own?.state === 'revoking' && isCalledOff(receipt)) {
    await giveUp(deps, order.id, receiptId, '가상계좌를 취소했습니다.');
    throw new AppError('ORDER_CANCELLED');
  }
  let isAfterApproval = false;
  if (decidePayment(orderFactsOf(deps, order, other), receipt).act === 'approve') {
    lease = lease
      ? await renewLease(deps.db, claim, lease)
      : await begin(deps, order, { ...claim, state: 'approving' });
    if (!lease) return 'again';
    receipt = await capture(deps, claim, lease);
    isAfterApproval = true;
  }
  const recorded = await recordReceipt(deps, order.id, receipt, { isAfterApproval });
  if (recorded === 'again' || (recorded.act === 'approve' && !isAfterApproval)) return 'again';
  if (recorded.act === 'ask_again') {
    const isFollowed = isAfterApproval || isFollowedAttempt(own);
    await keepOpen(deps, order, receiptId, { isFollowed, lease, note: '결제사가 아직 결과를 알려주지 않았습니다.' });
  }
  await conclude(deps, order, receipt, recorded);
  return answerOf(recorded);
}

/** Executes the provider's part of a decision after its commit. */
export async function conclude(
  deps: PaymentDeps,
  order: PayableOrder,
  receipt: Receipt,
  decision: PaymentDecision,
): Promise<void> {
  if (decision.act !== 'reject') return;
  const { receiptId } = receipt;
  if (decision.giveBackWon > 0) await carryOutRefund(deps, returnIdFor(order.id, receiptId));
  else if (decision.hasOpenAccount) await callOffAccount(deps, order.id, receipt);
  else if (decision.code === 'ORDER_ALREADY_PAID') await dropUnapproved(deps, order, receipt, reasonOf(decision));
}

/** @throws AppError unless the order is paid with this receipt */
function answerOf(decision: PaymentDecision): Outcome {
  switch (decision.act) {
    case 'record_paid':
    case 'record_issued':
      return 'done';
    case 'record_cancelled':
      throw new AppError('ORDER_CANCELLED');
    case 'reject':
      throw new AppError(decision.code);
    case 'wait':
      throw new AppError('PAYMENT_NOT_READY');
    case 'not_ours':
      throw new AppError('RECEIPT_MISMATCH');
    case 'approve':
    case 'fail':
      throw new AppError('PAYMENT_FAILED');
    case 'ask_again':
      throw new AppError('GATEWAY_UNAVAILABLE');
  }
}

/** Handles a receipt that is recorded as paid: the order's current status decides the response. */
function finished(order: PayableOrder): Outcome {
  if (order.status === 'cancelled' || order.status === 'error') throw new AppError('ORDER_CANCELLED');
  return 'done';
}

/** Returns the error for a captured receipt that is or was refunded. */
function rejectionCodeOf({
  order,
  own,
  other,
}: PaymentState): 'PRICE_MISMATCH' | 'ORDER_ALREADY_PAID' | 'ORDER_CANCELLED' {
  if (own?.amount !== order.price) return 'PRICE_MISMATCH';
  return closedCode({ status: order.status, isHeld: other !== undefined }) ?? 'ORDER_CANCELLED';
}

function takeLease(deps: PaymentDeps, claim: Claim): Promise<Date | undefined> {
  return withOrder(deps.db, claim.orderId, (trx) => claimAttempt(trx, claim));
}

/** Returns the error for a receipt without captured money. */
function giveUp(deps: PaymentDeps, orderId: number, receiptId: string, note: string): Promise<void> {
  return withOrder(deps.db, orderId, (trx, order) => failAttempt(deps, trx, order, receiptId, note));
}

/** Another receipt holds the order: processes that one first. */
async function processOther(
  deps: PaymentDeps,
  order: PayableOrder,
  other: { receipt_id: string; is_leased: boolean },
  patienceMs: number,
): Promise<Outcome> {
  if (other.is_leased) return 'wait';
  try {
    await processReceipt(deps, order.id, other.receipt_id, { patienceMs });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'GATEWAY_UNAVAILABLE') throw error;
  }
  return 'again';
}

/**
 * Reads the receipt from the provider. Without a clear response the order is kept `processing` for
 * the job.
 */
async function readReceipt(
  deps: PaymentDeps,
  { order, own, other }: PaymentState,
  receiptId: string,
  lease: Date | undefined,
): Promise<Receipt> {
  try {
    return await deps.gateway.findReceipt(receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === 'not_found') {
      const note = '결제사에 없는 결제입니다.';
      if (own && isOneOf(UNKNOWN_OUTCOME, own.state)) await giveUp(deps, order.id, receiptId, note);
      else if (isFollowedAttempt(own)) await releaseLease(deps.db, { orderId: order.id, receiptId }, { lease, note });
      const { isHeld } = orderFactsOf(deps, order, other);
      throw new AppError(closedCode({ status: order.status, isHeld }) ?? 'RECEIPT_MISMATCH', { cause: error });
    }
    await keepOpen(deps, order, receiptId, { isFollowed: isFollowedAttempt(own), lease, note: unknownNote(error) });
    throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
}

function isFollowedAttempt(own: KnownAttempt | undefined): boolean {
  return own !== undefined && isOneOf(FOLLOWED, own.state);
}

/** Reason of an unknown outcome, shown to administrators. */
function unknownNote({ kind, providerCode }: GatewayError): string {
  const text = kind === 'unreadable' ? '결제사의 응답을 해석할 수 없습니다' : '결제사의 응답을 받지 못했습니다';
  return `${text} (${providerCode}).`;
}

/** Releases a receipt with an unknown outcome: the job or the next caller can continue at once. */
async function keepOpen(
  deps: PaymentDeps,
  order: PayableOrder,
  receiptId: string,
  { isFollowed, lease, note }: { isFollowed: boolean; lease: Date | undefined; note: string },
): Promise<void> {
  const orderId = order.id;
  if (isFollowed) await releaseLease(deps.db, { orderId, receiptId }, { lease, note });
  else if (order.status === 'pending') {
    await begin(deps, order, { orderId, receiptId, state: 'unverified', leaseMs: 0, dueAt: deps.clock.now() });
  }
}

/**
 * Commits the intent: the order is `processing` and held by the receipt. Returns the end of the
 * lease; undefined when the order or the receipt is taken meanwhile.
 */
function begin(deps: PaymentDeps, order: PayableOrder, claim: Claim): Promise<Date | undefined> {
  return withOrder(deps.db, order.id, async (trx, locked) => {
    if (locked.status !== order.status || locked.paid_price > 0) return undefined;
    const lease = await claimAttempt(trx, claim);
    if (lease) await hold(trx, locked, '결제를 확인하고 있습니다.');
    return lease;
  });
}

/**
 * Captures the receipt after its intent is committed, and returns the updated receipt.
 * @throws AppError GATEWAY_UNAVAILABLE when the outcome is unknown: the intent stays, and the
 *   receipt is read back
 */
async function capture(deps: PaymentDeps, claim: Pick<Claim, 'orderId' | 'receiptId'>, lease: Date): Promise<Receipt> {
  try {
    return await captureOnce(deps.gateway, claim.receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    await releaseLease(deps.db, claim, { lease, note: unknownNote(error) });
    throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
}

/**
 * Approves the receipt. After a refusal it reads the receipt, because an earlier call whose
 * response was lost may have captured it.
 * @throws GatewayError when the outcome is unknown
 */
async function captureOnce(gateway: PaymentGateway, receiptId: string): Promise<Receipt> {
  try {
    return await gateway.approve(receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError) || isOutcomeUnknown(error)) throw error;
    return await gateway.findReceipt(receiptId);
  }
}

/**
 * Cancels a second payment that waits for approval. If that fails, it expires by itself without a
 * capture.
 */
async function dropUnapproved(deps: PaymentDeps, order: PayableOrder, receipt: Receipt, reason: string): Promise<void> {
  const { receiptId, priceWon: amountWon } = receipt;
  await deps.gateway
    .cancel({ receiptId, cancelId: returnIdFor(order.id, receiptId), amountWon, requestedBy: 'system', reason })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, receiptId }, 'unapproved second payment not cancelled');
    });
}
