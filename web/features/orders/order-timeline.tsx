import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { orderStatusLabel } from '#shared/rules/order-status.ts';

/** An order's events, oldest first. */
export function OrderTimeline({ timeline }: { timeline: Order['timeline'] }) {
  return (
    <ol className="border-line border-l pl-5">
      {timeline.map((entry) => (
        <li key={`${entry.timestamp} ${entry.status} ${entry.note}`} className="relative pb-4 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-2 -left-[25px] size-[9px] rounded-full border-2 border-surface bg-olive-700"
          />
          <p className="text-small text-ink-900">
            <span className="font-semibold">{orderStatusLabel(entry.status)}</span>{' '}
            <time dateTime={entry.timestamp} className="text-ink-500 tabular-nums">
              {formatDateTime(entry.timestamp)}
            </time>
          </p>
          {entry.note && <p className="text-small">{entry.note}</p>}
        </li>
      ))}
    </ol>
  );
}
