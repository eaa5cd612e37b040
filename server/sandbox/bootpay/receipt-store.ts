import { randomBytes, randomInt } from 'node:crypto';
import pg from 'pg';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import type { PaymentRequest } from './payment-request.ts';
import { type LedgerEntry, type Method, type SandboxReceipt, SandboxRefusal, STATUS } from './receipt.ts';

/** How long a virtual account waits for its deposit. */
const DEPOSIT_MS = 3 * DAY_MS;

export type CancelOrder = { receiptId: string; amount: number | undefined; cancelId: string | undefined; now: Date };

/** The sandbox's memory. It outlives the process, like a provider that did not crash with us. */
export type ReceiptStore = {
  open: (request: PaymentRequest, now: Date) => Promise<SandboxReceipt>;
  /** @throws SandboxRefusal RC_NOT_FOUND */
  get: (receiptId: string) => Promise<SandboxReceipt>;
  /** The buyer's act in the payment window; undefined when the window is over. */
  choose: (receiptId: string, method: Method, now: Date) => Promise<SandboxReceipt | undefined>;
  fail: (receiptId: string, code: string, message: string) => Promise<SandboxReceipt | undefined>;
  deposit: (receiptId: string, now: Date) => Promise<SandboxReceipt | undefined>;
  /** @throws SandboxRefusal unless the receipt waits for approval: money is taken once */
  confirm: (receiptId: string, now: Date) => Promise<SandboxReceipt>;
  /** @throws SandboxRefusal for a `cancelId` seen before and for more than is left */
  cancel: (order: CancelOrder) => Promise<SandboxReceipt>;
  ledgerOf: (orderId: string) => Promise<LedgerEntry[]>;
  close: () => Promise<void>;
};

const INSERT = `insert into sandbox.receipts
  (receipt_id, order_id, order_name, price, open_type, separately_confirmed, redirect_url, application_id, bank_username,
   requested_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning *`;

const SELECT = 'select * from sandbox.receipts where receipt_id = $1';

/** Changes the receipt only from the given status, and books what it takes: two at once take it once. */
function capturing(set: string, from: string): string {
  return `with changed as (update sandbox.receipts set ${set} where receipt_id = $1 and ${from} returning *),
    booked as (insert into sandbox.ledger (receipt_id, kind, amount, happened_at)
      select changed.receipt_id, 'capture', changed.price, $2 from changed where changed.status = ${STATUS.paid})
    select * from changed`;
}

const CONFIRM = capturing(`status = ${STATUS.paid}, purchased_at = $2`, `status = ${STATUS.approvable}`);
const DEPOSIT = capturing(
  `status = ${STATUS.paid}, purchased_at = $2`,
  `status = ${STATUS.issued} and bank_expires_at > $2`,
);
const CHOOSE = capturing(
  `method = $3, status = $4, bank_account = $5, bank_expires_at = $6,
   purchased_at = case when $4::smallint = ${STATUS.paid} then $2::timestamptz end`,
  `status = ${STATUS.waiting} and expires_at > $2`,
);
const FAIL = `update sandbox.receipts set status = ${STATUS.failed}, error_code = $2, error_message = $3
  where receipt_id = $1 and status = ${STATUS.waiting} returning *`;

async function cancelIn(client: pg.PoolClient, { receiptId, amount, cancelId, now }: CancelOrder) {
  const { rows } = await client.query<SandboxReceipt>(`${SELECT} for update`, [receiptId]);
  const receipt = rows[0];
  if (!receipt) throw notFound();
  if (receipt.status !== STATUS.paid && receipt.status !== STATUS.cancelled) {
    throw new SandboxRefusal(400, 'RC_CANCEL_NOT_PAID', '결제가 완료되지 않아 취소할 수 없습니다.');
  }
  const known = await client.query('select 1 from sandbox.ledger where cancel_id = $1', [cancelId ?? null]);
  if (known.rowCount) throw new SandboxRefusal(400, 'RC_CANCEL_ID_DUPLICATED', '이미 처리한 취소 요청입니다.');
  const left = receipt.price - receipt.cancelled_price;
  if (left === 0) throw new SandboxRefusal(400, 'RC_ALREADY_CANCELLED', '이미 취소된 결제입니다.');
  const given = amount ?? left;
  if (given > left) {
    throw new SandboxRefusal(400, 'RC_CANCEL_PRICE_EXCEEDED', '취소할 수 있는 금액보다 많은 금액입니다.');
  }
  await client.query(
    `insert into sandbox.ledger (receipt_id, kind, amount, cancel_id, happened_at) values ($1, 'cancel', $2, $3, $4)`,
    [receiptId, given, cancelId ?? null, now],
  );
  const updated = await client.query<SandboxReceipt>(
    `update sandbox.receipts set status = ${STATUS.cancelled}, cancelled_price = cancelled_price + $2, cancelled_at = $3
     where receipt_id = $1 returning *`,
    [receiptId, given, now],
  );
  return updated.rows[0] ?? receipt;
}

