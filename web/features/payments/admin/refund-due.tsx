import type { AdminRefundRequest } from '#shared/features/orders/refund-schemas.ts';
import { formatDate, formatDay } from '#shared/format/dates.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';

type Props = { request: Pick<AdminRefundRequest, 'status' | 'due_on' | 'decided_at'> };

/**
 * Until when a request has to be handled: red once the day is over; of a closed one, when it ended.
 */
export function RefundDue({ request: { status, due_on: dueOn, decided_at: decidedAt } }: Props) {
  if (status !== 'open') return <>{decidedAt ? `${formatDate(decidedAt)} 종료` : '없음'}</>;
  const text = (
    <time dateTime={dueOn} className="tabular-nums">
      {`${formatDay(dueOn)}까지`}
    </time>
  );
  if (dueOn >= koreanDay(serverNow())) return <span className="whitespace-nowrap">{text}</span>;
  return <span className="whitespace-nowrap font-semibold text-danger">{text} (지남)</span>;
}
