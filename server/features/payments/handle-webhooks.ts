import { findOrderIdByNumber } from '#server/features/orders/orders.lookup.ts';
import { countWithin, type RateLimit } from '#server/http/rate-limit.ts';
import { AppError } from '#server/lib/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { formatWon } from '#shared/rules/price.ts';
import { GatewayError, type Receipt } from './gateway/gateway.ts';
import { recheckPaidReceipt } from './recheck-paid-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleReceipt } from './settle-receipt.ts';
import { endWebhook, isStranger, postponeWebhook, type TakenWebhook, takeDueWebhook } from './webhooks.queries.ts';

/** Longer than settling takes. Whoever dies over a webhook blocks it for no longer. */
const LEASE_MS = 75 * SECOND_MS;
/** Waits between tries double up to this: money that came in is settled soon after the provider can be reached again (contract §3). */
const MOST_WAIT_SECONDS = 30;
/** An order that cannot be seen yet may be about to be committed; after so many looks there is none. */
const LOOKS_FOR_ORDER = 3;

/** The provider is asked no more often for those who name nothing of ours; the rest of them wait. */
const LOOKS_FOR_STRANGERS: RateLimit = { name: 'webhook_looks', points: 10, durationMs: MINUTE_MS };

/** Were a fault of our own to break one again and again, a person looks at it. */
const BREAKS_BEFORE_A_PERSON = 20;

type End = { state: 'done' | 'unknown'; note: string };

/**
 * Works on the webhooks that wait, one after the other, until none is due. Several workers share them. Their content is a hint alone:
 * the receipt is read back and settled like any other. What fails is tried again until the provider has answered.
 */
export async function handleWebhooks(deps: SettleDeps): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const webhook = await takeDueWebhook(deps.db, now, new Date(now.getTime() + LEASE_MS));
    if (!webhook) return;
    await handleOne(deps, webhook);
  }
}

async function handleOne(deps: SettleDeps, webhook: TakenWebhook): Promise<void> {
  try {
    await endWebhook(deps.db, webhook, await follow(deps, webhook));
  } catch (error) {
    const isExpected = error instanceof AppError && error.code === 'GATEWAY_UNAVAILABLE';
    if (!isExpected) deps.log.error({ err: error, webhookId: webhook.id }, 'a webhook broke off');
    if (!isExpected && webhook.attempts >= BREAKS_BEFORE_A_PERSON) {
      await endWebhook(deps.db, webhook, { state: 'unknown', note: '여러 번 시도했지만 처리하지 못했습니다.' });
      return;
    }
    const waitSeconds = Math.min(2 ** Math.min(webhook.attempts, 10), MOST_WAIT_SECONDS);
    const dueAt = new Date(deps.clock.now().getTime() + waitSeconds * SECOND_MS);
    const note = isExpected ? '결제사에 물어볼 수 없어 다시 시도합니다.' : '처리하지 못해 다시 시도합니다.';
    await postponeWebhook(deps.db, webhook, { dueAt, waitSeconds, note });
  }
}

/** @throws AppError GATEWAY_UNAVAILABLE when it has to be taken up again */
async function follow(deps: SettleDeps, webhook: TakenWebhook): Promise<End> {
  const orderId = await findOrderIdByNumber(deps.db, webhook.order_number);
  if (orderId !== undefined) return settle(deps, orderId, webhook.receipt_id);
  if (webhook.attempts < LOOKS_FOR_ORDER) throw new AppError('GATEWAY_UNAVAILABLE');
  const isStrange = await isStranger(deps.db, webhook.receipt_id, webhook.order_number);
  if (isStrange && (await countWithin(deps.db, LOOKS_FOR_STRANGERS, deps.clock.now())) === undefined) {
    throw new AppError('GATEWAY_UNAVAILABLE');
  }
  const receipt = await lookUp(deps, webhook.receipt_id);
  const ownId = receipt && (await findOrderIdByNumber(deps.db, receipt.orderNumber));
  return ownId === undefined ? unknown(receipt) : settle(deps, ownId, webhook.receipt_id);
}

async function settle(deps: SettleDeps, orderId: number, receiptId: string): Promise<End> {
  let note = '';
  try {
    await settleReceipt(deps, orderId, receiptId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'GATEWAY_UNAVAILABLE') throw error;
    if (error.code === 'RECEIPT_MISMATCH') return mismatched(deps, receiptId);
    note = error.message;
  }
  await recheckPaidReceipt(deps, orderId, receiptId);
  return { state: 'done', note };
}

/** The receipt is not the named order's: one of another order of ours comes with a webhook of its own. */
async function mismatched(deps: SettleDeps, receiptId: string): Promise<End> {
  const receipt = await lookUp(deps, receiptId);
  const ownId = receipt && (await findOrderIdByNumber(deps.db, receipt.orderNumber));
  return ownId === undefined ? unknown(receipt) : { state: 'done', note: '다른 주문의 결제입니다.' };
}

async function lookUp({ gateway }: SettleDeps, receiptId: string): Promise<Receipt | undefined> {
  try {
    return await gateway.findReceipt(receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === 'not_found') return undefined;
    throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
}

/** For a person: what the provider says of a receipt that is not ours. */
function unknown(receipt: Receipt | undefined): End {
  const note = receipt
    ? `결제사에는 주문번호 ${receipt.orderNumber.slice(0, 100)}, ${formatWon(receipt.priceWon)}으로 있지만 우리 주문이 아닙니다.`
    : '결제사에 없는 결제입니다.';
  return { state: 'unknown', note };
}
