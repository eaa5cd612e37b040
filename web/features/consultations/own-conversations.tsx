import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { hasKeptEntries } from '#web/lib/storage/kept-entries.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';
import { conversationsQuery } from './api.ts';
import { ConversationList } from './conversation-list.tsx';
import { questionOf } from './question.ts';
import { useListEvents } from './use-conversation.ts';

type Props = {
  accountId: number;
  serviceId: number | undefined;
  /** The address asks for a new conversation. */
  isAsked: boolean;
  /** The form that begins one. */
  start: ReactNode;
};

/** The own conversations; the form comes first where there are none, or where it was asked for. */
export function OwnConversations({ accountId, serviceId, isAsked, start }: Props) {
  useListEvents(accountId);
  const list = useInfiniteQuery(conversationsQuery);
  const problem = useKnownProblem(list);
  const conversations = list.data?.pages.flatMap(({ rows }) => rows);
  // Also for a question that was written before the login.
  const [isWanted, setWanted] = useState(() => isAsked || hasKeptEntries(questionOf(serviceId)));
  const isFirst = conversations?.length === 0;
  // It is not known yet which comes first, the form or the list.
  const isLoading = !conversations && !problem && !isWanted;
  return (
    <>
      {isLoading && (
        <div role="status" className="relative">
          <LoadingWords>상담 내역 불러오는 중</LoadingWords>
          <Skeleton className="h-[70svh] w-full" />
        </div>
      )}
      {isWanted || isFirst ? start : conversations && <Button onClick={() => setWanted(true)}>새 상담 시작</Button>}
      <section aria-labelledby="list-heading" hidden={isLoading} className="mt-12">
        <h2 id="list-heading" className="mb-4 text-h3 text-ink-900">
          상담 내역
        </h2>
        <ListPage
          items={conversations}
          error={problem ?? null}
          onRetry={() => void list.refetch()}
          loading={<Skeleton className="h-48 w-full" />}
          empty={<EmptyState title="아직 상담이 없습니다">첫 문의를 남겨주시면 여기에 모아 보여드립니다.</EmptyState>}
          subject="상담 내역"
        >
          {(items) => <ConversationList conversations={items} />}
        </ListPage>
        {list.hasNextPage && (
          <Button
            kind="secondary"
            className="mt-4 w-full"
            isBusy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            이전 상담 더 보기
          </Button>
        )}
      </section>
    </>
  );
}
