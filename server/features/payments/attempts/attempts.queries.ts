import { type Selectable, sql } from 'kysely';
import type { PaymentAttemptsTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { VirtualAccount } from '#shared/features/orders/schemas.ts';
import { BINDING, FOLLOWED, HOLDING, UNKNOWN_OUTCOME } from '#shared/rules/payments/payment-status.ts';
import type { Receipt } from '../gateway/gateway.ts';
import { leaseEnd } from './lease.ts';

export type Attempt = Selectable<PaymentAttemptsTable>;

export type AttemptOutcome = { state: Attempt['state']; dueAt: Date; receipt?: Receipt; note?: string };

function virtualAccountOf(receipt: Receipt): VirtualAccount | null {
  const account = receipt.virtualAccount;
  return (
    account && {
      bank_name: account.bankName,
      account_number: account.accountNumber,
      holder: account.holder,
      expires_at: wireTimeOrNull(account.expiresAt),
    }
  );
}

/** Returns what the receipt says, as columns of its attempt. */
function receiptColumnsOf(receipt: Receipt) {
  const account = virtualAccountOf(receipt);
  return {
    amount: receipt.priceWon,
    cancelled_amount: receipt.cancelledWon,
    method: receipt.method,
    paid_at: receipt.paidAt,
    receipt_url: receipt.receiptUrl,
    virtual_account: account ? JSON.stringify(account) : null,
  };
}

function columnsOf({ state, dueAt, receipt, note }: AttemptOutcome) {
  return {
    state,
    due_at: dueAt,
    lease_until: sql<Date>`clock_timestamp()`,
    dropped_at: null,
    // The reason of an unknown outcome no longer applies.
    note: note ?? '',
    ...(receipt && receiptColumnsOf(receipt)),
  };
}

/** Inserts or updates the order's row of a receipt. Needs the order's lock. */
export async function recordAttempt(
  trx: Trx,
  orderId: number,
  receiptId: string,
  outcome: AttemptOutcome,
): Promise<void> {
  const columns = columnsOf(outcome);
  await trx
    .insertInto('payment_attempts')
    .values({ order_id: orderId, receipt_id: receiptId, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'receipt_id']).doUpdateSet({ ...columns, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

export type Claim = {
  orderId: number;
  receiptId: string;
  state: (typeof UNKNOWN_OUTCOME)[number];
  /** 0: the row is written, and the next caller may continue at once. */
  leaseMs: number;
  /** When the job may process it, after the lease has expired. */
  dueAt: Date;
};

/**
 * Takes the lease of an attempt, so that one caller at a time calls the provider about a receipt.
 * Uses the database's clock. Inserts the attempt if there is none. Returns the end of the lease;
 * undefined when another caller holds it, or the receipt or the order is taken. Needs the order's
 * lock.
 */
export async function claimAttempt(trx: Trx, claim: Claim): Promise<Date | undefined> {
  const { orderId, receiptId, state, leaseMs, dueAt } = claim;
  const taken = trx
    .selectFrom('payment_attempts')
    .select('payment_attempts.id')
    .where((is) =>
      is.or([
        is.and([is('order_id', '=', orderId), is('receipt_id', '<>', receiptId), is('state', 'in', HOLDING)]),
        is.and([is('receipt_id', '=', receiptId), is('order_id', '<>', orderId), is('state', 'in', BINDING)]),
      ]),
    );
  const claimed = await trx
    .insertInto('payment_attempts')
    .columns(['order_id', 'receipt_id', 'state', 'due_at', 'lease_until'])
    .expression(
      trx
        .selectNoFrom([
          sql<number>`${orderId}::integer`.as('order_id'),
          sql<string>`${receiptId}::text`.as('receipt_id'),
          sql<Attempt['state']>`${state}::text`.as('state'),
          sql<Date>`${dueAt}::timestamptz`.as('due_at'),
          leaseEnd(leaseMs).as('lease_until'),
        ])
        .where(({ not, exists }) => not(exists(taken))),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'receipt_id'])
        .doUpdateSet({
          state,
          lease_until: leaseEnd(leaseMs),
          dropped_at: null,
          updated_at: sql<Date>`now()`,
          note: sql<string>`case when payment_attempts.state = 'failed' then '' else payment_attempts.note end`,
        })
        .where((is) =>
          is.or([
            is('payment_attempts.state', '=', 'failed'),
            is.and([
              is('payment_attempts.state', 'in', UNKNOWN_OUTCOME),
              is('payment_attempts.lease_until', '<=', sql<Date>`clock_timestamp()`),
            ]),
          ]),
        ),
    )
    .returning('payment_attempts.lease_until')
    .executeTakeFirst();
  return claimed?.lease_until;
}

/**
 * Extends a lease directly before the provider is asked to capture. Returns its new end; undefined
 * when it has expired or another caller has taken it: a process that was suspended meanwhile must
 * not capture for an order that was cancelled since.
 */
export async function renewLease(
  db: Db,
  { orderId, receiptId, leaseMs }: Pick<Claim, 'orderId' | 'receiptId' | 'leaseMs'>,
  lease: Date,
): Promise<Date | undefined> {
  const renewed = await db
    .updateTable('payment_attempts')
    .set({ lease_until: leaseEnd(leaseMs) })
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.receipt_id', '=', receiptId)
    .where('payment_attempts.state', 'in', UNKNOWN_OUTCOME)
    .where('payment_attempts.lease_until', '=', lease)
    .where('payment_attempts.lease_until', '>', sql<Date>`clock_timestamp()`)
    .returning('payment_attempts.lease_until')
    .executeTakeFirst();
  return renewed?.lease_until;
}

/** Reads the order's receipts. Under the order's lock they do not change until the commit. */
export function listAttempts(trx: Trx, orderId: number): Promise<Attempt[]> {
  return trx.selectFrom('payment_attempts').selectAll().where('payment_attempts.order_id', '=', orderId).execute();
}

/** Reads one receipt of an order. */
export function findAttempt(db: DbOrTrx, orderId: number, receiptId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.receipt_id', '=', receiptId)
    .executeTakeFirst();
}

/**
 * Notes the reason of an unknown outcome, and releases the caller's lease; virtual accounts are
 * followed without one.
 */
export async function releaseLease(
  db: Db,
  { orderId, receiptId }: Pick<Claim, 'orderId' | 'receiptId'>,
  { lease, note }: { lease: Date | undefined; note: string },
): Promise<void> {
  let query = db
    .updateTable('payment_attempts')
    .set({ note })
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.receipt_id', '=', receiptId)
    .where('payment_attempts.state', 'in', FOLLOWED);
  if (lease) {
    query = query.set({ lease_until: sql<Date>`clock_timestamp()` }).where('payment_attempts.lease_until', '=', lease);
  }
  await query.execute();
}

/**
 * Takes open receipts without a lease, the longest waiting first. The same statement postpones each
 * until `nextAt`, so that one without an outcome does not delay the others, and a second instance
 * takes other ones.
 */
export async function takeDueAttempts(
  db: Db,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
): Promise<Pick<Attempt, 'order_id' | 'receipt_id'>[]> {
  const { rows } = await sql<Pick<Attempt, 'order_id' | 'receipt_id'>>`
    with taken as (
      update payment_attempts set due_at = ${nextAt}
      where id = any(array(
        select id from payment_attempts
        where state = any(${FOLLOWED}) and due_at <= ${now} and lease_until <= clock_timestamp()
        order by due_at limit ${limit} for update skip locked
      ))
      returning id, order_id, receipt_id
    )
    select order_id, receipt_id from taken order by id`.execute(db);
  return rows;
}

/**
 * Raises the refunded amount of a receipt; never lowers it, because an older response may arrive
 * after a newer one. Needs the order's lock.
 */
export async function recordGivenBack(
  trx: Trx,
  { id }: Pick<Attempt, 'id'>,
  { cancelledWon, state }: { cancelledWon: number; state: Attempt['state'] },
): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({
      state,
      cancelled_amount: sql<number>`greatest(cancelled_amount, ${cancelledWon})`,
      updated_at: sql<Date>`now()`,
    })
    .where('payment_attempts.id', '=', id)
    .execute();
}
