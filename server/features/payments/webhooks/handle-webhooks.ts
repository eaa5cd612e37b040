import { findOrderIdByNumber } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { isOneOf, RECORDED } from '#shared/rules/payments/payment-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { getPaymentState } from '../attempts/payment-state.ts';
import { GatewayError, type Receipt } from '../gateway/gateway.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { processReceipt } from '../processing/process-receipt.ts';
import { recheckPaidReceipt } from '../refunds/recheck-paid-receipt.ts';
import { endWebhook, postponeWebhook, type TakenWebhook, takeDueWebhook } from './webhooks.queries.ts';

/** Lease, longer than confirming a payment takes. After it, another worker takes the webhook. */
const LEASE_MS = 75 * SECOND_MS;
/**
 * The wait doubles up to this, so that payments are confirmed soon after the provider recovers
 * (contract §3).
 */
const MOST_WAIT_SECONDS = 30;
/**
 * The webhook can arrive before the order's transaction commits, so the order is looked for this
 * often.
 */
const LOOKS_FOR_ORDER = 3;
/**
 * The webhook can also arrive before the provider shows its receipt, so one that may be ours is asked
 * for until then. Longer than the gateway remembers that a receipt is unknown.
 */
const RECEIPT_DELAY_MS = 90 * SECOND_MS;

/** Provider lookups for webhooks that anyone may have made up, all together; further ones wait. */
const UNKNOWN_LOOKUPS: Limit = { name: 'webhook_lookups', points: 10, windowMs: MINUTE_MS };

/** Retries after an internal error, after which an administrator has to handle the webhook. */
const MOST_ERRORS = 20;

/** How long a worker waits for a confirm call with the same receipt. There are few workers. */
const PATIENCE_MS = 2 * SECOND_MS;

/** The next step for the row, and the reason shown to administrators. */
type Step = {
  next: 'done' | 'unmatched' | 'retry';
  note: string;
  /** True when the provider does not know the receipt. */
  isMissing?: boolean;
};

/**
 * Processes due webhooks one after the other until none is left. Several workers can share them.
 * The content of a webhook is only a hint: the receipt is read back from the provider. Failures are
 * retried until the provider has answered.
 */
export async function handleWebhooks(deps: PaymentDeps, { signal }: Stoppable = {}): Promise<void> {
  while (!signal?.aborted) {
    const now = deps.clock.now();
    const webhook = await takeDueWebhook(deps.db, now, new Date(now.getTime() + LEASE_MS));
    if (!webhook) return;
    await handleOne(deps, webhook);
  }
}

async function handleOne(deps: PaymentDeps, webhook: TakenWebhook): Promise<void> {
  const { next, note } = await process(deps, webhook).catch((error: unknown): Step => {
    deps.log.error({ err: error, webhookId: webhook.id }, 'webhook processing failed');
    if (webhook.attempts < MOST_ERRORS) return { next: 'retry', note: '처리 중 오류가 발생해 다시 시도합니다.' };
    return { next: 'unmatched', note: '여러 번 시도했지만 처리하지 못했습니다.' };
  });
  if (next !== 'retry') {
    await endWebhook(deps.db, webhook, { state: next === 'done' ? 'done' : 'unknown', note });
    return;
  }
  const waitSeconds = Math.min(2 ** Math.min(webhook.attempts, 10), MOST_WAIT_SECONDS);
  const dueAt = new Date(deps.clock.now().getTime() + waitSeconds * SECOND_MS);
  await postponeWebhook(deps.db, webhook, { dueAt, note });
}

async function process(deps: PaymentDeps, webhook: TakenWebhook): Promise<Step> {
  const { order_id: orderId, is_unknown: isUnknown } = webhook;
  if (orderId === null && webhook.attempts < LOOKS_FOR_ORDER) {
    return { next: 'retry', note: '아직 주문을 찾지 못해 다시 확인합니다.' };
  }
  if (isUnknown && !(await tryConsume(deps.db, UNKNOWN_LOOKUPS, 'all'))) {
    return { next: 'retry', note: '연결되지 않은 알림이 많아 차례를 기다립니다.' };
  }
  if (orderId !== null) {
    const step = await processOwn(deps, orderId, webhook);
    const age = deps.clock.now().getTime() - webhook.waiting_since.getTime();
    return step.isMissing && !isUnknown && age < RECEIPT_DELAY_MS ? { ...step, next: 'retry' } : step;
  }
  const found = await lookUp(deps, webhook.receipt_id);
  if ('next' in found) return found;
  return found.orderId === undefined ? unmatched(found.receipt) : processOwn(deps, found.orderId, webhook);
}

