import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { inboxQuery } from './api.ts';
import type { InboxSearch } from './inbox-search.ts';

type Props = { conversation: Pick<AdminConversation, 'id' | 'status'>; search: InboxSearch };

/**
 * Leads from a conversation that waits no longer to the customer of the same list who waits longest.
 * The list has read its rows; a search is not repeated for it.
 */
export function NextWaiting({ conversation, search: { view, q } }: Props) {
  const isOver = conversation.status !== 'waiting';
  const { data } = useInfiniteQuery({ ...inboxQuery({ view, q }), enabled: isOver && q === undefined });
  const first = isOver ? data?.pages[0]?.rows.find(({ id }) => id !== conversation.id) : undefined;
  if (first?.status !== 'waiting') return null;
  return (
    <p className="tight:hidden border-line border-t bg-surface px-4 text-right md:px-6">
      <Link to="/admin/chat" search={{ view, id: first.id }} resetScroll={false} className={ADMIN_LINK}>
        다음 대기 상담
      </Link>
    </p>
  );
}
