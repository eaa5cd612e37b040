import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { conversationsQuery } from '#web/features/consultations/api.ts';
import { ConversationList } from '#web/features/consultations/conversation-list.tsx';
import { OfficeHours } from '#web/features/consultations/office-hours.tsx';
import type { StartSubject } from '#web/features/consultations/start-form.tsx';
import { useListEvents } from '#web/features/consultations/use-conversation.ts';
import { serviceQuery } from '#web/features/services/api.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { latePart } from '#web/ui/late/late-part.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/queries/consult');

/** Has a form, whose code loads on demand. */
const StartForm = latePart(async () => (await import('#web/features/consultations/start-form.tsx')).StartForm, {
  pending: <Skeleton className="h-[420px] w-full" />,
  says: 'in place',
});

/** The own conversations, and how to begin one. */
export function ConsultationsPage() {
  const auth = useAuth();
  if (auth.status !== 'loggedIn') return null;
  return <Consultations accountId={auth.user.id} />;
}

function Consultations({ accountId }: { accountId: number }) {
  const { serviceId, previousId } = route.useSearch();
  useListEvents(accountId);
  const list = useInfiniteQuery(conversationsQuery);
  const problem = useKnownProblem(list);
  const conversations = list.data?.pages.flatMap(({ rows }) => rows);
  const isAsked = serviceId !== undefined || previousId !== undefined;
  const [isWanted, setWanted] = useState(isAsked);
  const isFirst = conversations?.length === 0;
  // Whether the form or the list comes first is not known yet.
  const isLoading = !conversations && !problem && !isWanted;
  return (
    <div className="mx-auto max-w-[880px] px-6 pt-[92px] pb-18 md:pt-[124px] md:pb-28">
      <PageHeading title="상담" lead="변호사와 담당자가 직접 답변합니다. 사진과 문서도 함께 보내실 수 있습니다." />
      <OfficeHours className="mt-3 text-ink-900" />
      {isLoading && (
        <div role="status" className="relative mt-8">
          <LoadingWords>상담 내역 불러오는 중</LoadingWords>
          <Skeleton className="h-[70svh] w-full" />
        </div>
      )}
      {isWanted || isFirst ? (
        <section aria-labelledby="start-heading" className="mt-8 rounded-card border border-line bg-surface p-5 md:p-6">
          <h2 id="start-heading" className="mb-4 text-h3 text-ink-900">
            새 상담
          </h2>
          <Start accountId={accountId} serviceId={serviceId} previousId={previousId} />
        </section>
      ) : (
        conversations && (
          <Button className="mt-8" onClick={() => setWanted(true)}>
            새 상담 시작
          </Button>
        )
      )}
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
    </div>
  );
}

type StartProps = { accountId: number; serviceId: number | undefined; previousId: number | undefined };

function Start({ accountId, serviceId, previousId }: StartProps) {
  const navigate = useNavigate();
  const open = ({ id }: Conversation) =>
    void navigate({ to: '/consult/$conversationId', params: { conversationId: String(id) } });
  const about: StartSubject = previousId === undefined ? {} : { previousId };
  if (serviceId === undefined) return <StartForm accountId={accountId} about={about} onOpened={open} />;
  return <ServiceStart accountId={accountId} serviceId={serviceId} onOpened={open} />;
}

type ServiceStartProps = { accountId: number; serviceId: number; onOpened: (conversation: Conversation) => void };

/** A question before the purchase of a service. */
function ServiceStart({ accountId, serviceId, onOpened }: ServiceStartProps) {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const { data: service, isPending } = useQuery(serviceQuery(catalogue, serviceId));
  if (isPending) return <Skeleton className="h-[420px] w-full" />;
  const about = service ? { serviceId, suggested: `${service.title} 구매 전 문의` } : {};
  return (
    <>
      {service && <p className="mb-4 text-small">{`문의할 서비스: ${service.title}`}</p>}
      <StartForm accountId={accountId} about={about} onOpened={onOpened} />
    </>
  );
}
