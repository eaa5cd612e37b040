import type { Order } from '#shared/features/orders/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { buyerStatusLabel } from '#shared/rules/order-status.ts';

/**
 * An order's events, oldest first. Only a change of the status is named; a note speaks for itself.
 */
export function OrderTimeline({ timeline }: { timeline: Order['timeline'] }) {
  return (
    <ol className="border-line border-l pl-5">
      {timeline.map((entry, index) => {
        const isChange = entry.status !== timeline[index - 1]?.status;
        return (
          <li key={`${entry.timestamp} ${entry.status} ${entry.note}`} className="relative pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[25px] size-[9px] rounded-full border-2 border-surface bg-olive-700"
            />
            <p className="text-small text-ink-900">
              {(isChange || !entry.note) && <span className="font-semibold">{buyerStatusLabel(entry.status)} </span>}
              <time dateTime={entry.timestamp} className="text-ink-500 tabular-nums">
                {formatDateTime(entry.timestamp)}
              </time>
            </p>
            {entry.note && <p className="text-small">{entry.note}</p>}
          </li>
        );
      })}
    </ol>
  );
}
