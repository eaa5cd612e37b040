import type { Pool } from 'pg';
import { returnIdFor } from '#server/features/payments/refunds/refund-id.ts';
import { SENT_CANCEL_ID } from '#server/sandbox/bootpay/receipt-store.ts';

type Captured = {
  receipt_id: string;
  order_number: string;
  is_split: boolean;
  tax_free: number;
  captures: number;
  captured: number;
};
type ProviderRefund = { order_number: string; receipt_id: string; cancel_id: string | null; amount: number };
type BookedOrder = { id: number; order_number: string; status: string; paid_price: number; booked: number };
type BookedReceipt = { order_id: number; receipt_id: string; state: string; cancelled: number };
type BookedRefund = {
  order_id: number;
  order_number: string;
  receipt_id: string;
  cancel_id: string;
  amount: number;
  state: string;
};

/** Result of an audit; `problems` is empty when the provider's books and ours agree. */
export type PaymentAudit = {
  /** Orders by status. */
  orders: Record<string, number>;
  /**
   * Receipts that were captured, payments that were given back, and what stayed of both, in won.
   */
  captured: number;
  givenBack: number;
  keptWon: number;
  problems: string[];
};

type Books = {
  captured: Captured[];
  givenBack: ProviderRefund[];
  orders: BookedOrder[];
  receipts: BookedReceipt[];
  refunds: BookedRefund[];
};

