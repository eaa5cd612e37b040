import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { DayItem } from '#shared/features/day/schemas.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DayActButton } from './day-act-button.tsx';
import { DAY_KIND_LABELS, dueText, personOf } from './day-texts.ts';
import type { DayActs } from './use-day-acts.ts';

type Props = {
  item: DayItem;
  isChosen: boolean;
  acts: DayActs;
  onChoose: () => void;
  onCall: () => void;
};

/** A pointer has the chosen one beside the list; a phone and the keyboard open it. */
const hasBeside = () => window.matchMedia('(min-width: 80rem)').matches;

/** One case of the queue: when, what, who, why, and the act. */
export function DayRow({ item, isChosen, acts, onChoose, onCall }: Props) {
  const { history } = useRouter();
  const handleClick = ({ detail }: MouseEvent) => {
    onChoose();
    if (detail === 0 || !hasBeside()) history.push(item.href);
  };
  const due = dueText(item, serverNow());
  return (
    <li
      className={`flex items-center gap-x-3 border-line border-t px-3 py-1 ${isChosen ? 'bg-olive-100' : 'hover:bg-paper'}`}
    >
      <span data-row-name className="min-w-0 grow">
        <button
          type="button"
          aria-current={isChosen || undefined}
          onFocus={onChoose}
          onClick={handleClick}
          className="grid min-h-11 w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-1 text-left max-lg:[&>:nth-child(n+3)]:col-span-2 md:min-h-9 lg:grid-cols-[96px_84px_minmax(96px,200px)_minmax(0,1fr)]"
        >
          <span className={`tabular-nums ${item.is_late ? 'font-semibold text-danger' : 'text-ink-700'}`}>{due}</span>
          <span>
            <Badge kind={item.is_late ? 'danger' : 'quiet'}>{DAY_KIND_LABELS[item.kind]}</Badge>
          </span>
          <strong className="truncate font-semibold text-ink-900">{personOf(item)}</strong>
          <span className="min-w-0 truncate text-ink-700">
            {item.title}
            {item.also.length > 0 && ` · ${item.also.map((kind) => DAY_KIND_LABELS[kind]).join(', ')}`}
          </span>
        </button>
      </span>
      <DayActButton
        item={item}
        acts={acts}
        onCall={onCall}
        kind="secondary"
        name={(label) => `${item.customer} ${label}`}
        className="ml-auto shrink-0 whitespace-nowrap md:min-h-8! md:px-3!"
      />
    </li>
  );
}
