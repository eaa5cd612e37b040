import { sql } from 'kysely';
import type { PaymentDifferencesTable } from '#server/db/tables.ts';
import type { Db } from '#server/db/transaction.ts';
import { allOf, column, listPage, type SortKey } from '#server/http/api/list-page.ts';
import type { After, Page } from '#server/http/api/paging.ts';
import type { DiscrepancySort, WebhookSort } from '#shared/platform/list-sorts.ts';
import type { AttemptState } from '#shared/rules/payments/payment-status.ts';

/** A receipt with a recorded outcome. */
export type ComparedAttempt = {
  id: number;
  order_id: number;
  order_number: string;
  receipt_id: string;
  state: AttemptState;
  amount: number | null;
  cancelled_amount: number;
  returned_outside: number;
};

type Kind = PaymentDifferencesTable['kind'];

const GONE = '다시 비교했을 때 같았습니다.';

/** Reads the database's clock, which marks compared receipts. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  if (!rows[0]) throw new Error('a select without a table gives one row');
  return rows[0].now;
}

/**
 * Takes the next receipts to compare and marks them as compared: first those changed after `since`,
 * then all whose money the provider can still cancel, also where it was paid back outside, and
 * virtual accounts before their deposit date, the longest uncompared first. Skips receipts with a
 * running refund.
 */
export async function takeComparedAttempts(
  db: Db,
  { since, startedAt, limit }: { since: Date; startedAt: Date; limit: number },
): Promise<ComparedAttempt[]> {
  const { rows } = await sql<ComparedAttempt>`
    update payment_attempts compared set compared_at = clock_timestamp()
    from orders o
    where o.id = compared.order_id and compared.id = any(array(
      select a.id from payment_attempts a
      where (a.compared_at is null or a.compared_at < ${startedAt})
        and ((a.state in ('paid', 'returning', 'returned', 'failed', 'cancelled') and a.updated_at >= ${since})
          or (a.state in ('paid', 'returning', 'returned', 'cancelled') and a.cancelled_amount < a.amount)
          or (a.state = 'failed' and (a.virtual_account->>'expires_at')::timestamptz >= ${since}))
        and not exists (
          select from refunds r where r.receipt_id = a.receipt_id and r.state = 'requested' and not r.awaits_account)
      order by a.updated_at >= ${since} desc, a.compared_at nulls first, a.id
      limit ${limit} for update skip locked
    ))
    returning compared.id, compared.order_id, o.order_number, compared.receipt_id, compared.state, compared.amount,
      compared.cancelled_amount, compared.returned_outside`.execute(db);
  return rows;
}

/** Records a discrepancy, unless the receipt changed since it was read. Updates an existing one. */
export async function recordDiscrepancy(
  db: Db,
  attempt: ComparedAttempt,
  { kind, ours, theirs, now }: { kind: Kind; ours: number; theirs: number; now: Date },
): Promise<void> {
  await sql`
    insert into payment_differences as known (order_id, receipt_id, kind, ours, theirs, found_at, last_seen_at)
    select a.order_id, a.receipt_id, ${kind}, ${ours}, ${theirs}, ${now}, ${now}
    from payment_attempts a
    where a.id = ${attempt.id} and a.state = ${attempt.state} and a.cancelled_amount = ${attempt.cancelled_amount}
      and not exists (select from refunds r where r.receipt_id = a.receipt_id and r.state = 'requested')
    on conflict (order_id, receipt_id, kind, ours, theirs) do update
      set last_seen_at = excluded.last_seen_at,
        handled_at = case when known.handled_by is null then null else known.handled_at end`.execute(db);
}

/** Records money that the provider holds for an order, by a receipt that paid for nothing here. */
export async function recordLostPayment(
  db: Db,
  { orderId, receiptId, theirs, now }: { orderId: number; receiptId: string; theirs: number; now: Date },
): Promise<void> {
  await sql`
    insert into payment_differences as known (order_id, receipt_id, kind, ours, theirs, found_at, last_seen_at)
    values (${orderId}, ${receiptId}, 'amount', 0, ${theirs}, ${now}, ${now})
    on conflict (order_id, receipt_id, kind, ours, theirs) do update
      set last_seen_at = excluded.last_seen_at,
        handled_at = case when known.handled_by is null then null else known.handled_at end`.execute(db);
}

