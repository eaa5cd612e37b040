import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ValuesOrSlots } from '#server/db/statements/compile-once.ts';
import type { PaymentAttemptsTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { Gate } from '#server/features/orders/state/move-statement.ts';
import type { VirtualAccount } from '#shared/features/orders/schemas.ts';
import { BINDING, FOLLOWED, HOLDING, UNKNOWN_OUTCOME } from '#shared/rules/payments/payment-status.ts';
import type { Receipt } from '../gateway/gateway.ts';

export type Attempt = Selectable<PaymentAttemptsTable>;

export type AttemptOutcome = { state: Attempt['state']; dueAt: Date; receipt?: Receipt; note?: string };

function virtualAccountOf(receipt: Receipt): VirtualAccount | null {
  const account = receipt.virtualAccount;
  return (
    account && {
      bank_name: account.bankName,
      account_number: account.accountNumber,
      holder: account.holder,
      expires_at: account.expiresAt?.toISOString() ?? null,
    }
  );
}

/** What the receipt says, as columns of its attempt. */
export function receiptColumnsOf(receipt: Receipt) {
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

function claimOf(
  source: RawBuilder<unknown>,
  { orderId, receiptId, state, leaseMs, dueAt }: ValuesOrSlots<Claim>,
): Gate {
  return sql`
    insert into payment_attempts as kept (order_id, receipt_id, state, due_at, lease_until)
    select source.id, ${receiptId}, ${state}, ${dueAt}, clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from ${source} as source
    where not exists (
      select from payment_attempts
      where (order_id = ${orderId} and receipt_id <> ${receiptId} and state = any(${HOLDING}))
         or (receipt_id = ${receiptId} and order_id <> ${orderId} and state = any(${BINDING}))
    )
    on conflict (order_id, receipt_id) do update
      set state = excluded.state, lease_until = excluded.lease_until, dropped_at = null, updated_at = now(),
        note = case when kept.state = 'failed' then '' else kept.note end
      where kept.state = 'failed'
        or (kept.state = any(${UNKNOWN_OUTCOME}) and kept.lease_until <= clock_timestamp())
    returning order_id`;
}

/**
 * Takes the lease of an attempt, so that one caller at a time calls the provider about a receipt.
 * Uses the database's clock. Inserts the attempt if there is none. Returns false when another
 * caller holds the lease, or the receipt or the order is taken.
 */
export async function claimAttempt(trx: Trx, claim: Claim): Promise<boolean> {
  const { rows } = await claimOf(sql`(select ${claim.orderId}::integer as id)`, claim).execute(trx);
  return rows.length === 1;
}

/** The same as a part of the statement that moves the order. */
export function claimingAttempt(claim: ValuesOrSlots<Claim>): Gate {
  return sql`(${claimOf(sql`locked`, claim)})`;
}

/** An attempt that pays for an order of this price, and what its receipt says. */
export type PaidAttempt = ReturnType<typeof receiptColumnsOf> & {
  orderId: number;
  receiptId: string;
  price: number;
  due_at: Date;
};

/**
 * Records an attempt under way as paid in full, as a part of the statement that moves its order.
 * Has no row when anything else holds or pays for the order, or the attempt has another state.
 */
export function payingAttempt(
  db: DbOrTrx,
  { orderId, receiptId, price, ...columns }: ValuesOrSlots<PaidAttempt>,
): Gate {
  const written = db
    .updateTable('payment_attempts')
    .set({
      ...columns,
      state: 'paid',
      lease_until: sql<Date>`clock_timestamp()`,
      dropped_at: null,
      note: '',
      updated_at: sql<Date>`now()`,
    })
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.receipt_id', '=', receiptId)
    .where('payment_attempts.state', '=', 'approving')
    .where(sql<boolean>`exists (select from locked where paid_price = 0 and price = ${price})`)
    .where(
      sql<boolean>`not exists (select from payment_attempts other
        where other.order_id = ${orderId} and other.receipt_id <> ${receiptId} and other.state = any(${HOLDING}))`,
    )
    .returning('payment_attempts.order_id');
  return sql`(${written})`;
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
 * Releases the lease; `note` is the reason of an unknown outcome, also for virtual accounts, which
 * need no lease.
 */
export async function releaseLease(db: Db, orderId: number, receiptId: string, note: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ lease_until: sql<Date>`clock_timestamp()`, note })
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.receipt_id', '=', receiptId)
    .where('payment_attempts.state', 'in', FOLLOWED)
    .execute();
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
