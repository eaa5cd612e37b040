import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '#shared/features/accounts/schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { DEFAULT_RETURN_TO } from '#shared/platform/return-to.ts';
import { useAuth, useLogOut } from '#web/features/accounts/auth.ts';
import { LoginRequired } from '#web/features/accounts/login-required.tsx';
import { MyInfo } from '#web/features/accounts/profile/my-info.tsx';
import { CaseTasks } from '#web/features/casework/case-tasks.tsx';
import { ConversationList } from '#web/features/consultations/conversation-list.tsx';
import { useUnreadAnswers } from '#web/features/consultations/unread/unread-answers.ts';
import { PageParts } from '#web/features/layout/page-parts.tsx';
import { PageSection } from '#web/features/layout/page-section.tsx';
import { RefusedPageNotice } from '#web/features/layout/refused-page-notice.tsx';
import { orderQuery, ordersQuery } from '#web/features/orders/api.ts';
import { OrderHistory } from '#web/features/orders/order-history.tsx';
import { OrderNextStep } from '#web/features/orders/order-next-step.tsx';
import { useOwnTasks } from '#web/features/orders/own-tasks.ts';
import { SoldierList } from '#web/features/soldiers/soldier-list.tsx';
import { useSoldiers } from '#web/features/soldiers/use-soldiers.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { latePart } from '#web/ui/late/late-part.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';

const AccountSections = latePart(async () => (await import('./account-sections.tsx')).AccountSections, {
  pending: <Skeleton className="mt-12 h-[640px] w-full" />,
  says: 'in place',
});

export function ProfilePage() {
  const auth = useAuth();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const handleLogOut = async () => {
    setLeaving(true);
    await logOut();
    await navigate({ to: '/' });
  };
  return (
    <div className="mx-auto max-w-[880px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      {auth.status === 'loggedIn' && (
        <Profile user={auth.user} isLeaving={isLeaving} onLogOut={() => void handleLogOut()} />
      )}
      {auth.status === 'loggedOut' && !isLeaving && (
        <LoginRequired
          title="마이페이지"
          lead="로그인하시면 내 정보와 등록한 군인, 신청 내역을 확인하실 수 있습니다."
          returnTo={DEFAULT_RETURN_TO}
        />
      )}
      {(auth.status === 'unknown' || (auth.status === 'loggedOut' && isLeaving)) && <ProfileSkeleton />}
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <div role="status" className="relative">
      <PageHeading title="마이페이지" />
      <LoadingWords>불러오고 있습니다</LoadingWords>
      <Skeleton className="mt-12 h-40 w-full" />
      <Skeleton className="mt-12 h-64 w-full" />
    </div>
  );
}

/** Shorter than the headings that they lead to. */
const PARTS = [
  { id: 'orders', label: '신청' },
  { id: 'soldiers', label: '군인' },
  { id: 'me', label: '정보' },
  { id: 'notices', label: '알림' },
  { id: 'security', label: '보안' },
];

type ProfileProps = { user: Account; isLeaving: boolean; onLogOut: () => void };

function Profile({ user, isLeaving, onLogOut }: ProfileProps) {
  const orders = useInfiniteQuery(ordersQuery);
  const unread = useUnreadAnswers();
  const problem = useKnownProblem(orders);
  const pages = orders.data?.pages ?? [];
  const own = pages.flatMap(({ rows }) => rows);
  const tasks = useOwnTasks(own);
  // The reader's turns come first, so the first page of orders is shown once they are known.
  const isSorted = pages.length > 1 || !(tasks.isPending || unread.isPending);
  return (
    <>
      <PageHeading title="마이페이지" lead={`${user.fullname || user.user_id} 님, 안녕하세요.`} />
      <div className="mt-6 empty:hidden">
        <RefusedPageNotice />
      </div>
      <PageParts label="마이페이지" parts={PARTS} />
      {isSorted && unread.questions.length > 0 && (
        <PageSection heading="새 답변이 있는 상담">
          <ConversationList conversations={unread.questions} />
        </PageSection>
      )}
      <PageSection id="orders" heading="신청 내역">
        <ListPage
          items={orders.data && isSorted ? own : undefined}
          error={problem ?? null}
          onRetry={() => void orders.refetch()}
          loading={<Skeleton className="h-[70svh] w-full" />}
          empty={<NoOrders />}
          subject="신청 내역"
        >
          {(items) => (
            <OrderHistory
              orders={items}
              unread={unread.byOrder}
              tasks={tasks.byOrder}
              nextOf={(order) => <OwnCase order={order} answers={unread.byOrder.get(order.id) ?? 0} />}
            />
          )}
        </ListPage>
        {orders.hasNextPage && (
          <Button
            kind="secondary"
            className="mt-4 w-full"
            isBusy={orders.isFetchingNextPage}
            onClick={() => void orders.fetchNextPage()}
          >
            이전 신청 내역 더 보기
          </Button>
        )}
      </PageSection>
      {/* Loads meanwhile, and is shown where it stays: orders are of any number and height. */}
      <div hidden={!(orders.data && isSorted) && !problem}>
        <Soldiers />
        <PageSection
          id="me"
          heading="내 정보"
          action={
            <Link to="/profile/edit" className={TEXT_LINK}>
              정보 수정
            </Link>
          }
        >
          <MyInfo user={user} />
        </PageSection>
        <AccountSections role={user.role} />
      </div>
      <div className="mt-14 border-line border-t pt-6">
        <Button kind="secondary" isBusy={isLeaving} onClick={onLogOut}>
          로그아웃
        </Button>
      </div>
    </>
  );
}

/** The box of the case room. */
function OwnCase({ order, answers }: { order: Order; answers: number }) {
  const { data } = useQuery({ ...orderQuery(order.id), enabled: order.status === 'confirmed' });
  return (
    <CaseTasks order={{ ...order, tasks: data?.tasks }} answers={answers} isInCard>
      <OrderNextStep order={order} />
    </CaseTasks>
  );
}

function Soldiers() {
  const soldiers = useSoldiers();
  const problem = useKnownProblem(soldiers);
  return (
    <PageSection
      id="soldiers"
      heading="등록한 군인"
      action={
        <Link to="/soldier/register" className={TEXT_LINK}>
          새 군인 등록
        </Link>
      }
    >
      <ListPage
        items={soldiers.data}
        error={problem ?? null}
        onRetry={() => void soldiers.refetch()}
        loading={<Skeleton className="h-36 w-full md:h-24" />}
        empty={<EmptyState title="등록한 군인이 없습니다">서비스를 신청하시려면 먼저 군인을 등록해주세요.</EmptyState>}
        subject="군인 목록"
      >
        {(items) => <SoldierList soldiers={items} />}
      </ListPage>
    </PageSection>
  );
}

function NoOrders() {
  return (
    <EmptyState title="신청 내역이 없습니다">
      <Link to="/services" className={buttonClass('secondary', 'mt-2')}>
        서비스 보기
      </Link>
    </EmptyState>
  );
}
