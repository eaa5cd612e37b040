import { compileOnce, type Slots } from '#server/db/statements/compile-once.ts';
import type { Db } from '#server/db/transaction.ts';
import { type Move, moveOrderIf } from '#server/features/orders/state/move-order.ts';
import { moveStatement, NEXT_ENTRY_ID } from '#server/features/orders/state/move-statement.ts';
import type { OrderRow } from '#server/features/orders/state/order-row.ts';
import type { Receipt } from '../gateway/gateway.ts';
import { type Claim, claimingAttempt, type PaidAttempt, payingAttempt, receiptColumnsOf } from './attempts.queries.ts';

/** The intent: the order is under way, and held by the receipt. */
const INTENT = { to: 'processing', actor: 'payment', actorUserId: null } as const;
/** The outcome: the order is paid. */
const OUTCOME = {
  to: 'confirmed',
  actor: 'payment',
  actorUserId: null,
  mail: { kind: 'order_confirmed', extra: {} },
} as const satisfies Partial<Move>;

const writeIntent = compileOnce((db, slot: Slots<Claim & { note: string; assigneeId: number | null }>) =>
  moveStatement(db, {
    ...INTENT,
    order: { id: slot('orderId'), status: 'pending', assigneeId: slot('assigneeId') },
    entry: { id: NEXT_ENTRY_ID, note: slot('note'), sealed: null },
    gate: claimingAttempt({
      orderId: slot('orderId'),
      receiptId: slot('receiptId'),
      state: slot('state'),
      leaseMs: slot('leaseMs'),
      dueAt: slot('dueAt'),
    }),
  }).select('moved.assignee_id'),
);

/**
 * Commits the intent for a pending order in one statement. Returns false, and has written nothing,
 * when the order or the receipt is taken meanwhile.
 */
export function moveToProcessing(db: Db, order: OrderRow, claim: Claim, note: string): Promise<boolean> {
  const values = { ...claim, note, assigneeId: order.assignee_id };
  return moveOrderIf(db, order, INTENT, (handle) => writeIntent(handle, values));
}

type Outcome = PaidAttempt & {
  note: string;
  paidPrice: number;
  paidSince: Date;
  contactBy: Date;
  assigneeId: number | null;
};

const writeOutcome = compileOnce((db, slot: Slots<Outcome>) =>
  moveStatement(db, {
    ...OUTCOME,
    order: { id: slot('orderId'), status: 'processing', assigneeId: slot('assigneeId') },
    entry: { id: NEXT_ENTRY_ID, note: slot('note'), sealed: null },
    paidPrice: slot('paidPrice'),
    contact: { paid_at: slot('paidSince'), contact_by: slot('contactBy') },
    gate: payingAttempt(db, {
      orderId: slot('orderId'),
      receiptId: slot('receiptId'),
      price: slot('price'),
      due_at: slot('due_at'),
      amount: slot('amount'),
      cancelled_amount: slot('cancelled_amount'),
      method: slot('method'),
      paid_at: slot('paid_at'),
      receipt_url: slot('receipt_url'),
      virtual_account: slot('virtual_account'),
    }),
  }).select('moved.assignee_id'),
);

type Paid = Required<Pick<Move, 'note' | 'paidPrice' | 'contact'>> & { dueAt: Date };

/**
 * Commits the usual outcome of an approval in one statement. Returns false, and has written
 * nothing, when anything else holds or pays for the order, or the attempt has another state.
 */
export function moveToPaid(db: Db, order: OrderRow, receipt: Receipt, paid: Paid): Promise<boolean> {
  const { note, paidPrice, contact, dueAt } = paid;
  const values = {
    ...receiptColumnsOf(receipt),
    orderId: order.id,
    receiptId: receipt.receiptId,
    price: order.price,
    due_at: dueAt,
    note,
    paidPrice,
    paidSince: contact.paid_at,
    contactBy: contact.contact_by,
    assigneeId: order.assignee_id,
  };
  return moveOrderIf(db, order, OUTCOME, (handle) => writeOutcome(handle, values));
}
