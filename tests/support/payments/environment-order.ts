import pg from 'pg';
import { expect } from 'vitest';
import { createFactories, type OrderRow } from '#tests/support/app/factories.ts';
import { type Answer, openBrowser } from '#tests/support/app/http-browser.ts';
import { type Payment, payAtProvider } from './pay-at-provider.ts';
import type { PaymentEnvironment } from './payment-environment.ts';

/** The response of a call, or `gone` when the shop was killed during it. */
export type Outcome = Answer | 'gone';

/** An order with its buyer and an administrator, for calls to any instance. */
export type EnvironmentOrder = {
  row: OrderRow;
  pay: (payment?: Partial<Payment>) => Promise<string>;
  /** Confirms as the buyer at the instance of `url`. */
  confirm: (url: string, receiptId: string) => Promise<Outcome>;
  /** Refunds as the administrator; the same key means the same refund. */
  refund: (url: string, amount: number, requestKey: string) => Promise<Outcome>;
  /** Reads the order, its receipts and refunds, and the provider's ledger. */
  books: () => Promise<Books>;
};

export type Books = {
  status: string;
  paid: number;
  booked: number;
  receipts: string[];
  refunds: string[];
  moved: string[];
};

async function booksOf({ pool, provider }: PaymentEnvironment, { id, order_number }: OrderRow): Promise<Books> {
  const { rows } = await pool.query<Omit<Books, 'moved'>>(
    `select o.status, o.paid_price as paid, coalesce(b.paid, 0) as booked,
       array(select state from payment_attempts where order_id = o.id order by id) as receipts,
       array(select state || ' ' || amount from refunds where order_id = o.id order by id) as refunds
     from orders o left join payment_books b on b.order_id = o.id where o.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('the order is gone');
  const ledger = await provider.sandbox.store.ledger();
  const moved = ledger
    .filter((entry) => entry.order_id === order_number)
    .map(({ kind, amount }) => `${kind} ${amount}`);
  return { ...row, moved };
}

export async function buildEnvironmentOrder(
  environment: PaymentEnvironment,
  price = 350_000,
): Promise<EnvironmentOrder> {
  const { buildUser, buildOrder } = createFactories(environment.db);
  const user = await buildUser();
  const row = await buildOrder({ user, price });
  const admin = await buildUser({ role: 'admin' });
  const buyers = await environment.openSession(user.id);
  const admins = await environment.openSession(admin.id);

  async function post(url: string, cookies: Record<string, string>, path: string, body: unknown): Promise<Outcome> {
    const browser = await openBrowser(url, cookies);
    return browser.call('POST', path, body).catch(() => 'gone' as const);
  }
  return {
    row,
    pay: (payment) =>
      payAtProvider(environment.provider, { orderNumber: row.order_number, priceWon: price, ...payment }),
    confirm: (url, receipt_id) => post(url, buyers, '/api/bootpay/confirm', { order_id: row.id, receipt_id, price }),
    refund: (url, amount, requestKey) =>
      post(url, admins, `/api/admin/orders/${row.id}/refunds`, { amount, reason: '고객 요청', requestKey }),
    books: () => booksOf(environment, row),
  };
}

/**
 * A lock held by another connection. `reached` waits until a connection of the shop waits for it, and
 * returns its backend's process id.
 */
export type OutsideLock = { reached: () => Promise<number>; release: () => Promise<void> };

const WAITING = `select pid from pg_stat_activity
  where application_name in ('shop', 'shop jobs') and $1 = any(pg_blocking_pids(pid))`;

/** Takes the locks of `statement` in a separate transaction. */
export async function lockFromOutside(
  { connection, pool }: PaymentEnvironment,
  statement: string,
): Promise<OutsideLock> {
  const client = new pg.Client({ ...connection, application_name: 'outside' });
  // After a failed test, dropping the database ends the connection.
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    async reached() {
      let waiting: number | undefined;
      await expect
        .poll(
          async () => {
            waiting = (await pool.query<{ pid: number }>(WAITING, [rows[0]?.pid])).rows[0]?.pid;
            return waiting;
          },
          { interval: 20 },
        )
        .toBeDefined();
      return waiting ?? 0;
    },
    release: () => client.end(),
  };
}
