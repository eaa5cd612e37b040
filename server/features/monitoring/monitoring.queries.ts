import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#server/db/transaction.ts';
import { shopCounters } from '#server/features/notices/message-budget.ts';
import { pendingTaskRows } from '#server/features/orders/pending-task-rows.ts';
import { SECOND_MS } from '#server/lib/time.ts';

/** Timeout of connecting and of the statement; Prometheus allows ten seconds in total. */
const PATIENCE_MS = 2 * SECOND_MS;

/** Numbers of open items in the database; `…Stuck` are overdue. */
export type Backlog = {
  ordersByStatus: Record<string, number>;
  paymentsStuck: number;
  cancelledButPaid: number;
  refundsOpen: number;
  refundsRefused: number;
  mailsStuck: number;
  mailsFailed: number;
  noticesStuck: number;
  noticesFailed: number;
  /** 1 while an hourly limit of the shop is reached: of SMS, of SMS that are no codes, or of 알림톡. */
  smsLimited: number;
  jobsStuck: number;
  jobsFailed: number;
  webhooksOldestSeconds: number;
  discrepanciesOpen: number;
  filesDamaged: number;
  fileRemovalsStuck: number;
};

export type BacklogLimits = { stuckAfterMs: number; smsPerHour: number };

/** All numbers except the order totals come from partial indexes of open rows. */
function backlogStatement(db: Db, now: Date, { stuckAfterMs, smsPerHour }: BacklogLimits) {
  const before = new Date(now.getTime() - stuckAfterMs);
  return sql<Backlog>`
    select
      (select coalesce(json_object_agg(status, orders), '{}') from (
        select status, count(*) as orders from orders group by status) as counted) as "ordersByStatus",
      (select count(*) from ${pendingTaskRows('unsettled', now, stuckAfterMs)}) as "paymentsStuck",
      (select count(*) from orders where status = 'cancelled' and paid_price > 0) as "cancelledButPaid",
      (select count(*) from ${pendingTaskRows('refund', now)}) as "refundsOpen",
      (select count(*) from ${pendingTaskRows('refused_refund', now)}) as "refundsRefused",
      (select count(*) from mails where state = 'waiting' and created_at < ${before}) as "mailsStuck",
      (select count(*) from mails where state = 'failed' and needs_attention) as "mailsFailed",
      (select count(*) from notices where due_at < ${before} and attempts > 0) as "noticesStuck",
      (select count(*) from notices where state = 'failed' and needs_attention) as "noticesFailed",
      (select exists (select from rate_limits
        join jsonb_to_recordset(${JSON.stringify(shopCounters(smsPerHour))}::jsonb) as shop(key text, points integer)
          on shop.key = rate_limits.key and rate_limits.points >= shop.points
        where rate_limits.expire > extract(epoch from clock_timestamp()) * 1000)::integer) as "smsLimited",
      (select count(*) from jobs where due_at < ${before}) as "jobsStuck",
      (select count(*) from jobs where failures > 0) as "jobsFailed",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(waiting_since)), 0)::float8
        from payment_webhooks where state = 'new') as "webhooksOldestSeconds",
      (select count(*) from payment_differences where handled_at is null) as "discrepanciesOpen",
      (select count(*) from attachments where damaged_at is not null) as "filesDamaged",
      (select count(*) from file_removals where due_at < ${before}) as "fileRemovalsStuck"`.compile(db);
}

/**
 * Reads the backlog over a new connection, so that an exhausted pool cannot hide it.
 * @throws within four seconds when the database is unreachable, full or slow
 */
export async function readBacklog(
  { db, connection }: { db: Db; connection: pg.ClientConfig },
  now: Date,
  limits: BacklogLimits,
): Promise<Backlog> {
  const client = new pg.Client({
    ...connection,
    application_name: 'shop metrics',
    connectionTimeoutMillis: PATIENCE_MS,
    // Also covers a network that drops all packets.
    query_timeout: PATIENCE_MS,
  });
  // Without a listener, an error while closing would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Not a startup parameter: PgBouncer refuses those.
    await client.query(`set statement_timeout = ${PATIENCE_MS}`);
    const { sql: text, parameters } = backlogStatement(db, now, limits);
    const { rows } = await client.query<Backlog>(text, [...parameters]);
    if (!rows[0]) throw new Error('a select of counts gives one row');
    return rows[0];
  } finally {
    // Not awaited: over a dead network the connection never closes cleanly.
    client.end().catch(() => {});
  }
}
