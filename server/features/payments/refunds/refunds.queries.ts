import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { RefundsTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { RefundAccount } from '#shared/features/payments/refund-schemas.ts';
import { leaseEnd } from '../attempts/lease.ts';
import type { PaymentTiming } from '../payment-deps.ts';

export type Refund = Selectable<RefundsTable>;

export type NewRefund = {
  orderId: number;
  receiptId: string;
  cancelId: string;
  amountWon: number;
  reason: string;
  /** Given for a reason in a person's words: it is stored encrypted. */
  seal?: Seal;
  /** Login id of the administrator; `system` for automatic refunds. */
  requestedBy: string;
  requestedById?: number | null;
  /** Amount of the receipt refunded before, according to the provider. */
  cancelledBeforeWon: number;
  account?: RefundAccount | undefined;
  /** True when the buyer must name a bank account first. */
  awaitsAccount?: boolean;
  /** When the job executes it, if its writer has not. */
  dueAt: Date;
};

/**
 * Writes a refund intent; a repeated `cancelId` changes nothing. Needs the order's lock. Returns
 * the refund's id.
 */
export async function insertRefund(trx: Trx, { seal, ...refund }: NewRefund): Promise<number> {
  const known = await findRefund(trx, refund.cancelId);
  if (known) return known.id;
  const id = await nextId(trx, 'refunds');
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: refund.orderId,
      receipt_id: refund.receiptId,
      cancel_id: refund.cancelId,
      amount: refund.amountWon,
      ...(seal ? { reason_sealed: seal(refund.reason, `refunds.reason_sealed:${id}`) } : { reason: refund.reason }),
      requested_by: refund.requestedBy,
      requested_by_id: refund.requestedById ?? null,
      cancelled_before: refund.cancelledBeforeWon,
      account: refund.account ? JSON.stringify(refund.account) : null,
      awaits_account: refund.awaitsAccount ?? false,
      due_at: refund.dueAt,
    })
    .execute();
  return id;
}

/** A refund with the lease held by this caller, until `lease_until`. */
export type ClaimedRefund = Refund & {
  /** True when the provider can no longer execute the last attempt. */
  is_quiet: boolean;
};

/**
 * Takes the lease of an open refund: one of the job, another instance and an administrator's check
 * continues it. Undefined when it has ended or another caller holds the lease.
 */
export async function claimRefund(
  db: Db,
  cancelId: string,
  { leaseMs, refundQuietMs }: Pick<PaymentTiming, 'leaseMs' | 'refundQuietMs'>,
): Promise<ClaimedRefund | undefined> {
  return db
    .updateTable('refunds')
    .set({ lease_until: leaseEnd(leaseMs) })
    .where('refunds.cancel_id', '=', cancelId)
    .where('refunds.state', '=', 'requested')
    .where('refunds.lease_until', '<=', sql<Date>`clock_timestamp()`)
    .returningAll()
    .returning(
      sql<boolean>`coalesce(sent_at + ${refundQuietMs} * interval '1 millisecond' <= clock_timestamp(), true)`.as(
        'is_quiet',
      ),
    )
    .executeTakeFirst();
}

/**
 * Records that the refund is being sent; committed directly before the call, so that it survives a
 * crash. Returns false when the lease of `claimRefund` has expired or another caller has taken it:
 * a process that was suspended meanwhile must not send what another one has sent.
 */
export async function markRefundSent(db: Db, { cancel_id, lease_until }: ClaimedRefund): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ sent_at: sql<Date>`clock_timestamp()` })
    .where('refunds.cancel_id', '=', cancel_id)
    .where('refunds.state', '=', 'requested')
    .where('refunds.lease_until', '=', lease_until)
    .where('refunds.lease_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes due refunds; postpones each until `nextAt`, as in `takeDueAttempts`. */
export async function takeDueRefunds(
  db: Db,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
): Promise<Pick<Refund, 'cancel_id'>[]> {
  const { rows } = await sql<Pick<Refund, 'cancel_id'>>`
    update refunds set due_at = ${nextAt}
    where id = any(array(
      select id from refunds
      where state = 'requested' and not awaits_account and due_at <= ${now} and lease_until <= clock_timestamp()
      order by due_at limit ${limit} for update skip locked
    ))
    returning cancel_id`.execute(db);
  return rows;
}

export function findRefund(db: DbOrTrx, cancelId: string): Promise<Refund | undefined> {
  return db.selectFrom('refunds').selectAll().where('refunds.cancel_id', '=', cancelId).executeTakeFirst();
}

/** Reads the open refund of a receipt. There is at most one. */
export function findOpenRefund(db: DbOrTrx, receiptId: string): Promise<Refund | undefined> {
  return (
    db
      .selectFrom('refunds')
      .selectAll()
      .where('refunds.receipt_id', '=', receiptId)
      // Written out, not a parameter: `refunds_one_open_key` has open refunds alone.
      .where('refunds.state', '=', sql.lit('requested'))
      .executeTakeFirst()
  );
}

/**
 * Reads the receipts of an order, those of its open discrepancies too, and its open refunds; throws
 * ORDER_NOT_FOUND.
 */
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
          .selectFrom('payment_differences as d')
          .select('d.receipt_id')
          .distinct()
          .whereRef('d.order_id', '=', 'orders.id')
          .where('d.receipt_id', '<>', '')
          .where('d.handled_at', 'is', null),
      ).as('found'),
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
    receipts: [...new Set([...row.attempts, ...row.found].map(({ receipt_id }) => receipt_id))],
    refunds: row.open.map(({ cancel_id }) => cancel_id),
  };
}
