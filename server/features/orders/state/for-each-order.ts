import { AppError } from '#server/lib/errors.ts';
import type { OrderResult } from '#shared/features/orders/work-schemas.ts';

/** Does an act for several orders, one after the other; one that is refused does not hold the others back. */
export async function forEachOrder(
  orderIds: readonly number[],
  act: (orderId: number) => Promise<unknown>,
): Promise<OrderResult[]> {
  const results: OrderResult[] = [];
  for (const orderId of new Set(orderIds)) {
    try {
      await act(orderId);
      results.push({ order_id: orderId, is_done: true, code: null, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = error.details?.[0]?.message ?? error.message;
      results.push({ order_id: orderId, is_done: false, code: error.code, error: message });
    }
  }
  return results;
}
