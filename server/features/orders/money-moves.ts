import { type RawBuilder, sql } from 'kysely';

/** A capture, or a return of money; the amount of the other is 0. */
export type MoneyMove = {
  order_id: number;
  receipt_id: string;
  method: string;
  /** The day in Korea of the capture, and of the return. */
  paid_on: string;
  returned_on: string | null;
  captured: number;
  returned: number;
};

/** The states of receipts that money was captured for, as the index of migration 0094 has them. */
const WAS_CAPTURED = sql`a.state in ('paid', 'returning', 'returned', 'cancelled')`;
const CAPTURED_AT = sql`coalesce(a.paid_at, a.created_at)`;

function dayOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${time} at time zone 'Asia/Seoul')::date::text`;
}

/**
 * Selects the captures and returns of a period, also of payments that were not for their order: the
 * bank has both. Neither changes later: the amount of a capture is final, and the books of payments
 * are only added to.
 */
export function moneyMoves({ from, to }: { from: Date; to: Date }): RawBuilder<MoneyMove> {
  return sql<MoneyMove>`
    select a.order_id, a.receipt_id, a.method, ${CAPTURED_AT} as moved_at, ${dayOf(CAPTURED_AT)} as paid_on,
      null as returned_on, coalesce(a.amount, 0) as captured, 0 as returned
    from payment_attempts a
    where ${WAS_CAPTURED} and ${CAPTURED_AT} >= ${from} and ${CAPTURED_AT} < ${to}
    union all
    select a.order_id, a.receipt_id, a.method, e.at, ${dayOf(CAPTURED_AT)}, ${dayOf(sql`e.at`)}, 0, coalesce(e.amount, 0)
    from payment_events e
    join payment_attempts a on a.order_id = e.order_id and a.receipt_id = e.receipt_id and ${WAS_CAPTURED}
    where e.kind = 'given_back' and e.at >= ${from} and e.at < ${to}`;
}
