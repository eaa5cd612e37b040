import { readRefundReason } from '#server/features/orders/order-texts.ts';
import { refundOutcomeOf } from '#shared/rules/payments/refund-outcome.ts';
import { GatewayError, isOutcomeUnknown, type Receipt } from '../gateway/gateway.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { type RefundEnd, recordRefundEnd } from './record-refund.ts';
import { type ClaimedRefund, claimRefund, markRefundSent } from './refunds.queries.ts';

/**
 * Executes a refund intent. Safe to call at any time, concurrently and after a failure: one caller
 * at a time holds the lease. Sends a refund again only when the receipt shows that it was not
 * executed and the provider can no longer execute it (contract §3), because the provider may not
 * refuse a repeated `cancel_id`. Without a clear response the refund stays open for the job.
 *
 * Returns false without a clear response.
 */
export async function carryOutRefund(deps: PaymentDeps, cancelId: string): Promise<boolean> {
  const refund = await claimRefund(deps.db, cancelId, deps.timing);
  if (!refund) return true;
  const end = await exchange(deps, refund);
  // Otherwise another caller has taken the lease, and continues the refund.
  if (end) await recordRefundEnd(deps, refund, end);
  return end?.isAnswered ?? false;
}

type Exchange = RefundEnd & { isAnswered: boolean };

async function exchange(deps: PaymentDeps, refund: ClaimedRefund): Promise<Exchange | undefined> {
  try {
    if (refund.sent_at || refund.awaits_account) {
      const seen = endBy(refund, await deps.gateway.findReceipt(refund.receipt_id));
      if (seen.state !== 'requested' || seen.mayBeDone || !refund.is_quiet || refund.awaits_account) return seen;
    }
    return await send(deps, refund);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    deps.log.warn({ err: error, cancelId: refund.cancel_id }, 'refund failed');
    const lastError = errorText(error);
    if (isOutcomeUnknown(error)) return { ...OPEN, lastError, isAnswered: false };
    return { ...OPEN, state: 'refused', lastError };
  }
}

/**
 * Sends the refund. Returns undefined when the lease has been lost.
 * @throws GatewayError except for a refusal
 */
async function send(deps: PaymentDeps, refund: ClaimedRefund): Promise<Exchange | undefined> {
  const { receipt_id: receiptId, cancel_id: cancelId, requested_by: requestedBy, account } = refund;
  if (!(await markRefundSent(deps.db, refund))) return undefined;
  try {
    const receipt = await deps.gateway.cancel({
      receiptId,
      cancelId,
      amountWon: refund.amount,
      requestedBy,
      reason: readRefundReason(deps.dataKeys, refund),
      account: account ? { bankCode: account.bank_code, number: account.number, holder: account.holder } : undefined,
    });
    return endBy(refund, receipt);
  } catch (error) {
    if (!(error instanceof GatewayError) || isOutcomeUnknown(error)) throw error;
    // The provider refuses a repeat of a call whose response was lost; the receipt then shows the
    // refund.
    const seen = endBy(refund, await deps.gateway.findReceipt(receiptId));
    const isOpen = seen.state === 'requested' && !seen.mayBeDone;
    return isOpen ? { ...seen, state: 'refused', lastError: errorText(error) } : seen;
  }
}

const OPEN = { state: 'requested', lastError: '', receipt: undefined, excessWon: 0, isAnswered: true } as const;

/** Derives the outcome of the refund from its receipt. */
function endBy(refund: ClaimedRefund, receipt: Receipt): Exchange & { mayBeDone: boolean } {
  const intended = { cancelledBeforeWon: refund.cancelled_before ?? 0, amountWon: refund.amount };
  const outcome = refundOutcomeOf(intended, receipt);
  const mayBeDone = outcome.kind !== 'not_done';
  switch (outcome.kind) {
    case 'done':
      return { ...OPEN, state: 'done', receipt, excessWon: outcome.excessWon, mayBeDone };
    case 'failed':
      return { ...OPEN, state: 'refused', lastError: '결제사에서 취소하지 못했습니다.', receipt, mayBeDone };
    case 'under_way':
    case 'unclear':
    case 'not_done':
      return { ...OPEN, lastError: refund.last_error, receipt, mayBeDone };
  }
}

function errorText({ providerCode, message }: GatewayError): string {
  return `${providerCode}: ${message}`;
}
