import { useRouter } from '@tanstack/react-router';
import type { DayItem } from '#shared/features/day/schemas.ts';
import { Button } from '#web/ui/button.tsx';
import type { DayActs } from './use-day-acts.ts';

const ACT_LABELS = { call: '통화', finish: '완료', take: '내가 맡기', answer: '답변', open: '열기' } as const;

export const isCallItem = ({ kind }: DayItem) => kind === 'call' || kind === 'booked_call';

/** Returns the one act of an item; what can be done nowhere but on its page is opened. */
export function dayActOf(item: DayItem): keyof typeof ACT_LABELS {
  if (item.kind === 'step') return 'finish';
  if (item.kind === 'message') return 'answer';
  if (isCallItem(item) && item.order_id !== null) return 'call';
  if (item.kind === 'unassigned' && item.order_id !== null) return 'take';
  return 'open';
}

type Props = {
  item: DayItem;
  acts: DayActs;
  onCall: () => void;
  kind: 'primary' | 'secondary';
  /** Returns the accessible name; left out where the text alone says it. */
  name?: (label: string) => string;
  className?: string;
};

export function DayActButton({ item, acts, onCall, kind, name, className }: Props) {
  const { history } = useRouter();
  const act = dayActOf(item);
  const isSaved = act === 'finish' || act === 'take';
  const run = () => {
    if (act === 'call') onCall();
    else if (act === 'finish') void acts.finish(item);
    else if (act === 'take' && item.order_id !== null) void acts.take(item.order_id);
    else history.push(item.href);
  };
  return (
    <Button
      kind={kind}
      isBusy={isSaved && acts.isBusy}
      aria-label={name?.(ACT_LABELS[act])}
      onClick={run}
      className={className ?? ''}
    >
      {ACT_LABELS[act]}
    </Button>
  );
}
