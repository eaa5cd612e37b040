import { AppError } from '#server/lib/errors.ts';
import { GatewayError } from './gateway/gateway.ts';
import { getPaymentState } from './payment-state.ts';
import { isRefundOpen } from './payments.queries.ts';
import { recordPartlyCancelled } from './record-refund.ts';
import { recordCancelled } from './record-settlement.ts';
import type { SettleDeps } from './settle-deps.ts';

/**
 * Whether a payment that we have recorded was given back at the provider since: whole, then its order is cancelled (contract §3), or
 * in part, then the order shows what is left.
 * @throws AppError GATEWAY_UNAVAILABLE
 */
export async function recheckPaidReceipt(deps: SettleDeps, orderId: number, receiptId: string): Promise<void> {
  const { own } = await getPaymentState(deps.db, orderId, receiptId);
  if (own?.state !== 'paid') return;
  try {
    // The provider tells us of our own refunds too, often before its answer to us: those end by whoever asked for them.
    if (await isRefundOpen(deps.db, receiptId)) return;
    const receipt = await deps.gateway.findReceipt(receiptId);
    if (receipt.status !== 'cancelled') return;
    const isWhole = receipt.cancelledWon === 0 || receipt.cancelledWon >= receipt.priceWon;
    if (isWhole) await recordCancelled(deps, orderId, receipt);
    else await recordPartlyCancelled(deps, orderId, receipt);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
  }
}
