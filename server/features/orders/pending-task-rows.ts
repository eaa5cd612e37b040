import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '#server/lib/time.ts';
import { refundOverdueBefore } from '#shared/rules/payments/refund-deadline.ts';
import type { PendingTask } from '#shared/rules/pending-task.ts';

/** The job asks the provider every minute, so a payment open for longer needs attention. */
const UNSETTLED_MS = 5 * MINUTE_MS;

/** Selects the rows of a pending task, each from a partial index of open rows (decision 015). */
export function pendingTaskRows(task: PendingTask, now: Date, unsettledMs = UNSETTLED_MS): RawBuilder<unknown> {
  switch (task) {
    case 'refund_request':
      return sql`refund_requests w where w.state = 'open'`;
    case 'refund_approval':
      return sql`refund_proposals w where w.state = 'open'`;
    case 'overdue_refund_request':
      return sql`refund_requests w where w.state = 'open' and w.created_at < ${refundOverdueBefore(now)}`;
    case 'refund':
      return sql`refunds w where w.state = 'requested'`;
    case 'refused_refund':
      return sql`refunds w where w.state = 'refused' and not exists (
        select from refunds later where later.receipt_id = w.receipt_id and later.id > w.id and later.state <> 'refused')`;
    case 'unsettled': {
      const since = new Date(now.getTime() - unsettledMs);
      return sql`payment_attempts w where w.state in ('unverified', 'approving') and w.began_at < ${since}`;
    }
    case 'deposit':
      return sql`payment_attempts w where w.state = 'issued'`;
  }
}
