import { Link } from '@tanstack/react-router';
import { useUnread } from './use-unread.ts';

/** A tab on a sheet that leads to the unread answers of all conversations, with an order or without; nothing else. */
export function NewAnswers({ accountId }: { accountId: number }) {
  const unread = useUnread(accountId);
  if (unread === 0) return null;
  return (
    <Link
      to="/consult"
      className="absolute bottom-full left-4 flex min-h-11 items-center rounded-t-card bg-brass-300 px-4 font-semibold text-ink-950 text-small tabular-nums hover:bg-paper sm:left-8"
    >
      {`새 답변 ${unread}개 보기`}
    </Link>
  );
}
