import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import { conversationStatusLabel } from '#shared/rules/conversation-status.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { AdminComposer } from '#web/features/consultations/admin/admin-composer.tsx';
import { adminSource } from '#web/features/consultations/admin/admin-source.ts';
import { conversationQuery } from '#web/features/consultations/admin/api.ts';
import { STATUS_BADGES } from '#web/features/consultations/admin/status-badges.ts';
import { useInboxEvents } from '#web/features/consultations/admin/use-inbox-events.ts';
import { ThreadView } from '#web/features/consultations/thread/thread-view.tsx';
import { useThread } from '#web/features/consultations/thread/use-thread.ts';
import { unreadIn } from '#web/features/consultations/use-conversation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type StreamEntry, type StreamFilter, showsMessage } from './stream-entries.ts';
import { StreamEntryItem } from './stream-entry.tsx';

type Props = {
  id: number;
  account: MyAccount;
  orderId: number;
  entries: readonly StreamEntry[];
  filter: StreamFilter;
  acts: ReactNode;
};

/** A conversation of the case with the other things of the case between its messages. */
export function RoomStream({ id, account, ...stream }: Props) {
  useInboxEvents(account.id, id);
  const query = useQuery(conversationQuery(id));
  const { data, error, refetch } = query;
  if (data) return <LoadedRoom conversation={data} unread={unreadIn(query)} account={account} {...stream} />;
  if (error) return <LoadError subject="상담" error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="m-4 grow" />;
}

type LoadedProps = Omit<Props, 'id'> & { conversation: AdminConversationDetail; unread: number };

function LoadedRoom({ conversation, unread, account, orderId, entries, filter, acts }: LoadedProps) {
  const { id, status, subject, customer_read_seq } = conversation;
  const source = useMemo(() => adminSource(id), [id]);
  const thread = useThread(source, account.id);
  if (!thread) return <Skeleton className="m-4 grow" />;
  const between = entries.map((entry) => ({
    at: entry.at,
    thing: { key: entry.key, node: <StreamEntryItem orderId={orderId} entry={entry} /> },
  }));
  return (
    <>
      <div className="flex shrink-0 items-center gap-x-3 border-line border-b bg-surface px-4 tight:hidden md:px-6">
        <Badge kind={STATUS_BADGES[status]}>{conversationStatusLabel(status)}</Badge>
        <p className="min-w-0 truncate">{subject}</p>
        <Link to="/admin/chat" search={{ id }} className={`${ADMIN_LINK} ml-auto shrink-0`}>
          채팅 상담에서 보기
        </Link>
      </div>
      <ThreadView
        thread={thread}
        source={source}
        label="사건 기록"
        customerReadSeq={customer_read_seq}
        unread={unread}
        between={between}
        shows={(message) => showsMessage(filter, message)}
      />
      <AdminComposer conversation={conversation} acts={acts} hasKeys {...{ source, thread, account }} />
    </>
  );
}
