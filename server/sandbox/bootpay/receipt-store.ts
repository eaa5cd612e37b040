import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { SECOND_MS } from '#server/lib/time.ts';
import type { OpenType, SandboxMethod, SandboxReceipt, VirtualAccount } from './receipt.ts';
import { STATUS } from './receipt.ts';

type NewReceipt = {
  receiptId: string;
  orderId: string;
  orderName: string;
  price: number;
  taxFree: number;
  separatelyConfirmed: boolean;
  openType: OpenType;
  redirectUrl: string | null;
  transactionKey: string;
  buyer: Record<string, unknown>;
  metadata: Record<string, unknown>;
  depositExpiresAt: Date | null;
  requestedAt: Date;
  expiresAt: Date;
};

/** A line of the ledger: money captured or given back. */
export type LedgerEntry = {
  receipt_id: string;
  order_id: string;
  kind: 'capture' | 'cancel';
  amount: number;
  cancel_id: string | null;
  /** Where money of a virtual account went, if the shop said. */
  refund_account: RefundAccount | null;
  at: Date;
};

export type RefundAccount = { bank_code: string; bank_account: string; bank_username: string };

type Change = { receiptId: string; now: Date };

/**
 * The stand-in's memory. Each method is one statement that checks and changes at once, so that two
 * instances, or a provider and a buyer, cannot do the same thing twice; `undefined` means that the
 * receipt was not in a state for it.
 */
export type ReceiptStore = {
  open: (receipt: NewReceipt) => Promise<void>;
  find: (receiptId: string) => Promise<SandboxReceipt | undefined>;
  /**
   * The buyer has agreed: waits for the shop's approval, or is captured at once when that was not
   * asked for.
   */
  authorise: (change: Change & { method: SandboxMethod; approvableUntil: Date }) => Promise<SandboxReceipt | undefined>;
  /** The buyer takes a virtual account, whose deposit is awaited until `expiresAt`. */
  issueAccount: (change: Change & { account: VirtualAccount; expiresAt: Date }) => Promise<SandboxReceipt | undefined>;
  /** The payment ends without one: refused, or its window closed. */
  fail: (change: Change) => Promise<SandboxReceipt | undefined>;
  /** Captures what waits for approval or deposit. */
  capture: (change: Change & { from: 'approvable' | 'issued' }) => Promise<SandboxReceipt | undefined>;
  /**
   * Gives money back; without an amount, all that is left. An ignored id may come any number of
   * times.
   */
  cancel: (
    change: Change & {
      amount: number | null;
      cancelId: string | null;
      refundAccount?: RefundAccount | null;
      isIdIgnored?: boolean;
    },
  ) => Promise<SandboxReceipt | undefined>;
  /** Ends the wait for a deposit. */
  callOff: (change: Change) => Promise<SandboxReceipt | undefined>;
  /** The buyer turns out to pay this much more; only before anything was captured. */
  raisePrice: (change: { receiptId: string; byWon: number }) => Promise<void>;
  isCancelIdUsed: (cancelId: string) => Promise<boolean>;
  /** All that ever moved, oldest first. */
  ledger: () => Promise<LedgerEntry[]>;
  close: () => Promise<void>;
};

