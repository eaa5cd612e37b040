import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime, formatDayTime } from '#shared/format/dates.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';

/** Until when the firm promised to call: red once it is over, quiet once the buyer was called. */
export function ContactDeadline({ work }: Pick<AdminOrderListItem, 'work'>) {
  const { contact_by: deadline, contacted_at: contactedAt, state } = work;
  if (contactedAt) return <span title={formatDateTime(contactedAt)}>통화함</span>;
  if (!deadline) return <>없음</>;
  const text = (
    <time dateTime={deadline} title={formatDateTime(deadline)} className="whitespace-nowrap tabular-nums">
      {formatDayTime(deadline)}
    </time>
  );
  if (state !== 'waiting') return text;
  if (Date.parse(deadline) >= serverNow().getTime()) return text;
  return <span className="whitespace-nowrap font-semibold text-danger">{text} 지남</span>;
}
