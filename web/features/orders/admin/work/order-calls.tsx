import type { OrderCall } from '#shared/features/orders/work-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { CALL_OUTCOME_LABELS } from '#shared/rules/work/calls.ts';

/** The calls to the buyer, newest first, with their outcomes and notes. */
export function OrderCalls({ calls }: { calls: readonly OrderCall[] }) {
  return (
    <ol aria-label="통화 기록" className="grid gap-2 empty:hidden">
      {calls.toReversed().map(({ id, at, by, outcome, note, again_at: againAt }) => (
        <li key={id} className="border-line border-t pt-2">
          <p className="text-ink-900 tabular-nums">
            <strong className="font-semibold">{CALL_OUTCOME_LABELS[outcome]}</strong> {formatDateTime(at)}
          </p>
          {againAt && <p className="text-ink-700 tabular-nums">{`${formatDateTime(againAt)}에 다시 전화`}</p>}
          {note && <p className="whitespace-pre-line break-words text-ink-900">{note}</p>}
          <p className="text-ink-500">{by}</p>
        </li>
      ))}
    </ol>
  );
}
