import { AppError } from '#server/lib/errors.ts';
import { GatewayError } from './gateway/gateway.ts';
import { getPaymentState } from './payment-state.ts';
import { recordCancelled } from './record-settlement.ts';
import type { SettleDeps } from './settle-deps.ts';

/**
 * Whether a payment that we have recorded was given back at the provider since; then its order is cancelled (contract §3).
 * @throws AppError GATEWAY_UNAVAILABLE
 */
export async function recheckPaidReceipt(deps: SettleDeps, orderId: number, receiptId: string): Promise<void> {
  const { own } = await getPaymentState(deps.db, orderId, receiptId);
  if (own?.state !== 'paid') return;
  try {
    const receipt = await deps.gateway.findReceipt(receiptId);
    const isWhole = receipt.cancelledWon === 0 || receipt.cancelledWon >= receipt.priceWon;
    if (receipt.status === 'cancelled' && isWhole) await recordCancelled(deps, orderId, receipt);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
}
