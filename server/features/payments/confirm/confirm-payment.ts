import type { Db } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume, type Limit } from '#server/lib/limits/consume.ts';
import type { ConfirmPaymentBody } from '#shared/features/payments/schemas.ts';
import { heldWon } from '#shared/rules/payments/payment-decision.ts';
import { isOneOf, RECORDED } from '#shared/rules/payments/payment-status.ts';
import { getPaymentState, type PaymentState } from '../attempts/payment-state.ts';
import { GatewayError } from '../gateway/gateway.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { conclude, processReceipt } from '../processing/process-receipt.ts';
import { recordReceipt } from '../processing/record-receipt.ts';
import { storeWebhook } from '../webhooks/store-webhook.ts';
import { BROWSER_CONFIRM } from '../webhooks/webhooks.queries.ts';

/**
 * Confirms the payment of an order by a receipt, as sent by the buyer's browser after the payment
 * window. The price from the browser is only compared (contract §3).
 * @throws AppError ORDER_NOT_FOUND for another user's order, TOO_MANY_REQUESTS, PRICE_MISMATCH, and
 * those of `processReceipt`
 */
export async function confirmPayment(
  deps: PaymentDeps & { limit: Limit },
  actor: Actor,
  request: ConfirmPaymentBody,
): Promise<void> {
  const refusal = await refusalOf(deps, actor);
  const known = await getPaymentState(deps.db, request.order_id, request.receipt_id);
  if (known.order.user_id !== actor.id) throw new AppError('ORDER_NOT_FOUND');
  if (refusal) {
    await keepForInbox(deps, request.receipt_id, known);
    throw refusal;
  }
  try {
    if (known.order.price !== request.price) await rejectOtherPrice(deps, known, request.receipt_id);
    else await processReceipt(deps, request.order_id, request.receipt_id, { known });
  } catch (error) {
    if (error instanceof AppError && error.code === 'GATEWAY_UNAVAILABLE') {
      await keepForInbox(
        deps,
        request.receipt_id,
        await getPaymentState(deps.db, request.order_id, request.receipt_id),
      );
    }
    throw error;
  }
}

/** Counts the call; returns the error beyond the limit, else undefined. */
async function refusalOf({ db, limit }: { db: Db; limit: Limit }, actor: Actor): Promise<AppError | undefined> {
  try {
    await consume(db, limit, String(actor.id));
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return error;
    throw error;
  }
}

/**
 * Handles a confirmation with a price other than the order's. An approvable receipt stays: it may
 * still be confirmed with the right price. A captured one is refunded, unless it is recorded.
 * @throws AppError PRICE_MISMATCH; GATEWAY_UNAVAILABLE without a clear response of the provider
 */
async function rejectOtherPrice(deps: PaymentDeps, { order, own, isUsedElsewhere }: PaymentState, receiptId: string) {
  const isRecorded = own !== undefined && (isOneOf(RECORDED, own.state) || own.is_leased);
  if (isRecorded || isUsedElsewhere) throw new AppError('PRICE_MISMATCH');
  try {
    const receipt = await deps.gateway.findReceipt(receiptId);
    if (receipt.orderNumber === order.order_number && heldWon(receipt) > 0) {
      const isOpen = order.status === 'pending' || order.status === 'processing';
      const orderStatus = isOpen ? 'error' : undefined;
      const rejectedFor = { code: 'PRICE_MISMATCH', flaw: undefined, orderStatus } as const;
      const recorded = await recordReceipt(deps, order.id, receipt, { rejectedFor });
      if (recorded !== 'again') await conclude(deps, order, receipt, recorded);
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind !== 'not_found') throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
  throw new AppError('PRICE_MISMATCH');
}

/**
 * Stores a receipt without an attempt in the inbox of webhooks, because it may have been captured:
 * the provider was unreachable while the order was closed or taken by another payment, or the call
 * exceeded the limit.
 */
async function keepForInbox(deps: PaymentDeps, receipt_id: string, { order, own }: PaymentState): Promise<void> {
  if (own && own.state !== 'failed') return;
  const webhook = {
    receipt_id,
    order_id: order.order_number,
    webhook_type: BROWSER_CONFIRM,
    cancelled_price: 0,
    price: null,
    status: null,
    status_locale: '',
    method: '',
    pg: '',
    order_name: '',
  };
  await storeWebhook(deps, webhook, { buyerId: order.user_id });
}
