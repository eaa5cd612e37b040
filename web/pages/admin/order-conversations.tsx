import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import type { AdminCaseRoom, AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { conversationStatusLabel } from '#shared/rules/conversation-status.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { AdminComposer } from '#web/features/consultations/admin/admin-composer.tsx';
import { adminSource } from '#web/features/consultations/admin/admin-source.ts';
import { conversationQuery } from '#web/features/consultations/admin/api.ts';
import { BeginConversation } from '#web/features/consultations/admin/begin-conversation.tsx';
import { STATUS_BADGES } from '#web/features/consultations/admin/status-badges.ts';
import { useInboxEvents } from '#web/features/consultations/admin/use-inbox-events.ts';
import { ROOM_LABELS } from '#web/features/consultations/rooms.ts';
import { ThreadView } from '#web/features/consultations/thread/thread-view.tsx';
import { useThread } from '#web/features/consultations/thread/use-thread.ts';
import { unreadIn } from '#web/features/consultations/use-conversation.ts';
import { adminOrderQuery } from '#web/features/orders/admin/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Props = { order: Pick<AdminOrder, 'id' | 'rooms'>; account: MyAccount };

/** The conversations of a case side by side, answered where the case is worked on, or begun. */
export function OrderConversations({ order: { id, rooms }, account }: Props) {
  if (rooms.length < 2) return rooms.map((room) => <Room key={room.room} orderId={id} room={room} account={account} />);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,340px),1fr))] gap-6">
      {rooms.map((room) => (
        <section key={room.room} aria-labelledby={`room-${room.room}`} className="min-w-0">
          <h3 id={`room-${room.room}`} className="mb-2 font-semibold text-ink-900">
            {ROOM_LABELS[room.room]}
          </h3>
          <Room orderId={id} room={room} account={account} />
        </section>
      ))}
    </div>
  );
}

type RoomProps = { orderId: number; room: AdminCaseRoom; account: MyAccount };

function Room({ orderId, room: { room, conversation_id: id }, account }: RoomProps) {
  const queryClient = useQueryClient();
  if (id !== null) return <KnownConversation key={id} id={id} account={account} />;
  return (
    <BeginConversation
      recipient={{ order_id: orderId, room }}
      accountId={account.id}
      hint="아직 상담이 없습니다."
      onBegun={() => queryClient.invalidateQueries({ queryKey: adminOrderQuery(String(orderId)).queryKey })}
    />
  );
}

function KnownConversation({ id, account }: { id: number; account: MyAccount }) {
  useInboxEvents(account.id, id);
  const query = useQuery(conversationQuery(id));
  const { data, error, refetch } = query;
  if (data) return <Conversation conversation={data} unread={unreadIn(query)} account={account} />;
  if (error) return <LoadError subject="상담" error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-[480px] w-full" />;
}

type LoadedProps = { conversation: AdminConversationDetail; unread: number; account: MyAccount };

function Conversation({ conversation, unread, account }: LoadedProps) {
  const { id, status, subject, customer_read_seq } = conversation;
  const source = useMemo(() => adminSource(id), [id]);
  const thread = useThread(source, account.id);
  if (!thread) return <Skeleton className="h-[480px] w-full" />;
  return (
    <div className="flex h-[min(560px,75svh)] min-h-[360px] flex-col overflow-hidden rounded border border-line bg-paper">
      <div className="flex items-center gap-x-3 border-line border-b bg-surface px-4 py-2 md:px-6">
        <Badge kind={STATUS_BADGES[status]}>{conversationStatusLabel(status)}</Badge>
        <p className="min-w-0 truncate">{subject}</p>
        <Link to="/admin/chat" search={{ id }} className={`${ADMIN_LINK} ml-auto shrink-0`}>
          채팅 상담에서 보기
        </Link>
      </div>
      <ThreadView
        thread={thread}
        source={source}
        label="고객과의 상담 내용"
        customerReadSeq={customer_read_seq}
        unread={unread}
      />
      <AdminComposer conversation={conversation} source={source} thread={thread} account={account} />
    </div>
  );
}