async function readBooks(shop: Pool, provider: Pool): Promise<Books> {
  const [captured, givenBack, orders, receipts, refunds] = await Promise.all([
    provider.query<Captured>(`
      select l.receipt_id, l.order_id as order_number, r.separately_confirmed as is_split, r.tax_free,
        count(*)::integer as captures, sum(l.amount)::integer as captured
      from sandbox.ledger l join sandbox.receipts r using (receipt_id)
      where l.kind = 'capture' group by 1, 2, 3, 4`),
    provider.query<ProviderRefund>(
      `select order_id as order_number, receipt_id, ${SENT_CANCEL_ID} as cancel_id, amount
       from sandbox.ledger where kind = 'cancel'`,
    ),
    shop.query<BookedOrder>(`
      select o.id, o.order_number, o.status, o.paid_price, coalesce(b.paid, 0) as booked
      from orders o left join payment_books b on b.order_id = o.id`),
    shop.query<BookedReceipt>(
      'select order_id, receipt_id, state, cancelled_amount as cancelled from payment_attempts',
    ),
    shop.query<BookedRefund>(`
      select r.order_id, o.order_number, r.receipt_id, r.cancel_id, r.amount, r.state
      from refunds r join orders o on o.id = r.order_id`),
  ]);
  return {
    captured: captured.rows,
    givenBack: givenBack.rows,
    orders: orders.rows,
    receipts: receipts.rows,
    refunds: refunds.rows,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function groupOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): (key: string) => Row[] {
  const groups = Map.groupBy(rows, keyOf);
  return (key) => groups.get(key) ?? [];
}

/** Nothing captured twice, nothing captured and forgotten: order by order. */
function orderProblems(books: Books): string[] {
  const capturedFor = groupOf(books.captured, (row) => row.order_number);
  const backOf = groupOf(books.givenBack, (row) => row.receipt_id);
  const receiptsOf = groupOf(books.receipts, (row) => String(row.order_id));
  return books.orders.flatMap((order) => {
    const problems: string[] = [];
    const captured = capturedFor(order.order_number);
    const left = captured.map((row) => ({
      receiptId: row.receipt_id,
      isTaxable: row.tax_free === 0,
      won: row.captured - sum(backOf(row.receipt_id).map(({ amount }) => amount)),
    }));
    const kept = left.filter(({ won }) => won > 0);
    if (kept.length > 1) problems.push(`${kept.length} payments kept`);
    if (captured.filter((row) => row.is_split).length > 1) problems.push('captured twice by us');
    const receipts = receiptsOf(String(order.id));
    for (const { receiptId, won, isTaxable } of kept) {
      if (!isTaxable) problems.push(`${won} won of ${receiptId} kept without its tax`);
      const isBooked = receipts.some(({ receipt_id, state }) => receipt_id === receiptId && state === 'paid');
      if (!isBooked || order.status !== 'confirmed') problems.push(`${won} won of ${receiptId} captured and forgotten`);
    }
    const keptWon = sum(kept.map(({ won }) => won));
    if (order.paid_price !== keptWon) problems.push(`paid ${order.paid_price}, at the provider ${keptWon}`);
    if (order.paid_price !== order.booked) problems.push(`paid ${order.paid_price}, in our books ${order.booked}`);
    if (order.status === 'confirmed' && kept.length === 0) problems.push('confirmed without a payment');
    const isOpen = receipts.some(({ state }) => state === 'unverified' || state === 'approving');
    if (isOpen || order.status === 'processing') problems.push('not brought to an end');
    return problems.map((problem) => `order ${order.order_number} (${order.status}): ${problem}`);
  });
}

/** Nothing refunded twice or above what was paid, and each refund known to both. */
function refundProblems(books: Books): string[] {
  const problems: string[] = [];
  const backOf = groupOf(books.givenBack, (row) => row.receipt_id);
  const backFor = groupOf(books.givenBack, (row) => row.cancel_id ?? '');
  for (const { receipt_id, captures, captured } of books.captured) {
    const back = sum(backOf(receipt_id).map(({ amount }) => amount));
    if (captures > 1) problems.push(`receipt ${receipt_id}: captured ${captures} times`);
    if (back > captured) problems.push(`receipt ${receipt_id}: ${back} given back of ${captured}`);
  }
  for (const { order_id, order_number, receipt_id, cancel_id, amount, state } of books.refunds) {
    // The account was called off while its deposit came and the refund of it had begun: the
    // call-off gave all back.
    const calledOff = state === 'done' ? backFor(returnIdFor(order_id, `${receipt_id}:account`)) : [];
    const done = [...backFor(cancel_id), ...calledOff].map((row) => row.amount);
    const expected = state === 'done' ? [amount] : [];
    const refund = `order ${order_number}: refund ${cancel_id} of ${amount} is ${state}`;
    if (state === 'requested') problems.push(`${refund}: not brought to an end`);
    if (done.join() !== expected.join()) problems.push(`${refund}, the provider gave back [${done.join(', ')}]`);
  }
  const known = new Set(books.refunds.map(({ cancel_id }) => cancel_id));
  // An account can be called off in the moment of its deposit: then all of it is back without a
  // refund.
  const isReturned = ({ receipt_id }: ProviderRefund) =>
    books.receipts.some(
      (row) =>
        row.receipt_id === receipt_id &&
        row.state === 'returned' &&
        row.cancelled === sum(backOf(receipt_id).map(({ amount }) => amount)),
    );
  for (const row of books.givenBack) {
    if (known.has(row.cancel_id ?? '') || isReturned(row)) continue;
    problems.push(`order ${row.order_number}: ${row.amount} of ${row.receipt_id} given back without a refund of ours`);
  }
  return problems;
}

/**
 * Compares the provider's ledger with our books, once all is quiet. Payments of other shops at the
 * same provider are problems, too.
 */
export async function auditPayments(shop: Pool, provider: Pool): Promise<PaymentAudit> {
  const books = await readBooks(shop, provider);
  const ours = new Set(books.orders.map(({ order_number }) => order_number));
  const strays = books.captured.filter(({ order_number }) => !ours.has(order_number));
  const byStatus = [...Map.groupBy(books.orders, ({ status }) => status)];
  const orders = Object.fromEntries(byStatus.map(([status, rows]) => [status, rows.length]));
  const givenBackWon = sum(books.givenBack.map(({ amount }) => amount));
  const problems = [
    ...orderProblems(books),
    ...refundProblems(books),
    ...strays.map(({ receipt_id }) => `receipt ${receipt_id}: of no order`),
  ];
  return {
    orders,
    captured: books.captured.length,
    givenBack: books.givenBack.length,
    keptWon: sum(books.captured.map(({ captured }) => captured)) - givenBackWon,
    problems,
  };
}
