import type { CannedReply } from '#shared/features/consultations/admin-schemas.ts';

type Props = {
  replies: readonly CannedReply[];
  /** The one that Enter takes. */
  activeIndex: number;
  onChoose: (reply: CannedReply) => void;
};

/** The canned replies that fit what was typed after `/`. The text field keeps the focus. */
export function CannedMenu({ replies, activeIndex, onChoose }: Props) {
  const active = replies[activeIndex];
  return (
    <div className="absolute inset-x-4 bottom-full z-10 max-h-72 overflow-y-auto rounded border border-ink-500 bg-surface shadow-float">
      <p role="status" className={active ? 'sr-only' : 'px-4 py-3'}>
        {active
          ? `자주 쓰는 답변 ${replies.length}개 중 ${activeIndex + 1}번째: ${active.title}`
          : '맞는 답변이 없습니다.'}
      </p>
      <ul aria-label="자주 쓰는 답변">
        {replies.map((reply, index) => (
          <li key={reply.id}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === activeIndex}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(reply)}
              className="block min-h-11 w-full px-4 py-2 text-left hover:bg-olive-100 aria-[current=true]:bg-olive-100"
            >
              <span className="block font-semibold text-ink-900">{reply.title}</span>
              <span className="block truncate text-caption text-ink-700">{reply.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
