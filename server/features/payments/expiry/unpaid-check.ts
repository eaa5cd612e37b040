import { sql } from 'kysely';
import { heldWon } from '#shared/rules/payments/payment-decision.ts';
import { isOneOf, UNKNOWN_OUTCOME } from '#shared/rules/payments/payment-status.ts';
import { GatewayError } from '../gateway/gateway.ts';
import { withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';

const OPEN = [...UNKNOWN_OUTCOME, 'issued'] as const;

/** Takes the leases of the order's open receipts; undefined when another caller holds one. */
function holdOpenReceipts({ db, timing }: PaymentDeps, orderId: number): Promise<string[] | undefined> {
  return withOrder(db, orderId, async (trx) => {
    const open = await trx
      .selectFrom('payment_attempts')
      .select(['payment_attempts.receipt_id', 'payment_attempts.state'])
      .select(sql<boolean>`payment_attempts.lease_until > clock_timestamp()`.as('is_leased'))
      .where('payment_attempts.order_id', '=', orderId)
      .where('payment_attempts.state', 'in', OPEN)
      .execute();
    if (open.some(({ state, is_leased }) => is_leased && isOneOf(UNKNOWN_OUTCOME, state))) return undefined;
    await trx
      .updateTable('payment_attempts')
      .set({ lease_until: sql<Date>`clock_timestamp() + ${timing.leaseMs} * interval '1 millisecond'` })
      .where('payment_attempts.order_id', '=', orderId)
      .where('payment_attempts.state', 'in', OPEN)
      .execute();
    return open.map(({ receipt_id }) => receipt_id);
  });
}

/** Releases the leases: the order's payment continues. */
async function release({ db }: PaymentDeps, orderId: number): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ lease_until: sql<Date>`clock_timestamp()` })
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.state', 'in', OPEN)
    .execute();
}

/**
 * Returns whether the provider confirms that nothing was paid for a processing order. Keeps the leases of its
 * receipts, so that none is captured before the caller has acted. False without a clear response.
 */
export async function isUnpaidAtProvider(deps: PaymentDeps, orderId: number): Promise<boolean> {
  const receiptIds = await holdOpenReceipts(deps, orderId);
  if (!receiptIds) return false;
  const isUnpaid = await areUnpaid(deps, receiptIds);
  if (!isUnpaid) await release(deps, orderId);
  return isUnpaid;
}

async function areUnpaid(deps: PaymentDeps, receiptIds: readonly string[]): Promise<boolean> {
  try {
    const receipts = await Promise.all(
      receiptIds.map((receiptId) =>
        deps.gateway.findReceipt(receiptId).catch((error: unknown) => {
          if (error instanceof GatewayError && error.kind === 'not_found') return undefined;
          throw error;
        }),
      ),
    );
    return receipts.every((receipt) => receipt === undefined || heldWon(receipt) === 0);
  } catch (error) {
    if (error instanceof GatewayError) return false;
    throw error;
  }
}
