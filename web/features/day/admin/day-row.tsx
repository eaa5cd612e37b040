import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { DayItem } from '#shared/features/day/schemas.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DAY_KIND_LABELS, dueText, personOf } from './day-texts.ts';
import type { DayActs } from './use-day-acts.ts';

export const isCallItem = ({ kind }: DayItem) => kind === 'call' || kind === 'booked_call';

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
      <RowAct item={item} acts={acts} onCall={onCall} />
    </li>
  );
}

const ACT = 'ml-auto shrink-0 whitespace-nowrap md:min-h-8! md:px-3!';

function RowAct({ item, acts, onCall }: Pick<Props, 'item' | 'acts' | 'onCall'>) {
  const { history } = useRouter();
  const { order_id: orderId } = item;
  const button = (label: string, onClick: () => unknown, isBusy = false) => (
    <Button
      kind="secondary"
      isBusy={isBusy}
      aria-label={`${item.customer} ${label}`}
      onClick={() => void onClick()}
      className={ACT}
    >
      {label}
    </Button>
  );
  if (isCallItem(item) && orderId !== null) return button('통화', onCall);
  if (item.kind === 'step') return button('완료', () => acts.finish(item), acts.isBusy);
  if (item.kind === 'unassigned' && orderId !== null) return button('내가 맡기', () => acts.take(orderId), acts.isBusy);
  return button(item.kind === 'message' ? '답변' : '열기', () => history.push(item.href));
}
