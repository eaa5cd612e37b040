import type { PlacedOrder } from '#shared/features/orders/schemas.ts';
import type { WindowResult } from '#shared/platform/window-result.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { cancelOrder, confirmPayment } from './api.ts';

/**
 * `result`: the result page knows the rest. `failed`: nothing was bought, for the reason in
 * `message`; `isUncharged` when it is certain that no money moved.
 */
export type Finished =
  | { kind: 'result' }
  | { kind: 'failed'; isCancelled: boolean; isUncharged: boolean; message: string };

/**
 * Refusals of the provider before any approval. After the others a payment may be on its way back.
 */
const UNCHARGED_CODES: ReadonlySet<string> = new Set(['PAYMENT_FAILED', 'PAYMENT_NOT_READY']);

/**
 * Confirms or cancels an order by the result of the payment window (spec §4, purchase flow). Can be
 * called again with the same receipt, also after a reload: the server charges once.
 * @throws ApiError if the server cannot be reached: nothing is decided then, and the order stays
 */
export async function finishPayment(
  order: Pick<PlacedOrder, 'price'> & { id: number },
  result: WindowResult,
): Promise<Finished> {
  if (!('receiptId' in result))
    return giveUpOrder(order.id, result.message, { isCancelled: result.kind !== 'error', isUncharged: true });
  try {
    await confirmPayment({ order_id: order.id, receipt_id: result.receiptId, price: order.price });
    return { kind: 'result' };
  } catch (error) {
    if (!(error instanceof ApiError) || isUndecided(error)) throw error;
    // The money may have moved: the order stays, the server confirms it and the result page shows
    // it.
    if (error.code === 'GATEWAY_UNAVAILABLE' || error.code === 'ORDER_ALREADY_PAID') return { kind: 'result' };
    return giveUpOrder(order.id, error.message, { isCancelled: false, isUncharged: UNCHARGED_CODES.has(error.code) });
  }
}

/** The server could not say anything about this payment; a retry is safe and may help. */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'GATEWAY_UNAVAILABLE') return false;
  return (
    error.status < 400 || error.status === 401 || error.status === 403 || error.status === 429 || error.status >= 500
  );
}

/** Cancels an order whose payment failed. One that cannot be cancelled was paid after all. */
async function giveUpOrder(
  orderId: number,
  message: string,
  { isCancelled, isUncharged }: { isCancelled: boolean; isUncharged: boolean },
): Promise<Finished> {
  try {
    await cancelOrder(orderId);
    return { kind: 'failed', isCancelled, isUncharged, message };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_CANCELLABLE') return { kind: 'result' };
    // Otherwise the server cancels it when the payment window of the order ends.
  }
  return { kind: 'failed', isCancelled, isUncharged: false, message };
}