/** Closes the discrepancies of a receipt that are resolved. */
export async function closeDiscrepancies(db: Db, attempt: ComparedAttempt, now: Date): Promise<void> {
  await db
    .updateTable('payment_differences')
    .set({ handled_at: now, note: GONE })
    .where('payment_differences.order_id', '=', attempt.order_id)
    .where('payment_differences.receipt_id', '=', attempt.receipt_id)
    // An excess refund stays open for an administrator: the amounts agree once it is recorded.
    .where('payment_differences.kind', '<>', 'refund')
    .where('payment_differences.handled_at', 'is', null)
    .execute();
}

/**
 * Compares orders changed after `since` with their payment events, and closes resolved
 * discrepancies.
 */
export async function recordBookDiscrepancies(db: Db, since: Date, now: Date): Promise<void> {
  await sql`
    with said as materialized (
      select o.id, o.paid_price, coalesce((select paid from payment_books b where b.order_id = o.id), 0) as paid
      from orders o
      where o.updated_at >= ${since}
        or o.id in (select order_id from payment_differences where kind = 'books' and handled_at is null)
    ), closed as (
      update payment_differences known set handled_at = ${now}, note = ${GONE}
      from said where known.order_id = said.id and known.kind = 'books' and known.handled_at is null
        and said.paid = said.paid_price
    )
    insert into payment_differences as known (order_id, kind, ours, theirs, found_at, last_seen_at)
    select id, 'books', paid_price, paid, ${now}::timestamptz, ${now}::timestamptz from said where paid <> paid_price
    on conflict (order_id, receipt_id, kind, ours, theirs) do update
      set last_seen_at = excluded.last_seen_at,
        handled_at = case when known.handled_by is null then null else known.handled_at end`.execute(db);
}

type ListOptions<Sort> = {
  isOpen: boolean;
  sort: Sort;
  order: 'asc' | 'desc';
  limit: number;
  after: After | undefined;
};

export type DiscrepancyRow = {
  id: number;
  order_id: number;
  order_number: string;
  receipt_id: string;
  kind: Kind;
  ours: number;
  theirs: number;
  found_at: Date;
  last_seen_at: Date;
  handled_at: Date | null;
  handled_by: string | null;
  note: string;
};

const DISCREPANCY_KEYS: Record<DiscrepancySort, SortKey | undefined> = {
  found_at: undefined,
  kind: column('kind'),
  ours: column('ours', 'number'),
  theirs: column('theirs', 'number'),
};

/** Reads a page of discrepancies, newest first unless sorted otherwise. */
export function listDiscrepancies(
  db: Db,
  { isOpen, sort, order, limit, after }: ListOptions<DiscrepancySort>,
): Promise<Page<DiscrepancyRow>> {
  return listPage(db, {
    from: sql`payment_differences`,
    where: allOf([isOpen && sql`l.handled_at is null`]),
    select: (page) => sql`
      select l.sort_key, l.id, l.order_id, o.order_number, l.receipt_id, l.kind, l.ours, l.theirs, l.found_at, l.last_seen_at,
        l.handled_at, u.user_id as handled_by, l.note
      from ${page} join orders o on o.id = l.order_id left join users u on u.id = l.handled_by`,
    sorting: { key: DISCREPANCY_KEYS[sort], order },
    limit,
    after,
  });
}

export type UnmatchedWebhookRow = {
  id: number;
  receipt_id: string;
  order_number: string;
  webhook_type: string;
  price: number | null;
  times_received: number;
  received_at: Date;
  last_received_at: Date;
  handled_at: Date | null;
  handled_by: string | null;
  note: string;
};

const WEBHOOK_KEYS: Record<WebhookSort, SortKey | undefined> = {
  received_at: undefined,
  last_received_at: column('last_received_at', 'time'),
  receipt_id: column('receipt_id'),
  times_received: column('times_received', 'number'),
};

/** Reads a page of unmatched webhooks, newest first unless sorted otherwise. */
export function listUnmatchedWebhooks(
  db: Db,
  { isOpen, sort, order, limit, after }: ListOptions<WebhookSort>,
): Promise<Page<UnmatchedWebhookRow>> {
  return listPage(db, {
    from: sql`payment_webhooks`,
    where: allOf([sql`l.state = 'unknown'`, isOpen && sql`l.handled_at is null`]),
    select: (page) => sql`
      select l.sort_key, l.id, l.receipt_id, l.order_number, l.webhook_type, (l.payload->>'price')::integer as price,
        l.times_received, l.received_at, l.last_received_at, l.handled_at, u.user_id as handled_by, l.note
      from ${page} left join users u on u.id = l.handled_by`,
    sorting: { key: WEBHOOK_KEYS[sort], order },
    limit,
    after,
  });
}
