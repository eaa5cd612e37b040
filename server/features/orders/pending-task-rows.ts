import { type RawBuilder, sql } from 'kysely';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { refundOverdueBefore } from '#shared/rules/payments/refund-deadline.ts';
import type { PendingTask } from '#shared/rules/pending-task.ts';
import { NEAR_DAYS } from '#shared/rules/work/legal-deadlines.ts';

/** The job asks the provider every minute, so a payment open for longer needs attention. */
const UNSETTLED_MS = 5 * MINUTE_MS;

/** Letters `l` whose turn is the firm's, as `maySign` has it for those that all others have signed. */
export const FIRMS_LETTER = sql`(l.state = 'draft' or (l.state = 'signed_by_client' and (not l.is_minor or
  case when l.has_sole_custody then 1 else 2 end <= (select count(*) from letter_signatures s
    join letter_documents d on d.id = s.document_id where d.letter_id = l.id and s.role = 'guardian'))))`;

const OPEN_CASE = sql`o.status = 'confirmed' and o.work_closed_at is null`;

/** Selects what waits for the firm: answers and papers to be checked, letters, exceptions to be approved. */
export const FIRMS_TURN = sql`(select p.order_id from order_papers p where p.state = 'uploaded'
  union all select s.order_id from order_question_sets s where s.state = 'submitted'
  union all select l.order_id from letters l where ${FIRMS_LETTER}
  union all select g.order_id from gate_overrides g where g.approved_by is null)`;

/** Selects the rows of a pending task, each from a partial index of open rows (decision 015). */
export function pendingTaskRows(task: PendingTask, now: Date, unsettledMs = UNSETTLED_MS): RawBuilder<unknown> {
  switch (task) {
    case 'case_work':
      return sql`${FIRMS_TURN} w join orders o on o.id = w.order_id and ${OPEN_CASE}`;
    case 'near_deadline':
      return sql`order_deadlines w join orders o on o.id = w.order_id and ${OPEN_CASE}
        and w.last_day <= ${koreanDayAt(now)}::date + ${NEAR_DAYS}::integer`;
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
