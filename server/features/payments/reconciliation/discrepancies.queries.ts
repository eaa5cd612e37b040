import { sql } from 'kysely';
import type { PaymentDifferencesTable } from '#server/db/tables.ts';
import type { Db } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
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
 * then all with a balance and virtual accounts before their deposit date, the longest uncompared
 * first. Skips receipts with a running refund.
 */
export async function takeComparedAttempts(
  db: Db,
  { since, startedAt, limit }: { since: Date; startedAt: Date; limit: number },
): Promise<ComparedAttempt[]> {
  const { rows } = await sql<ComparedAttempt>`
    update payment_attempts compared set compared_at = clock_timestamp()
    from orders o
    where o.id = compared.order_id and compared.id in (
      select a.id from payment_attempts a
      where (a.compared_at is null or a.compared_at < ${startedAt})
        and ((a.state in ('paid', 'returning', 'returned', 'failed', 'cancelled') and a.updated_at >= ${since})
          or a.state in ('paid', 'returning')
          or (a.state = 'failed' and (a.virtual_account->>'expires_at')::timestamptz >= ${since}))
        and not exists (
          select from refunds r where r.receipt_id = a.receipt_id and r.state = 'requested' and not r.awaits_account)
      order by a.updated_at >= ${since} desc, a.compared_at nulls first, a.id
      limit ${limit} for update skip locked
    )
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

type ListOptions = { isOpen: boolean; limit: number; after: number | undefined };

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

/** Reads a page of discrepancies, newest first. */
export async function listDiscrepancies(db: Db, { isOpen, limit, after }: ListOptions): Promise<Page<DiscrepancyRow>> {
  const wanted = isOpen ? sql`d.handled_at is null` : sql`true`;
  const { rows } = await sql<DiscrepancyRow>`
    select d.id, d.order_id, o.order_number, d.receipt_id, d.kind, d.ours, d.theirs, d.found_at, d.last_seen_at,
      d.handled_at, u.user_id as handled_by, d.note
    from payment_differences d join orders o on o.id = d.order_id left join users u on u.id = d.handled_by
    where ${wanted} and (${after ?? null}::integer is null or d.id < ${after ?? null})
    order by d.id desc limit ${limit + 1}`.execute(db);
  const total = await countRows(db, sql`payment_differences d`, wanted);
  return { ...cutPage(rows, limit), total };
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

/** Reads a page of unmatched webhooks, newest first. */
export async function listUnmatchedWebhooks(
  db: Db,
  { isOpen, limit, after }: ListOptions,
): Promise<Page<UnmatchedWebhookRow>> {
  const wanted = isOpen ? sql`w.state = 'unknown' and w.handled_at is null` : sql`w.state = 'unknown'`;
  const { rows } = await sql<UnmatchedWebhookRow>`
    select w.id, w.receipt_id, w.order_number, w.webhook_type, (w.payload->>'price')::integer as price, w.times_received,
      w.received_at, w.last_received_at, w.handled_at, u.user_id as handled_by, w.note
    from payment_webhooks w left join users u on u.id = w.handled_by
    where ${wanted} and (${after ?? null}::integer is null or w.id < ${after ?? null})
    order by w.id desc limit ${limit + 1}`.execute(db);
  const total = await countRows(db, sql`payment_webhooks w`, wanted);
  return { ...cutPage(rows, limit), total };
}

type Fragment = ReturnType<typeof sql>;

async function countRows(db: Db, table: Fragment, wanted: Fragment): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${table} where ${wanted} limit ${EXACT_TOTAL + 1}) as counted`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
