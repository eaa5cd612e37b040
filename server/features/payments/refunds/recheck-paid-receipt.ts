import { AppError } from '#server/lib/errors.ts';
import { isOneOf, RECORDED } from '#shared/rules/payments/payment-status.ts';
import { getPaymentState, type PaymentState } from '../attempts/payment-state.ts';
import { GatewayError } from '../gateway/gateway.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { recordGivenBackAtProvider } from './record-refund.ts';

/**
 * Records refunds made at the provider for a captured receipt: a full one cancels the order
 * (contract §3), a partial one lowers its amount, and one of a receipt that was paid back before is
 * listed as an excess. The provider sends webhooks about our own refunds
 * too, often before its response, so an open refund is continued instead. `known` is the state of a
 * receipt that was recorded when it was read, to save a call.
 * @throws AppError GATEWAY_UNAVAILABLE
 */
export async function recheckPaidReceipt(
  deps: PaymentDeps,
  orderId: number,
  receiptId: string,
  known?: PaymentState,
): Promise<void> {
  const { own } = known ?? (await getPaymentState(deps.db, orderId, receiptId));
  // A receipt that was paid back by other means can still be cancelled at the provider.
  if (!own || !isOneOf(RECORDED, own.state) || own.cancelled_amount === own.amount) return;
  if (own.open_refund !== null) {
    if (!(await carryOutRefund(deps, own.open_refund))) throw new AppError('GATEWAY_UNAVAILABLE');
    return;
  }
  try {
    const receipt = await deps.gateway.findReceipt(receiptId);
    // The recorded amount only grows, so nothing is new.
    if (receipt.cancelledWon <= own.cancelled_amount) return;
    await recordGivenBackAtProvider(deps, orderId, receipt);
  } catch (error) {
    if (error instanceof GatewayError) throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
    throw error;
  }
}
