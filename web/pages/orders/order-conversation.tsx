import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { MAX_SUBJECT } from '#shared/rules/message-limits.ts';
import { ConversationStatusBadge } from '#web/features/consultations/conversation-status-badge.tsx';
import { CustomerThread } from '#web/features/consultations/customer-thread.tsx';
import { OfficeHours } from '#web/features/consultations/office-hours.tsx';
import { readersOf } from '#web/features/consultations/rooms.ts';
import { unreadIn, useConversation } from '#web/features/consultations/use-conversation.ts';
import { orderQuery } from '#web/features/orders/api.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { latePart } from '#web/ui/late/late-part.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Has a form, whose code loads on demand. */
const StartForm = latePart(async () => (await import('#web/features/consultations/start-form.tsx')).StartForm, {
  pending: <Skeleton className="h-72 w-full" />,
  says: 'in place',
});

type Props = { order: OrderDetail; accountId: number };
type RoomProps = Props & { room: Room };

/** The conversations of the rooms that the person reads, one at a time, or the form that begins one. */
export function OrderConversation({ order, accountId }: Props) {
  const [own] = order.rooms;
  const [wanted, setWanted] = useState<Room>();
  const shown = order.rooms.find(({ room }) => room === wanted) ?? own;
  if (!shown) return null;
  const { room, conversation_id: id } = shown;
  const rest = { order, accountId, room };
  return (
    <>
      {order.rooms.length > 1 && (
        <fieldset className="mb-3 flex flex-wrap gap-2">
          <legend className="sr-only">대화 선택</legend>
          {order.rooms.map((one) => (
            <button
              key={one.room}
              type="button"
              aria-pressed={one.room === room}
              onClick={() => setWanted(one.room)}
              className="inline-flex min-h-11 items-center rounded border border-ink-500 px-4 font-semibold text-ink-900 hover:border-ink-900 aria-pressed:border-ink-900 aria-pressed:bg-ink-900 aria-pressed:text-paper"
            >
              {one.room === 'shared' ? '함께 보는 대화' : '나와 담당자의 대화'}
            </button>
          ))}
        </fieldset>
      )}
      {id === null ? <Start key={room} {...rest} /> : <LoadedConversation key={id} id={id} {...rest} />}
    </>
  );
}

/** Returns whether a message of the customer would no longer reopen the conversation. */
function isOver({ reopens_until }: Conversation): boolean {
  return reopens_until !== null && new Date(reopens_until) < serverNow();
}

function LoadedConversation({ id, order, accountId, room }: RoomProps & { id: number }) {
  const query = useConversation(id, accountId);
  const problem = useKnownProblem(query);
  const conversation = query.data;
  if (!conversation) {
    if (!problem) return <Skeleton className="h-[560px] w-full" />;
    return <LoadError subject="상담" error={problem} onRetry={() => void query.refetch()} />;
  }
  const page = (
    <Link to="/consult/$conversationId" params={{ conversationId: String(id) }} className={TEXT_LINK}>
      {isOver(conversation) ? '지난 상담 보기' : '큰 화면으로 보기'}
    </Link>
  );
  if (isOver(conversation)) {
    return (
      <>
        {page}
        <Start order={order} accountId={accountId} room={room} />
      </>
    );
  }
  return (
    <div className="flex h-[min(680px,80svh)] min-h-[420px] flex-col overflow-hidden rounded-card border border-line bg-paper">
      <div className="border-line border-b bg-surface px-4 py-2 md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <ConversationStatusBadge status={conversation.status} />
          {page}
        </div>
        <OfficeHours className="text-ink-700 text-caption!" />
      </div>
      <CustomerThread conversation={conversation} accountId={accountId} unread={unreadIn(query)} />
    </div>
  );
}

function Start({ order, accountId, room }: RoomProps) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
  const about = { orderId: order.id, room, fixed: order.service_title.slice(0, MAX_SUBJECT) };
  return (
    <div className="rounded-card border border-line bg-surface p-5 md:p-6">
      <p>이 사건에 대해 궁금하신 점을 남겨주세요. 사진과 문서도 함께 보내실 수 있습니다.</p>
      <p className="mt-1 font-semibold text-ink-900">{readersOf({ room, order_id: order.id }, 'customer')}</p>
      <OfficeHours className="mt-1 mb-4 text-ink-900" />
      <StartForm accountId={accountId} about={about} onOpened={refresh} onExisting={refresh} />
    </div>
  );
}