const OPEN = `
  insert into sandbox.receipts (receipt_id, order_id, order_name, price, tax_free, separately_confirmed, open_type, redirect_url,
    transaction_key, buyer, metadata, deposit_expires_at, requested_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

const FIND = 'select * from sandbox.receipts where receipt_id = $1';

const AUTHORISE = `
  with changed as (
    update sandbox.receipts
    set method = $3, expires_at = $4,
      status = case when separately_confirmed then ${STATUS.approvable} else ${STATUS.paid} end,
      purchased_at = case when separately_confirmed then null else $2::timestamptz end
    where receipt_id = $1 and status = ${STATUS.waiting} and expires_at > $2
    returning *
  ), entry as (
    insert into sandbox.ledger (receipt_id, order_id, kind, amount, at)
    select receipt_id, order_id, 'capture', price, $2 from changed where not separately_confirmed
  )
  select * from changed`;

const ISSUE = `
  update sandbox.receipts
  set method = 'vbank', status = ${STATUS.issued}, virtual_account = $3, expires_at = $4
  where receipt_id = $1 and status = ${STATUS.waiting} and expires_at > $2
  returning *`;

const FAIL = `
  update sandbox.receipts set status = ${STATUS.failed} where receipt_id = $1 and status = ${STATUS.waiting} returning *`;

const CALL_OFF = `
  update sandbox.receipts set status = ${STATUS.failed}
  where receipt_id = $1 and status = ${STATUS.issued} and expires_at > $2
  returning *`;

const CAPTURE = `
  with changed as (
    update sandbox.receipts set status = ${STATUS.paid}, purchased_at = $2
    where receipt_id = $1 and status = $3 and expires_at > $2
    returning *
  ), entry as (
    insert into sandbox.ledger (receipt_id, order_id, kind, amount, at)
    select receipt_id, order_id, 'capture', price, $2 from changed
  )
  select * from changed`;

const CANCEL = `
  with entry as (
    insert into sandbox.ledger (receipt_id, order_id, kind, amount, cancel_id, at, refund_account)
    select receipt_id, order_id, 'cancel', coalesce($3::integer, price - cancelled_price), $4, $2, $5::jsonb
    from sandbox.receipts
    where receipt_id = $1 and status in (${STATUS.paid}, ${STATUS.cancelled})
      and coalesce($3::integer, price - cancelled_price) between 1 and price - cancelled_price
    for update
    on conflict (cancel_id) where cancel_id is not null do nothing
    returning receipt_id, amount
  )
  update sandbox.receipts
  set status = ${STATUS.cancelled}, cancelled_price = cancelled_price + entry.amount, cancelled_at = $2
  from entry where receipts.receipt_id = entry.receipt_id
  returning receipts.*`;

const RAISE = `
  update sandbox.receipts set price = price + $2
  where receipt_id = $1 and status in (${STATUS.waiting}, ${STATUS.approvable}, ${STATUS.issued})`;

/** In the ledger an ignored id is kept with a mark behind it, since the others are unique there. */
const MARK = '#';
const markedId = (cancelId: string) => `${cancelId}${MARK}${randomBytes(6).toString('hex')}`;
/** The id as the shop sent it. */
export const SENT_CANCEL_ID = `split_part(cancel_id, '${MARK}', 1)`;

/** Few are enough: the stand-in's statements are single and short. */
const POOL_SIZE = 4;

/** Connections of the stand-in's own, so that its work is not counted as the shop's. */
export function openSandboxPool(connection: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    application_name: 'payment-sandbox',
    connectionTimeoutMillis: 5 * SECOND_MS,
    allowExitOnIdle: true,
    // The stand-in's writes cost the shop no wait for the disk: after a crash of the whole machine
    // test payments may be gone.
    async onConnect(client) {
      client.on('error', () => {});
      await client.query(`set synchronous_commit = off; set statement_timeout = ${15 * SECOND_MS}`);
    },
  });
  pool.on('error', () => {});
  return pool;
}

/**
 * Opens the stand-in's memory with connections of its own, so that its work is not counted as the
 * shop's.
 */
export function createReceiptStore(connection: pg.ClientConfig): ReceiptStore {
  const pool = openSandboxPool(connection);
  async function one(name: string, text: string, values: unknown[]): Promise<SandboxReceipt | undefined> {
    const { rows } = await pool.query<SandboxReceipt>({ name, text, values });
    return rows[0];
  }
  return {
    async open(receipt) {
      const { receiptId, orderId, orderName, price, taxFree, separatelyConfirmed, openType, redirectUrl } = receipt;
      const { transactionKey, buyer, metadata, depositExpiresAt, requestedAt, expiresAt } = receipt;
      await one('sandbox-open', OPEN, [
        ...[receiptId, orderId, orderName, price, taxFree, separatelyConfirmed, openType, redirectUrl],
        ...[transactionKey, JSON.stringify(buyer), JSON.stringify(metadata), depositExpiresAt, requestedAt, expiresAt],
      ]);
    },
    find: (receiptId) => one('sandbox-find', FIND, [receiptId]),
    authorise: ({ receiptId, now, method, approvableUntil }) =>
      one('sandbox-authorise', AUTHORISE, [receiptId, now, method, approvableUntil]),
    issueAccount: ({ receiptId, now, account, expiresAt }) =>
      one('sandbox-issue', ISSUE, [receiptId, now, JSON.stringify(account), expiresAt]),
    fail: ({ receiptId }) => one('sandbox-fail', FAIL, [receiptId]),
    capture: ({ receiptId, now, from }) => one('sandbox-capture', CAPTURE, [receiptId, now, STATUS[from]]),
    cancel: ({ receiptId, now, amount, cancelId, refundAccount, isIdIgnored = false }) =>
      one('sandbox-cancel', CANCEL, [
        ...[receiptId, now, amount, cancelId !== null && isIdIgnored ? markedId(cancelId) : cancelId],
        refundAccount ? JSON.stringify(refundAccount) : null,
      ]),
    callOff: ({ receiptId, now }) => one('sandbox-call-off', CALL_OFF, [receiptId, now]),
    raisePrice: async ({ receiptId, byWon }) => void (await one('sandbox-raise', RAISE, [receiptId, byWon])),
    async isCancelIdUsed(cancelId) {
      const { rowCount } = await pool.query('select from sandbox.ledger where cancel_id = $1', [cancelId]);
      return rowCount !== 0;
    },
    async ledger() {
      const { rows } = await pool.query<LedgerEntry>(
        `select receipt_id, order_id, kind, amount, ${SENT_CANCEL_ID} as cancel_id, refund_account, at
         from sandbox.ledger order by id`,
      );
      return rows;
    },
    close: () => pool.end(),
  };
}
