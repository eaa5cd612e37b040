import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refreshUnread } from './unread-store.ts';
import { useUnread } from './use-unread.ts';

const MOST_SHOWN = 99;

/** The number of unread answers beside what leads to them; nothing where all is read. */
export function UnreadMark({ accountId, className }: { accountId: number; className: string }) {
  const unread = useUnread(accountId);
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the occasion to read again
  useEffect(refreshUnread, [pathname]);
  if (unread === 0) return null;
  return (
    <span
      className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brass-300 px-1.5 font-semibold text-caption/none text-ink-950 tabular-nums whitespace-nowrap ${className}`}
    >
      <span aria-hidden="true">{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</span>
      <span className="sr-only">{`읽지 않은 답변 ${unread}개`}</span>
    </span>
  );
}