function notFound(): SandboxRefusal {
  return new SandboxRefusal(404, 'RC_NOT_FOUND', '결제 정보를 찾을 수 없습니다.');
}

function newAccountNumber(): string {
  return `999-${randomInt(100_000, 1_000_000)}-${randomInt(10_000, 100_000)}`;
}

/**
 * A pool of its own, so that the shop's statements stay countable; its commits need not wait for the disk, because what a crash of
 * the machine loses here is pretended money.
 */
export function createReceiptStore(connection: pg.ClientConfig): ReceiptStore {
  const pool = new pg.Pool({
    ...connection,
    application_name: 'payment sandbox',
    options: '-c synchronous_commit=off',
    connectionTimeoutMillis: 5 * SECOND_MS,
    max: 4,
  });
  pool.on('error', () => {});

  async function one(name: string, text: string, values: unknown[]): Promise<SandboxReceipt | undefined> {
    const { rows } = await pool.query<SandboxReceipt>({ name: `sandbox-${name}`, text, values });
    return rows[0];
  }
  async function get(receiptId: string): Promise<SandboxReceipt> {
    const receipt = await one('get', SELECT, [receiptId]);
    if (!receipt) throw notFound();
    return receipt;
  }

  return {
    get,
    async open(request, now) {
      const expiresAt = new Date(now.getTime() + request.timeoutMinutes * MINUTE_MS);
      const receipt = await one('open', INSERT, [
        randomBytes(12).toString('hex'),
        request.orderId,
        request.orderName,
        request.price,
        request.openType,
        request.separatelyConfirmed,
        request.redirectUrl ?? null,
        request.applicationId,
        request.buyerName,
        now,
        expiresAt,
      ]);
      if (!receipt) throw new Error('the receipt was not stored');
      return receipt;
    },
    async choose(receiptId, method, now) {
      const { separately_confirmed: isSeparate } = await get(receiptId);
      if (method === 'vbank') {
        const until = new Date(now.getTime() + DEPOSIT_MS);
        return one('choose', CHOOSE, [receiptId, now, method, STATUS.issued, newAccountNumber(), until]);
      }
      const status = isSeparate ? STATUS.approvable : STATUS.paid;
      return one('choose', CHOOSE, [receiptId, now, method, status, null, null]);
    },
    fail: (receiptId, code, message) => one('fail', FAIL, [receiptId, code, message]),
    deposit: (receiptId, now) => one('deposit', DEPOSIT, [receiptId, now]),
    async confirm(receiptId, now) {
      const confirmed = await one('confirm', CONFIRM, [receiptId, now]);
      if (confirmed) return confirmed;
      const { status } = await get(receiptId);
      if (status === STATUS.paid || status === STATUS.cancelled) {
        throw new SandboxRefusal(400, 'RC_ALREADY_CONFIRMED', '이미 승인된 결제입니다.');
      }
      throw new SandboxRefusal(400, 'RC_CONFIRM_NOT_READY', '승인할 수 있는 상태의 결제가 아닙니다.');
    },
    async cancel(order) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const receipt = await cancelIn(client, order);
        await client.query('commit');
        return receipt;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    async ledgerOf(orderId) {
      const { rows } = await pool.query<LedgerEntry>(
        `select ledger.receipt_id, ledger.kind, ledger.amount, ledger.cancel_id from sandbox.ledger
         join sandbox.receipts using (receipt_id) where receipts.order_id = $1 order by ledger.id`,
        [orderId],
      );
      return rows;
    },
    close: () => pool.end(),
  };
}
