import { formatDateTime, formatTime } from '#shared/format/dates.ts';
import { CALL_OUTCOME_LABELS } from '#shared/rules/work/calls.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { removeContact } from '#web/features/orders/admin/work-api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { AttachmentList } from './attachment-list.tsx';
import { STREAM_FILTERS, type StreamEntry } from './stream-entries.ts';

/** A thing of a case between the messages: a kind in one word, a line of facts, and its text. */
export function StreamEntryItem({ orderId, entry }: { orderId: number; entry: StreamEntry }) {
  const { at, filter, title, text, by, call, files, isPublic } = entry;
  const kind = filter !== 'note' ? STREAM_FILTERS[filter] : isPublic ? '공개 메모' : '내부 메모';
  const edge = filter !== 'note' ? 'border-line' : isPublic ? 'border-olive-600' : 'border-brass-600 border-dashed';
  return (
    <div className={`grid gap-0.5 border-l-2 pl-3 text-dense ${edge}`}>
      <p className="text-ink-900">
        <span className="mr-2 font-semibold text-caption text-ink-500">{kind}</span>
        {call ? (
          <strong className="font-semibold">{CALL_OUTCOME_LABELS[call.outcome]}</strong>
        ) : (
          filter !== 'note' && title
        )}
        {call?.again_at && ` · ${formatDateTime(call.again_at)}에 다시 전화`}
      </p>
      {text && <p className="whitespace-pre-line break-words text-ink-900">{text}</p>}
      {files && <AttachmentList files={files} />}
      <p className="flex flex-wrap items-center gap-x-3 text-caption text-ink-500">
        <span className="break-words">
          {by && `${by} · `}
          <time dateTime={at} title={formatDateTime(at)} className="tabular-nums">
            {formatTime(at)}
          </time>
        </span>
        {call && <RemoveCall orderId={orderId} call={call} />}
      </p>
    </div>
  );
}

function RemoveCall({
  orderId,
  call: { id, at, outcome },
}: {
  orderId: number;
  call: NonNullable<StreamEntry['call']>;
}) {
  const show = useShowOrder();
  const { isBusy, problem, run } = useAction();
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        aria-label={`지우기: ${CALL_OUTCOME_LABELS[outcome]} ${formatDateTime(at)}`}
        onClick={() => void run(async () => show(await removeContact(orderId, id)))}
        className={ADMIN_LINK}
      >
        지우기
      </button>
      {problem && <span className="text-danger">{problem}</span>}
    </>
  );
}
