import type { Order } from '#shared/features/orders/schemas.ts';

/**
 * Polling interval for an unconfirmed order, and the longer one for an order that waits for a
 * deposit.
 */
const CHECK_AGAIN_MS = 3000;
const DEPOSIT_CHECK_MS = 15_000;

/** When to read an order again whose payment is not decided; false for the others. */
export function checkAgainIn(order: Pick<Order, 'status' | 'payment'> | undefined): number | false {
  if (order?.status !== 'pending' && order?.status !== 'processing') return false;
  return order.payment?.virtual_account ? DEPOSIT_CHECK_MS : CHECK_AGAIN_MS;
}
