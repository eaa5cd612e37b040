import type { Pool } from 'pg';
import { SENT_CANCEL_ID } from '#server/sandbox/bootpay/receipt-store.ts';

type Line = { order_number: string; at: Date; what: string };

/** Collects what happened to each order, for finding the cause of a problem. */
export type PaymentStories = {
  note: (orderNumber: string, what: string) => void;
  /** Notes an event of a receipt without its order. */
  noteReceipt: (receiptId: string, what: string) => void;
  /**
   * Returns all events of the orders named in `problems` by time: notes, our records and the
   * provider's.
   */
  tell: (problems: readonly string[]) => Promise<string[]>;
};

const OURS = `
  select order_number, at, what from (
    select order_id, at, concat_ws(' ', kind, receipt_id, amount, cancel_id, note) as what from payment_events
    union all select order_id, created_at, concat_ws(' ', 'is', status, note) from order_events
    union all select o.id, w.last_received_at, concat_ws(' ', 'webhook', receipt_id, webhook_type, state, w.note)
      from payment_webhooks w join orders o using (order_number)
  ) as lines join orders on orders.id = order_id
  where order_number = any($1)`;

const THEIRS = `
  select order_id as order_number, at, concat_ws(' ', 'the provider:', kind, receipt_id, amount, ${SENT_CANCEL_ID}) as what
  from sandbox.ledger where order_id = any($1)`;

const RECEIPTS = 'select receipt_id, order_id as order_number from sandbox.receipts where receipt_id = any($1)';

export function createPaymentStories(shop: Pool, provider: Pool): PaymentStories {
  const notes: Line[] = [];
  const receiptNotes: { receiptId: string; at: Date; what: string }[] = [];

  async function notesOfReceipts(): Promise<Line[]> {
    const ids = receiptNotes.map(({ receiptId }) => receiptId);
    const { rows } = await provider.query<{ receipt_id: string; order_number: string }>(RECEIPTS, [ids]);
    const orderOf = new Map(rows.map((row) => [row.receipt_id, row.order_number]));
    return receiptNotes.map(({ receiptId, at, what }) => ({ order_number: orderOf.get(receiptId) ?? '', at, what }));
  }

  return {
    note(orderNumber, what) {
      notes.push({ order_number: orderNumber, at: new Date(), what });
    },
    noteReceipt(receiptId, what) {
      receiptNotes.push({ receiptId, at: new Date(), what: `${receiptId} ${what}` });
    },
    async tell(problems) {
      const named = new Set(problems.flatMap((problem) => /order ([\w-]+)/.exec(problem)?.[1] ?? []));
      if (named.size === 0) return [];
      const [ours, theirs] = [
        await shop.query<Line>(OURS, [[...named]]),
        await provider.query<Line>(THEIRS, [[...named]]),
      ];
      return [...ours.rows, ...theirs.rows, ...notes, ...(await notesOfReceipts())]
        .filter(({ order_number }) => named.has(order_number))
        .toSorted((a, b) => a.order_number.localeCompare(b.order_number) || a.at.getTime() - b.at.getTime())
        .map(({ order_number, at, what }) => `${order_number} ${at.toISOString().slice(11, 23)} ${what}`);
    },
  };
}
