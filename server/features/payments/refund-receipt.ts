import { createHash } from 'node:crypto';
import { GatewayError, type PaymentGateway } from './gateway/gateway.ts';
import { findRefund, type Refund } from './payments.queries.ts';
import { type RefundEnd, recordRefundEnd } from './record-refund.ts';
import type { SettleDeps } from './settle-deps.ts';

/** The same receipt of the same order is given back under the same id, so that no repeat gives back twice. */
export function refundIdFor(orderId: number, receiptId: string): string {
  return createHash('sha256').update(`${orderId}:${receiptId}`).digest('hex').slice(0, 32);
}

/**
 * Carries out the written intent to give money back. Can be called again after any failure: the provider refuses a `cancel_id` that it
 * has seen, and what counts then is what its receipt says. An unreachable provider leaves the intent for the job.
 */
export async function carryOutRefund(deps: SettleDeps, cancelId: string): Promise<void> {
  const refund = await findRefund(deps.db, cancelId);
  if (refund?.state !== 'requested') return;
  await recordRefundEnd(deps, refund, await giveBack(deps, refund));
}

async function giveBack({ gateway, log }: SettleDeps, refund: Refund): Promise<RefundEnd> {
  const { receipt_id: receiptId, cancel_id: cancelId, requested_by: requestedBy, reason, account } = refund;
  try {
    const receipt = await gateway.cancel({
      ...{ receiptId, cancelId, amountWon: refund.amount, requestedBy, reason },
      account: account ? { bankCode: account.bank_code, number: account.number, holder: account.holder } : undefined,
    });
    return { state: 'done', lastError: '', receipt };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ err: error, cancelId }, 'refund not carried out');
    const lastError = `${error.providerCode}: ${error.message}`;
    if (error.kind === 'unreachable') return { state: 'requested', lastError, receipt: undefined };
    return await afterRefusal(gateway, refund, lastError);
  }
}

/** An earlier call whose answer was lost makes the provider refuse the repeat; then its receipt shows the money as given back. */
async function afterRefusal(gateway: PaymentGateway, refund: Refund, lastError: string): Promise<RefundEnd> {
  try {
    const receipt = await gateway.findReceipt(refund.receipt_id);
    const expectedWon = (refund.cancelled_before ?? 0) + refund.amount;
    const isGivenBack = receipt.status === 'cancelled' && receipt.cancelledWon >= expectedWon;
    return { state: isGivenBack ? 'done' : 'refused', lastError: isGivenBack ? '' : lastError, receipt };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { state: 'requested', lastError, receipt: undefined };
  }
}
