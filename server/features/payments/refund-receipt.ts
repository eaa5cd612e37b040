import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { GatewayError } from './gateway/gateway.ts';
import type { SettleDeps } from './settle-deps.ts';

/** The same receipt of the same order is given back under the same id, so that no repeat gives back twice. */
export function refundIdFor(orderId: number, receiptId: string): string {
  return createHash('sha256').update(`${orderId}:${receiptId}`).digest('hex').slice(0, 32);
}

/**
 * Carries out the written intent to give money back. Can be called again after any failure: the provider refuses a `cancel_id` that it
 * has seen, and what counts then is what its receipt says. An unreachable provider leaves the intent for the job.
 */
export async function carryOutRefund(
  deps: Pick<SettleDeps, 'db' | 'gateway' | 'log'>,
  cancelId: string,
): Promise<void> {
  const refund = await deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('refunds.cancel_id', '=', cancelId)
    .where('refunds.state', '=', 'requested')
    .executeTakeFirst();
  if (!refund) return;
  const { receipt_id: receiptId, amount: amountWon, requested_by: requestedBy, reason } = refund;

  let state: 'requested' | 'done' | 'refused';
  let lastError = '';
  try {
    await deps.gateway.cancel({ receiptId, cancelId, amountWon, requestedBy, reason });
    state = 'done';
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    lastError = `${error.providerCode}: ${error.message}`;
    deps.log.warn({ err: error, cancelId }, 'refund not carried out');
    state = error.kind === 'unreachable' ? 'requested' : await stateAfterRefusal(deps, receiptId, amountWon);
  }
  await transaction(deps.db, (trx) =>
    trx
      .updateTable('refunds')
      .set({ state, last_error: lastError, attempts: sql<number>`attempts + 1`, updated_at: sql<Date>`now()` })
      .where('refunds.cancel_id', '=', cancelId)
      .where('refunds.state', '=', 'requested')
      .execute(),
  );
}

/** An earlier call whose answer was lost makes the provider refuse the repeat; then its receipt shows the money as given back. */
async function stateAfterRefusal(
  { gateway }: Pick<SettleDeps, 'gateway'>,
  receiptId: string,
  amountWon: number,
): Promise<'requested' | 'done' | 'refused'> {
  try {
    const receipt = await gateway.findReceipt(receiptId);
    return receipt.status === 'cancelled' && receipt.cancelledWon >= amountWon ? 'done' : 'refused';
  } catch {
    return 'requested';
  }
}
