import { Fragment, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Message } from '#shared/features/consultations/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { useIsLive } from '#web/lib/events/live-events.ts';
import { useAction } from '#web/lib/use-action.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MessageItem, PendingItem } from './message-item.tsx';
import type { ThreadSource } from './thread-source.ts';
import { type BetweenMessages, firstUnread, hasOlder, mergeByTime } from './thread-state.ts';
import { usePinnedScroll } from './use-pinned-scroll.ts';
import { useReadMark } from './use-read-mark.ts';
import type { Thread } from './use-thread.ts';

type Props = {
  thread: Thread;
  source: ThreadSource;
  /** Names the log for screen readers. */
  label: string;
  /** How far the customer has read, for administrators; customers get no mark of the firm's. */
  customerReadSeq?: number;
  /** How many messages are unread when it is opened. */
  unread: number;
  /** Things of the case that stand between the messages. */
  between?: readonly BetweenMessages<Between>[];
  /** Which messages are shown; all without it. */
  shows?: (message: Pick<Message, 'kind' | 'event'> & { attachments: readonly unknown[] }) => boolean;
};

type Between = { key: string; node: ReactNode };

const showsAll = () => true;

const keyOf = ({ seq, note }: Message) => `${seq}:${note}`;

const dayOf = (entry: Message | BetweenMessages<unknown>) => formatDate('thing' in entry ? entry.at : entry.created_at);

function isSameAuthor(a: Message, b: Message): boolean {
  if (a.kind !== b.kind || formatDate(a.created_at) !== formatDate(b.created_at)) return false;
  return a.author.kind === b.author.kind && a.author.name === b.author.name;
}

/** The last message of the firm that the customer has read. */
function readMarkOf(messages: readonly Message[], customerReadSeq: number): Message | undefined {
  return messages.findLast(
    ({ kind, author, seq }) => kind === 'message' && author.kind === 'staff' && seq <= customerReadSeq,
  );
}

/** The messages of a conversation, which take the height that is left. */
export function ThreadView(props: Props) {
  const { thread, source, label, customerReadSeq = 0, unread, between = [], shows = showsAll } = props;
  const { store, snapshot } = thread;
  const { status, problem, messages, pending, isLoadingOlder, typing } = snapshot;
  const [first] = messages;
  const start = useRef<HTMLParagraphElement>(null);
  const { log, content, isAtEnd, scrollToEnd } = usePinnedScroll(first ? keyOf(first) : '', pending.length, start);
  // Once: what comes and what is read afterwards does not move the line.
  const [startKey, setStartKey] = useState<string>();
  if (startKey === undefined && first) {
    const begin = firstUnread(messages, unread, source.side);
    setStartKey(begin ? keyOf(begin) : '');
  }
  const end = useRef<HTMLDivElement>(null);
  // A filter that hides messages does not make them read.
  const isWhole = messages.every((message) => message.kind !== 'message' || shows(message));
  useReadMark(end, source, isWhole ? (messages.at(-1)?.seq ?? 0) : 0);
  const readMark = readMarkOf(messages, customerReadSeq);
  const begin = hasOlder(snapshot) ? (first?.created_at ?? '') : '';
  const entries = mergeByTime(
    messages.filter(shows),
    between.filter(({ at }) => at >= begin),
  );
  const older = useAction();

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={log}
        role="log"
        aria-label={label}
        aria-busy={status === 'loading' || isLoadingOlder || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto overscroll-contain px-4 focus-visible:-outline-offset-2 [overflow-anchor:none] md:px-6"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end gap-4 py-5">
          {status === 'loading' && <ThreadSkeleton />}
          {status === 'failed' && problem && (
            <LoadError subject="상담 내용" error={problem} onRetry={() => void store.catchUp()} />
          )}
          {hasOlder(snapshot) && (
            <button
              type="button"
              disabled={isLoadingOlder}
              onClick={() => void older.run(store.loadOlder)}
              className="mx-auto min-h-11 px-4 font-semibold text-olive-700 text-small underline underline-offset-4"
            >
              {isLoadingOlder ? '불러오는 중' : (older.problem ?? '이전 메시지 보기')}
            </button>
          )}
          {entries.map((entry, index) => {
            const previous = entries[index - 1];
            const day = dayOf(entry);
            const dayLine = (!previous || dayOf(previous) !== day) && <DayLine day={day} />;
            if ('thing' in entry) {
              return (
                <Fragment key={entry.thing.key}>
                  {dayLine}
                  {entry.thing.node}
                </Fragment>
              );
            }
            return (
              <Fragment key={keyOf(entry)}>
                {keyOf(entry) === startKey && <UnreadLine place={start} />}
                {dayLine}
                <MessageItem
                  message={entry}
                  side={source.side}
                  isContinued={previous !== undefined && 'seq' in previous && isSameAuthor(previous, entry)}
                  isReadMark={entry === readMark}
                />
              </Fragment>
            );
          })}
          {pending
            .filter(({ kind, attachments }) => shows({ kind, attachments, event: null }))
            .map((message) => (
              <PendingItem
                key={message.clientId}
                message={message}
                onResend={() => store.resend(message.clientId)}
                onDiscard={() => store.discard(message.clientId)}
              />
            ))}
        </div>
        <div ref={end} className="h-px" />
      </div>
      {!isAtEnd && (
        <button
          type="button"
          onClick={scrollToEnd}
          className="absolute bottom-8 left-1/2 min-h-11 -translate-x-1/2 rounded-full bg-ink-900 px-5 font-semibold text-caption text-paper shadow-desk"
        >
          최근 메시지로
        </button>
      )}
      <ThreadStatus typing={typing} isReady={status === 'ready'} />
    </div>
  );
}

function UnreadLine({ place }: { place: RefObject<HTMLParagraphElement | null> }) {
  return (
    <p
      ref={place}
      className="flex items-center gap-3 pt-2 font-semibold text-caption text-olive-700 before:h-px before:grow before:bg-olive-700 after:h-px after:grow after:bg-olive-700"
    >
      여기까지 읽었습니다
    </p>
  );
}

export function DayLine({ day }: { day: string }) {
  return (
    <p className="flex items-center gap-3 text-caption text-ink-500 tabular-nums before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {day}
    </p>
  );
}

/** One line of constant height, which widens nothing: who types, or that the connection is lost. */
function ThreadStatus({ typing, isReady }: { typing: string | undefined; isReady: boolean }) {
  const isLive = useIsLive();
  return (
    <p aria-live="polite" className="h-6 w-0 min-w-full truncate px-4 text-caption text-ink-500 md:px-6">
      {typing === undefined
        ? isReady && !isLive && '실시간 연결을 기다리고 있습니다. 15초마다 확인합니다.'
        : `${typing} 님이 입력하고 있습니다.`}
    </p>
  );
}

function ThreadSkeleton() {
  return (
    <>
      <p className="shown-late text-ink-700 text-small">불러오고 있습니다</p>
      <Skeleton className="h-16 w-3/5" />
      <Skeleton className="ml-auto h-12 w-1/2" />
      <Skeleton className="h-20 w-2/3" />
    </>
  );
}
