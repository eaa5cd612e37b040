import { Fragment, useRef } from 'react';
import { formatDate } from '#shared/format/dates.ts';
import { DayLine } from '#web/features/consultations/thread/thread-view.tsx';
import { usePinnedScroll } from '#web/features/consultations/thread/use-pinned-scroll.ts';
import type { StreamEntry } from './stream-entries.ts';
import { StreamEntryItem } from './stream-entry.tsx';

type Props = { orderId: number; entries: readonly StreamEntry[] };

/** The things of a case without an open conversation, newest last. */
export function EntryLog({ orderId, entries }: Props) {
  const sorted = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const start = useRef<HTMLElement>(null);
  const { log, content } = usePinnedScroll(sorted[0]?.key ?? '', sorted.length, start);
  return (
    <div
      ref={log}
      role="log"
      aria-label="사건 기록"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by keyboard
      tabIndex={0}
      className="min-h-0 overflow-y-auto overscroll-contain px-4 focus-visible:-outline-offset-2 md:px-6"
    >
      <div ref={content} className="grid gap-4 py-5">
        {sorted.length === 0 && <p>기록이 없습니다.</p>}
        {sorted.map((entry, index) => {
          const before = sorted[index - 1];
          const day = formatDate(entry.at);
          return (
            <Fragment key={entry.key}>
              {(!before || formatDate(before.at) !== day) && <DayLine day={day} />}
              <StreamEntryItem orderId={orderId} entry={entry} />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}
