import { sql } from 'kysely';
import { type DaySource, selectDay } from '#server/features/day/day-source.ts';
import { pendingTaskRows } from '#server/features/orders/pending-task-rows.ts';

const TITLES = {
  refund_request: '환불 요청 결정',
  refund_approval: '환불 승인',
  refused_refund: '거절된 환불 확인',
} as const;

/** Refunds that an administrator decides or repeats. The lawyer of a case does not, so they are assigned to no one. */
const refunds: DaySource = {
  kind: 'refund',
  rows: ({ now }) => {
    const selects = (['refund_request', 'refund_approval', 'refused_refund'] as const).map((task) =>
      selectDay(
        { id: sql`w.id`, order_id: sql`w.order_id`, since: sql`w.created_at`, title: sql`${TITLES[task]}::text` },
        pendingTaskRows(task, now),
      ),
    );
    return sql.join(selects, sql` union all `);
  },
};

export const PAYMENT_DAY: readonly DaySource[] = [refunds];
