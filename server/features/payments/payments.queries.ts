import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { PaymentAttemptsTable, RefundsTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { RefundAccount } from '#shared/contract/admin-orders.ts';
import type { VirtualAccount } from '#shared/contract/orders.ts';
import type { Receipt } from './gateway/gateway.ts';

export type Attempt = Selectable<PaymentAttemptsTable>;

export type AttemptOutcome = { state: Attempt['state']; leaseUntil: Date; receipt?: Receipt; note?: string };

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

function columnsOf({ state, leaseUntil, receipt, note }: AttemptOutcome) {
  const account = receipt && virtualAccountOf(receipt);
  return {
    state,
    lease_until: leaseUntil,
    ...(note !== undefined && { note }),
    ...(receipt && {
      amount: receipt.priceWon,
      cancelled_amount: receipt.cancelledWon,
      method: receipt.method,
      paid_at: receipt.paidAt,
      receipt_url: receipt.receiptUrl,
      virtual_account: account ? JSON.stringify(account) : null,
    }),
  };
}

/** Writes what is known of a receipt now: the order's row for it, made or changed. Needs the order's lock. */
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

/**
 * Takes the lease of an attempt, so that one caller at a time talks to the provider about a receipt. Without an attempt it makes
 * one. False when somebody else holds the lease, or the receipt or the order is taken: the caller looks again.
 */
export async function claimAttempt(
  trx: Trx,
  claim: { orderId: number; receiptId: string; state: 'unverified' | 'approving'; now: Date; leaseUntil: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_attempts as kept (order_id, receipt_id, state, lease_until)
    select ${claim.orderId}, ${claim.receiptId}, ${claim.state}, ${claim.leaseUntil}
    where not exists (
      select from payment_attempts
      where (order_id = ${claim.orderId} and receipt_id <> ${claim.receiptId} and state in ('unverified', 'approving', 'issued', 'paid'))
         or (receipt_id = ${claim.receiptId} and order_id <> ${claim.orderId} and state in ('approving', 'issued', 'paid', 'cancelled'))
    )
    on conflict (order_id, receipt_id) do update
      set state = excluded.state, lease_until = excluded.lease_until, updated_at = now()
      where kept.state in ('unverified', 'approving', 'failed') and (kept.lease_until <= ${claim.now} or kept.state = 'failed')
    returning id`.execute(trx);
  return rows.length === 1;
}

/** The order's receipts and what has become of each. Under the order's lock it stays so. */
export function listAttempts(trx: Trx, orderId: number): Promise<Pick<Attempt, 'receipt_id' | 'state'>[]> {
  return trx
    .selectFrom('payment_attempts')
    .select(['payment_attempts.receipt_id', 'payment_attempts.state'])
    .where('payment_attempts.order_id', '=', orderId)
    .execute();
}

/** Lets whoever comes next go on at once; nothing else changes. */
export async function releaseLease(db: Db, orderId: number, receiptId: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ lease_until: now })
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.receipt_id', '=', receiptId)
    .execute();
}

export type NewRefund = {
  orderId: number;
  receiptId: string;
  cancelId: string;
  amountWon: number;
  reason: string;
  requestedBy: string;
  /** Of the staff; left out when the shop gives back by itself. */
  requestedById?: number | null;
  /** What had gone back of the receipt before. */
  cancelledBeforeWon: number;
  account?: RefundAccount | undefined;
};

/** The intent to give money back; a repeat of the same `cancelId` changes nothing. */
export async function insertRefund(trx: Trx, refund: NewRefund): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      order_id: refund.orderId,
      receipt_id: refund.receiptId,
      cancel_id: refund.cancelId,
      amount: refund.amountWon,
      reason: refund.reason,
      requested_by: refund.requestedBy,
      requested_by_id: refund.requestedById ?? null,
      cancelled_before: refund.cancelledBeforeWon,
      account: refund.account ? JSON.stringify(refund.account) : null,
    })
    .onConflict((conflict) => conflict.column('cancel_id').doNothing())
    .execute();
}

/** Receipts whose end is open and whom nobody is working on, longest waiting first. */
export function listDueAttempts(db: Db, now: Date, limit: number): Promise<{ order_id: number; receipt_id: string }[]> {
  return db
    .selectFrom('payment_attempts')
    .select(['payment_attempts.order_id', 'payment_attempts.receipt_id'])
    .where('payment_attempts.state', 'in', ['unverified', 'approving', 'issued'])
    .where('payment_attempts.lease_until', '<=', now)
    .orderBy('payment_attempts.lease_until')
    .limit(limit)
    .execute();
}

/** Refunds that are still to be carried out. One that has just been written is in the hands of whoever wrote it. */
export function listDueRefunds(db: Db, limit: number): Promise<{ cancel_id: string }[]> {
  return db
    .selectFrom('refunds')
    .select('refunds.cancel_id')
    .where('refunds.state', '=', 'requested')
    .where((eb) =>
      eb.or([eb('refunds.attempts', '>', 0), eb('refunds.created_at', '<', sql<Date>`now() - interval '30 seconds'`)]),
    )
    .orderBy('refunds.updated_at')
    .limit(limit)
    .execute();
}

export type Refund = Selectable<RefundsTable>;

export function findRefund(db: DbOrTrx, cancelId: string): Promise<Refund | undefined> {
  return db.selectFrom('refunds').selectAll().where('refunds.cancel_id', '=', cancelId).executeTakeFirst();
}

/** Whether money of the receipt is on its way back by an act of ours. */
export async function isRefundOpen(db: DbOrTrx, receiptId: string): Promise<boolean> {
  const open = await db
    .selectFrom('refunds')
    .select('refunds.id')
    .where('refunds.receipt_id', '=', receiptId)
    .where('refunds.state', '=', 'requested')
    .executeTakeFirst();
  return open !== undefined;
}

/** The payment that an order is paid by. */
export function findPaidAttempt(db: DbOrTrx, orderId: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.state', '=', 'paid')
    .executeTakeFirst();
}

/** Writes what the provider says has gone back of a payment that stays; needs the order's lock. */
export async function recordGivenBack(trx: Trx, orderId: number, receipt: Receipt): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({
      // It only ever rises: an older word may come after a newer one.
      cancelled_amount: sql<number>`greatest(cancelled_amount, ${receipt.cancelledWon})`,
      updated_at: sql<Date>`now()`,
    })
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_attempts.receipt_id', '=', receipt.receiptId)
    .execute();
}

/** The receipts that were ever brought for an order, and its refunds that are still to be carried out; throws ORDER_NOT_FOUND. */
export async function listMoneyOf(db: Db, orderId: number): Promise<{ receipts: string[]; refunds: string[] }> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select('payment_attempts.receipt_id')
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .orderBy('payment_attempts.id'),
      ).as('attempts'),
      jsonArrayFrom(
        eb
          .selectFrom('refunds')
          .select('refunds.cancel_id')
          .whereRef('refunds.order_id', '=', 'orders.id')
          .where('refunds.state', '=', 'requested'),
      ).as('open'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  return {
    receipts: row.attempts.map(({ receipt_id }) => receipt_id),
    refunds: row.open.map(({ cancel_id }) => cancel_id),
  };
}
