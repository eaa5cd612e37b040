import { memo, type ReactNode, useEffect, useState } from 'react';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import type { Message } from '#shared/features/consultations/schemas.ts';
import { formatDateTime, formatTime } from '#shared/format/dates.ts';
import { AttachmentView } from './attachment-view.tsx';
import { MessageText } from './message-text.tsx';
import type { Side } from './thread-source.ts';
import type { PendingMessage } from './thread-state.ts';

/** All that takes less is not worth a word. */
const SHOW_SENDING_MS = 300;

const BUTTON = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';

type BubbleProps = {
  isOwnSide: boolean;
  /** A private note between administrators. */
  isNote: boolean;
  /** Shown above; the other side's name, or a colleague's. */
  name: string | undefined;
  text: string;
  attachments: readonly Attachment[];
  isSent?: boolean;
  children: ReactNode;
};

function Bubble({ isOwnSide, isNote, name, text, attachments, isSent = true, children }: BubbleProps) {
  const colours = isNote
    ? 'border border-brass-600 border-dashed bg-paper text-ink-900'
    : isOwnSide
      ? 'bg-olive-100 text-ink-900'
      : 'border border-line bg-surface text-ink-900';
  return (
    <div className={`flex flex-col ${isOwnSide ? 'items-end pl-10' : 'items-start pr-10'}`}>
      {name !== undefined && <p className="mb-1 font-semibold text-caption text-ink-700">{name}</p>}
      <div className={`grid max-w-[560px] gap-2 rounded-card px-4 py-2.5 ${colours}`}>
        {isNote && <p className="font-semibold text-brass-600 text-caption">메모 · 고객에게 보이지 않습니다</p>}
        {text !== '' && <MessageText text={text} />}
        {attachments.length > 0 && (
          <ul className="grid gap-2">
            {attachments.map((attachment) => (
              <li key={attachment.id}>
                <AttachmentView attachment={attachment} isSent={isSent} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div
        className={`mt-1 flex flex-wrap items-center gap-x-3 text-caption text-ink-500 ${isOwnSide ? 'justify-end' : ''}`}
      >
        {children}
      </div>
    </div>
  );
}

type ItemProps = {
  message: Message;
  side: Side;
  /** The message before has the same author. */
  isContinued: boolean;
  /** The last message of the firm that the customer has read. */
  isReadMark: boolean;
};

/**
 * A message, a note or an event of a thread. Kept as it is while others arrive: a thread has
 * hundreds.
 */
export const MessageItem = memo(function MessageItem({ message, side, isContinued, isReadMark }: ItemProps) {
  const { kind, author, is_own, text, attachments, created_at } = message;
  const time = (
    <time dateTime={created_at} title={formatDateTime(created_at)} className="tabular-nums">
      {formatTime(created_at)}
    </time>
  );
  if (kind === 'event') {
    return (
      <p className="mx-auto max-w-[560px] text-center text-caption text-ink-500">
        {text} {time}
      </p>
    );
  }
  // In a room of three the other customer is another side, too.
  const isOwnSide = side === 'customer' ? is_own : author.kind === side;
  return (
    <Bubble
      isOwnSide={isOwnSide}
      isNote={kind === 'note'}
      name={is_own || isContinued ? undefined : author.name}
      text={text}
      attachments={attachments}
    >
      {(is_own || isContinued) && <span className="sr-only">{is_own ? '나' : author.name}</span>}
      {time}
      {isReadMark && <span className="font-semibold text-olive-700">읽음</span>}
    </Bubble>
  );
});

type PendingProps = { message: PendingMessage; onResend: () => void; onDiscard: () => void };

/** A message that the server has not confirmed. */
export function PendingItem({ message, onResend, onDiscard }: PendingProps) {
  const { kind, text, attachments, status, problem } = message;
  return (
    <Bubble isOwnSide isNote={kind === 'note'} name={undefined} text={text} attachments={attachments} isSent={false}>
      <span className="sr-only">나</span>
      {status === 'sending' ? (
        <SendingMark />
      ) : (
        <>
          <span className="text-danger">
            <span className="font-semibold">실패</span> {problem}
          </span>
          <button type="button" onClick={onResend} className={`${BUTTON} text-olive-700`}>
            다시 보내기
          </button>
          <button type="button" onClick={onDiscard} className={`${BUTTON} text-ink-700`}>
            지우기
          </button>
        </>
      )}
    </Bubble>
  );
}

function SendingMark() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_SENDING_MS);
    return () => clearTimeout(timer);
  }, []);
  return <span className="min-h-5">{isLate && '전송 중'}</span>;
}
