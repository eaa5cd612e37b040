import { getRouteApi, Link } from '@tanstack/react-router';
import { useAuth } from '#web/features/accounts/auth.ts';
import { ConversationStatusBadge } from '#web/features/consultations/conversation-status-badge.tsx';
import { CustomerThread } from '#web/features/consultations/customer-thread.tsx';
import { OfficeHours } from '#web/features/consultations/office-hours.tsx';
import { unreadIn, useConversation } from '#web/features/consultations/use-conversation.ts';
import { useVisibleHeight } from '#web/features/consultations/use-visible-height.ts';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { OwnNotFoundPage } from '../not-found.tsx';

const route = getRouteApi('/queries/consult/$conversationId');

/** One conversation, as high as the window. */
export function ConversationPage() {
  const { conversationId } = route.useParams();
  const auth = useAuth();
  const id = /^[1-9]\d{0,9}$/.test(conversationId) ? Number(conversationId) : undefined;
  if (id === undefined) return <OwnNotFoundPage subject="상담" />;
  if (auth.status !== 'loggedIn') return null;
  return <LoadedConversation key={id} id={id} accountId={auth.user.id} />;
}

function LoadedConversation({ id, accountId }: { id: number; accountId: number }) {
  const query = useConversation(id, accountId);
  const problem = useKnownProblem(query);
  const frame = useVisibleHeight();
  const conversation = query.data;
  if (!conversation) {
    if (isNotFound(problem)) return <OwnNotFoundPage subject="상담" />;
    if (!problem) return <PageSpinner />;
    return (
      <div className="mx-auto max-w-[880px] px-6 pt-[108px]">
        <LoadError subject="상담" error={problem} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <div
      ref={frame}
      className="mx-auto mt-[60px] flex h-[calc(var(--visible-height,100dvh)-60px-var(--asking,0px))] min-h-[360px] max-w-[880px] flex-col md:border-line md:border-x"
    >
      <header className="border-line border-b bg-surface px-4 pt-1 pb-3 md:px-6">
        <div className="flex flex-wrap gap-x-5">
          <Link to="/consult" className={TEXT_LINK}>
            상담 목록
          </Link>
          {conversation.order_id !== null && (
            <Link to="/orders/$orderId" params={{ orderId: String(conversation.order_id) }} className={TEXT_LINK}>
              내 사건 보기
            </Link>
          )}
          {conversation.previous_id !== null && (
            <Link
              to="/consult/$conversationId"
              params={{ conversationId: String(conversation.previous_id) }}
              className={TEXT_LINK}
            >
              지난 상담
            </Link>
          )}
        </div>
        <div className="flex items-start gap-3">
          <h1 className="min-w-0 text-h4 text-ink-900">{conversation.subject}</h1>
          <ConversationStatusBadge status={conversation.status} />
        </div>
        <OfficeHours className="text-ink-700 text-caption!" />
      </header>
      <CustomerThread conversation={conversation} accountId={accountId} unread={unreadIn(query)} />
    </div>
  );
}
