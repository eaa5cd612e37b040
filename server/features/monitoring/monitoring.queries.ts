import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#server/db/transaction.ts';
import { pendingTaskRows } from '#server/features/orders/admin/pending-task-rows.ts';
import { SECOND_MS } from '#server/lib/time.ts';

/** For the connection and for the answer each: Prometheus gives the whole of it ten seconds. */
const PATIENCE_MS = 2 * SECOND_MS;

/** What waits in the database, as numbers; `…Stuck` have waited for longer than they should. */
export type Backlog = {
  ordersByStatus: Record<string, number>;
  paymentsStuck: number;
  cancelledButPaid: number;
  refundsOpen: number;
  refundsRefused: number;
  mailsStuck: number;
  mailsFailed: number;
  jobsStuck: number;
  jobsFailed: number;
  webhooksOldestSeconds: number;
  discrepanciesOpen: number;
};

/** Everything but the sums of orders is read from an index that holds nothing but what waits. */
function backlogStatement(db: Db, now: Date, stuckAfterMs: number) {
  const before = new Date(now.getTime() - stuckAfterMs);
  return sql<Backlog>`
    select
      (select coalesce(json_object_agg(status, orders), '{}') from (
        select status, sum(orders) as orders
        from (select status, orders from order_totals union all select status, orders from order_changes) as kept
        group by status) as summed) as "ordersByStatus",
      (select count(*) from ${pendingTaskRows('unsettled', now, stuckAfterMs)}) as "paymentsStuck",
      (select count(*) from orders where status = 'cancelled' and paid_price > 0) as "cancelledButPaid",
      (select count(*) from ${pendingTaskRows('refund', now)}) as "refundsOpen",
      (select count(*) from ${pendingTaskRows('refused_refund', now)}) as "refundsRefused",
      (select count(*) from mails where state = 'waiting' and created_at < ${before}) as "mailsStuck",
      (select count(*) from mails where state = 'failed') as "mailsFailed",
      (select count(*) from graphile_worker.jobs where run_at < ${before} and attempts < max_attempts) as "jobsStuck",
      -- A job that runs its last attempt has used it up, but has not failed.
      (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null) as "jobsFailed",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(waiting_since)), 0)::float8
        from payment_webhooks where state = 'new') as "webhooksOldestSeconds",
      (select count(*) from payment_differences where handled_at is null) as "discrepanciesOpen"`.compile(db);
}

/**
 * Reads the backlog over a connection of its own, made for this one question: a pool that is wholly
 * held must not hide what waits.
 * @throws within four seconds when the database is away, full or slow
 */
export async function readBacklog(
  { db, connection }: { db: Db; connection: pg.ClientConfig },
  now: Date,
  stuckAfterMs: number,
): Promise<Backlog> {
  const client = new pg.Client({
    ...connection,
    application_name: 'shop metrics',
    connectionTimeoutMillis: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    // Also where the network swallows everything.
    query_timeout: PATIENCE_MS,
  });
  // Broken while it ends, it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { sql: text, parameters } = backlogStatement(db, now, stuckAfterMs);
    const { rows } = await client.query<Backlog>(text, [...parameters]);
    if (!rows[0]) throw new Error('a select of counts gives one row');
    return rows[0];
  } finally {
    // Nobody waits for the goodbye: over a dead network it never comes.
    client.end().catch(() => {});
  }
}
