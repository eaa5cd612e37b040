import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { inboxQuery } from '#web/features/consultations/admin/api.ts';
import { ConversationPanel } from '#web/features/consultations/admin/conversation-panel.tsx';
import { InboxHeader } from '#web/features/consultations/admin/inbox-header.tsx';
import { InboxList } from '#web/features/consultations/admin/inbox-list.tsx';
import { useInboxEvents } from '#web/features/consultations/admin/use-inbox-events.ts';
import { useVisibleHeight } from '#web/features/consultations/use-visible-height.ts';

const route = getRouteApi('/queries/admin/admin/chat');

/** The inbox of administrators (contract §5). */
export function AdminChatPage() {
  const auth = useAuth();
  return auth.status === 'loggedIn' && <Inbox account={auth.user} />;
}

/** The list, and beside it the open conversation. A phone shows one of the two. */
function Inbox({ account }: { account: MyAccount }) {
  const search = route.useSearch();
  const { id } = search;
  useInboxEvents(account.id, id);
  const frame = useVisibleHeight();
  const { data: list } = useInfiniteQuery(inboxQuery(search));
  const isEmpty = list?.pages.every(({ rows }) => rows.length === 0);
  return (
    <div
      ref={frame}
      className="flex h-[calc(var(--visible-height,calc(100dvh-var(--bar)))-60px)] md:h-[var(--visible-height,100dvh)]"
    >
      <div
        className={`${id === undefined ? '' : 'max-lg:hidden'} flex min-h-0 w-full flex-col border-line bg-surface lg:w-[340px] lg:shrink-0 lg:border-r`}
      >
        <InboxHeader search={search} />
        <InboxList search={search} />
      </div>
      {id === undefined ? (
        <p className="hidden grow place-content-center text-center text-ink-700 lg:grid">
          {!isEmpty && '목록에서 상담을 선택해주세요.'}
        </p>
      ) : (
        <ConversationPanel key={id} id={id} search={search} account={account} />
      )}
    </div>
  );
}
