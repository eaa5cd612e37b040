import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { CALL_OUTCOME_LABELS } from '#shared/rules/work/calls.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { useAction } from '#web/lib/use-action.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useShowOrder } from '../use-show-order.ts';
import { removeContact } from '../work-api.ts';

/** The calls to the buyer, newest first, with their outcomes and notes; a mistaken one is removed. */
export function OrderCalls({ order: { id: orderId, calls } }: { order: Pick<AdminOrder, 'id' | 'calls'> }) {
  const show = useShowOrder();
  const { isBusy, problem, run } = useAction();
  return (
    <>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <ol aria-label="통화 기록" className="grid w-full gap-2 empty:hidden">
        {calls.toReversed().map(({ id, at, by, outcome, note, again_at: againAt }) => (
          <li key={id} className="border-line border-t pt-2">
            <p className="text-ink-900 tabular-nums">
              <strong className="font-semibold">{CALL_OUTCOME_LABELS[outcome]}</strong> {formatDateTime(at)}
            </p>
            {againAt && <p className="text-ink-700 tabular-nums">{`${formatDateTime(againAt)}에 다시 전화`}</p>}
            {note && <p className="whitespace-pre-line break-words text-ink-900">{note}</p>}
            <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-500">
              {by}
              <button
                type="button"
                disabled={isBusy}
                aria-label={`지우기: ${CALL_OUTCOME_LABELS[outcome]} ${formatDateTime(at)}`}
                onClick={() => void run(async () => show(await removeContact(orderId, id)))}
                className={ADMIN_LINK}
              >
                지우기
              </button>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
