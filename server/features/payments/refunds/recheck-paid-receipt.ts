import { AppError } from '#server/lib/errors.ts';
import { CAPTURED, isOneOf } from '#shared/rules/payments/payment-status.ts';
import type { PaymentDeps } from '../attempts/payment-deps.ts';
import { getPaymentState } from '../attempts/payment-state.ts';
import { GatewayError } from '../gateway/gateway.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { recordGivenBackAtProvider } from './record-refund.ts';
import { findOpenRefund } from './refunds.queries.ts';

/**
 * Records refunds made at the provider for a captured receipt: a full one cancels the order
 * (contract §3), a partial one lowers its amount. The provider sends webhooks about our own refunds
 * too, often before its response, so an open refund is continued instead.
 * @throws AppError GATEWAY_UNAVAILABLE
 */
export async function recheckPaidReceipt(deps: PaymentDeps, orderId: number, receiptId: string): Promise<void> {
  const { own } = await getPaymentState(deps.db, orderId, receiptId);
  if (!own || !isOneOf(CAPTURED, own.state)) return;
  const open = await findOpenRefund(deps.db, receiptId);
  if (open) {
    if (!(await carryOutRefund(deps, open.cancel_id))) throw new AppError('GATEWAY_UNAVAILABLE');
    return;
  }
  try {
    await recordGivenBackAtProvider(deps, orderId, await deps.gateway.findReceipt(receiptId));
  } catch (error) {
    if (error instanceof GatewayError) throw new AppError('GATEWAY_UNAVAILABLE', { cause: error });
    throw error;
  }
}