async function processOwn(deps: PaymentDeps, orderId: number, { receipt_id: receiptId }: TakenWebhook): Promise<Step> {
  const known = await getPaymentState(deps.db, orderId, receiptId);
  const wasRecorded = known.own !== undefined && isOneOf(RECORDED, known.own.state);
  let note = '';
  try {
    const patienceMs = Math.min(PATIENCE_MS, deps.timing.patienceMs);
    await processReceipt(deps, orderId, receiptId, { known, patienceMs });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'GATEWAY_UNAVAILABLE') {
      return error.cause instanceof GatewayError
        ? retryAfter(error.cause)
        : { next: 'retry', note: await openReasonOf(deps, orderId, receiptId) };
    }
    if (error.code === 'RECEIPT_MISMATCH') return mismatched(deps, receiptId);
    note = error.message;
  }
  try {
    await recheckPaidReceipt(deps, orderId, receiptId, wasRecorded ? known : undefined);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'GATEWAY_UNAVAILABLE') throw error;
    return error.cause instanceof GatewayError
      ? retryAfter(error.cause)
      : { next: 'retry', note: '진행 중인 환불이 끝나면 다시 확인합니다.' };
  }
  return { next: 'done', note };
}

/** Handles a receipt of another order, which gets its own webhook. */
async function mismatched(deps: PaymentDeps, receiptId: string): Promise<Step> {
  const found = await lookUp(deps, receiptId);
  if ('next' in found) return found;
  return found.orderId === undefined ? unmatched(found.receipt) : { next: 'done', note: '다른 주문의 결제입니다.' };
}

/**
 * Reads the receipt from the provider, and the order that it is for. Returns a `Step` without a
 * response.
 */
async function lookUp(
  { gateway, db }: PaymentDeps,
  receiptId: string,
): Promise<{ receipt: Receipt | undefined; orderId: number | undefined } | Step> {
  try {
    const receipt = await gateway.findReceipt(receiptId);
    return { receipt, orderId: await findOrderIdByNumber(db, receipt.orderNumber) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return error.kind === 'not_found' ? { receipt: undefined, orderId: undefined } : retryAfter(error);
  }
}

/** Reason of an unknown outcome after a response of the provider. */
async function openReasonOf({ db }: PaymentDeps, orderId: number, receiptId: string): Promise<string> {
  const { own, other } = await getPaymentState(db, orderId, receiptId);
  return own?.is_leased || other?.is_leased
    ? '다른 작업이 이 결제를 처리하고 있어 다시 시도합니다.'
    : '결제사에서 결과가 아직 정해지지 않아 다시 확인합니다.';
}

/** Retries, with the provider's message as the reason. */
function retryAfter({ kind, message }: GatewayError): Step {
  switch (kind) {
    case 'refused':
      return { next: 'retry', note: `결제사가 조회를 거절했습니다(${message.slice(0, 200)}). 다시 시도합니다.` };
    case 'unreadable':
      return { next: 'retry', note: '결제사의 응답을 읽을 수 없어 다시 시도합니다.' };
    default:
      return { next: 'retry', note: '결제사에 물어볼 수 없어 다시 시도합니다.' };
  }
}

/** Describes an unmatched receipt for administrators. */
function unmatched(receipt: Receipt | undefined): Step {
  const note = receipt
    ? `결제사에는 주문번호 ${receipt.orderNumber.slice(0, 100)}, ${formatWon(receipt.priceWon)}으로 있지만 우리 주문이 아닙니다.`
    : '결제사에 없는 결제입니다.';
  return { next: 'unmatched', note, isMissing: receipt === undefined };
}
