import { transaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/orders/move-order.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { holdsMoney } from '#shared/rules/settlement.ts';
import { GatewayError } from './gateway/gateway.ts';
import type { SettleDeps } from './settle-deps.ts';

/** How long a cancellation keeps others from capturing the receipts that it asks about. */
const LEASE_MS = 30 * SECOND_MS;

/** Takes the leases of the order's open receipts; undefined when somebody is talking to the provider about one. */
function holdOpenReceipts({ db, clock }: SettleDeps, orderId: number): Promise<string[] | undefined> {
  return transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const now = clock.now();
    const open = await trx
      .selectFrom('payment_attempts')
      .select(['payment_attempts.receipt_id', 'payment_attempts.state', 'payment_attempts.lease_until'])
      .where('payment_attempts.order_id', '=', orderId)
      .where('payment_attempts.state', 'in', ['unverified', 'approving', 'issued'])
      .execute();
    const isBusy = open.some((attempt) => attempt.state !== 'issued' && attempt.lease_until > now);
    if (isBusy) return undefined;
    await trx
      .updateTable('payment_attempts')
      .set({ lease_until: new Date(now.getTime() + LEASE_MS) })
      .where('payment_attempts.order_id', '=', orderId)
      .where('payment_attempts.state', 'in', ['unverified', 'approving', 'issued'])
      .execute();
    return open.map((attempt) => attempt.receipt_id);
  });
}

/**
 * Whether the provider says that nothing was paid for an order that is being processed. Holds the receipts for a while, so that none is
 * captured between the answer and what the caller does with it. An unreachable provider counts as "perhaps paid".
 */
export async function isUnpaidAtProvider(deps: SettleDeps, orderId: number): Promise<boolean> {
  const receiptIds = await holdOpenReceipts(deps, orderId);
  if (!receiptIds) return false;
  try {
    const receipts = await Promise.all(
      receiptIds.map((receiptId) =>
        deps.gateway.findReceipt(receiptId).catch((error: unknown) => {
          if (error instanceof GatewayError && error.kind === 'not_found') return undefined;
          throw error;
        }),
      ),
    );
    return receipts.every((receipt) => receipt === undefined || !holdsMoney(receipt));
  } catch (error) {
    if (error instanceof GatewayError) return false;
    throw error;
  }
}
