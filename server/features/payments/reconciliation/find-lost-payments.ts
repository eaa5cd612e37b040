import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { findOrderIdByNumber } from '#server/features/orders/orders.moves.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { heldWon } from '#shared/rules/payments/payment-decision.ts';
import { RECORDED } from '#shared/rules/payments/payment-status.ts';
import { GatewayError, type Receipt } from '../gateway/gateway.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { recordLostPayment } from './discrepancies.queries.ts';

/** Receipts queried in one run. */
const MOST_RECEIPTS = 2000;
/** Consecutive failures after which the provider counts as unreachable and the run ends. */
const SILENCES_BEFORE_END = 5;

/** Captured money that the shop has not recorded. */
export type LostPayment = {
  receiptId: string;
  orderNumber: string;
  /** Undefined: there is no such order here. */
  orderId: number | undefined;
  heldWon: number;
};

type Options = Stoppable & { paceMs?: number };
type LookupResult = { lost: LostPayment[]; unanswered: string[] };

/**
 * Lists the receipts of webhooks and attempts that paid for no order. The provider cannot list
 * receipts, so only known ones can be queried.
 */
export async function listUnpaidReceipts(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ receipt_id: string }>`
    select receipt_id from (
      select receipt_id, max(last_received_at) as seen_at from payment_webhooks
      where last_received_at >= ${since} and handled_at is null group by receipt_id
      union all
      select receipt_id, updated_at from payment_attempts where updated_at >= ${since}
    ) as heard
    where not exists (
      select from payment_attempts a
      where a.receipt_id = heard.receipt_id and a.state = any(${RECORDED}))
    group by receipt_id order by max(seen_at) desc limit ${MOST_RECEIPTS}`.execute(db);
  return rows.map(({ receipt_id }) => receipt_id);
}

async function isRecorded(db: Db, receiptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_attempts')
    .select('payment_attempts.id')
    .where('payment_attempts.receipt_id', '=', receiptId)
    .where('payment_attempts.state', 'in', RECORDED)
    .executeTakeFirst();
  return row !== undefined;
}

async function read({ gateway }: PaymentDeps, receiptId: string): Promise<Receipt | 'none' | 'unanswered'> {
  try {
    return await gateway.findReceipt(receiptId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return error.kind === 'not_found' ? 'none' : 'unanswered';
  }
}

/**
 * Reads receipts from the provider, and returns those that are captured but paid for no order here,
 * as after a failover to an older database. Lists them as discrepancies of their orders; changes
 * neither orders nor payments.
 */
export async function findLostPayments(
  deps: PaymentDeps,
  receiptIds: readonly string[],
  { paceMs = 0, signal }: Options = {},
): Promise<LookupResult> {
  const found: LookupResult = { lost: [], unanswered: [] };
  let silences = 0;
  for (const receiptId of new Set(receiptIds)) {
    if (signal?.aborted) return found;
    const receipt = silences < SILENCES_BEFORE_END ? await read(deps, receiptId) : 'unanswered';
    silences = receipt === 'unanswered' ? silences + 1 : 0;
    if (receipt === 'unanswered') found.unanswered.push(receiptId);
    else if (paceMs > 0) await delay(paceMs);
    if (typeof receipt === 'string' || heldWon(receipt) === 0 || (await isRecorded(deps.db, receiptId))) continue;
    const { orderNumber } = receipt;
    const orderId = await findOrderIdByNumber(deps.db, orderNumber);
    const lost = { receiptId, orderNumber, orderId, heldWon: heldWon(receipt) };
    if (orderId !== undefined) {
      await recordLostPayment(deps.db, { orderId, receiptId, theirs: lost.heldWon, now: deps.clock.now() });
    }
    found.lost.push(lost);
  }
  return found;
}
