import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import type { AdminCaseRoom, AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { conversationStatusLabel } from '#shared/rules/conversation-status.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { isNotFound } from '#web/lib/not-found/is-not-found.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState, LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ROOM_LABELS } from '../rooms.ts';
import { ThreadView } from '../thread/thread-view.tsx';
import { useThread } from '../thread/use-thread.ts';
import { unreadIn } from '../use-conversation.ts';
import { AdminComposer } from './admin-composer.tsx';
import { adminSource } from './admin-source.ts';
import { conversationQuery } from './api.ts';
import { ConversationActions } from './conversation-actions.tsx';
import { CustomerAside } from './customer-aside.tsx';
import type { InboxSearch } from './inbox-search.ts';
import { NextWaiting } from './next-waiting.tsx';
import { STATUS_BADGES } from './status-badges.ts';

type ActingAdmin = Pick<MyAccount, 'id' | 'fullname' | 'permissions'>;

type Props = { id: number; search: InboxSearch; account: ActingAdmin };

/** One conversation: its thread, what can be done with it, and its customer beside it. */
export function ConversationPanel({ id, search, account }: Props) {
  const query = useQuery(conversationQuery(id));
  const { data, error, refetch } = query;
  if (data) return <LoadedPanel conversation={data} unread={unreadIn(query)} search={search} account={account} />;
  if (!error) return <Skeleton className="m-4 h-96" />;
  return (
    <div className="grow p-4 md:p-6">
      <ListLink search={search} />
      <PhoneHeading />
      {isNotFound(error) ? (
        <EmptyState title="상담을 찾을 수 없습니다">
          주소의 상담 번호가 잘못되었거나 보관 기간이 지나 삭제된 상담입니다. 목록에서 다른 상담을 선택해주세요.
        </EmptyState>
      ) : (
        <LoadError subject="상담" error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

/** The heading of the page, which stands above the list on wider screens. */
const PhoneHeading = () => <h1 className="sr-only lg:hidden">채팅 상담</h1>;

/** Back to the list, which a phone does not show beside the conversation. */
function ListLink({ search: { id: _open, ...list } }: Pick<Props, 'search'>) {
  return (
    <Link to="/admin/chat" search={list} className={`${ADMIN_LINK} lg:hidden`}>
      목록으로
    </Link>
  );
}

type LoadedProps = Omit<Props, 'id'> & { conversation: AdminConversationDetail; unread: number };

/** Its messages are not asked for until it is known to exist. */
function LoadedPanel({ conversation, unread, search, account }: LoadedProps) {
  const source = useMemo(() => adminSource(conversation.id), [conversation.id]);
  const thread = useThread(source, account.id);
  if (!thread) return <Skeleton className="m-4 h-96" />;
  const name = conversation.customer.fullname || conversation.customer.user_id;
  return (
    <>
      <section aria-label={`${name} 님과의 상담`} className="flex min-h-0 min-w-0 grow flex-col bg-paper">
        <PanelHeader conversation={conversation} name={name} search={search} account={account} />
        <ThreadView
          thread={thread}
          source={source}
          label={`${name} 님과의 상담 내용`}
          customerReadSeq={conversation.customer_read_seq}
          unread={unread}
        />
        <NextWaiting conversation={conversation} search={search} />
        <AdminComposer conversation={conversation} source={source} thread={thread} account={account} hasKeys />
      </section>
      <aside
        aria-label="고객 정보"
        className="hidden w-72 shrink-0 overflow-y-auto border-line border-l bg-surface p-4 xl:block"
      >
        <CustomerAside conversation={conversation} permissions={account.permissions} />
      </aside>
    </>
  );
}

type RoomsProps = { openId: number; rooms: readonly AdminCaseRoom[]; search: InboxSearch };

/** The conversations of the same case, by who reads them. */
function Rooms({ openId, rooms, search }: RoomsProps) {
  return (
    <nav aria-label="이 사건의 대화방" className="mb-2 flex flex-wrap gap-x-4">
      {rooms.map(({ room, conversation_id: id }) =>
        id === null ? null : (
          <Link
            key={room}
            to="/admin/chat"
            search={{ ...search, id }}
            aria-current={id === openId ? 'page' : undefined}
            resetScroll={false}
            className="inline-flex min-h-11 items-center border-transparent border-b-2 text-ink-700 hover:text-ink-900 aria-[current=page]:border-olive-700 aria-[current=page]:font-semibold aria-[current=page]:text-ink-900"
          >
            {ROOM_LABELS[room]}
          </Link>
        ),
      )}
    </nav>
  );
}

type HeaderProps = Omit<LoadedProps, 'unread'> & { name: string };

function PanelHeader({ conversation, name, search, account }: HeaderProps) {
  const { id, subject, status, hold_until, order_id, order_number, previous_id, rooms } = conversation;
  const [isMore, setMore] = useState(false);
  const { id: _open, ...list } = search;
  return (
    <header className="border-line border-b bg-surface px-4 py-3 tight:flex tight:items-center tight:gap-x-3 tight:py-0 md:px-6">
      <div className="flex items-center justify-between tight:min-h-11 xl:hidden">
        <ListLink search={search} />
        <button
          type="button"
          aria-expanded={isMore}
          onClick={() => setMore(!isMore)}
          className={`${ADMIN_LINK} ml-auto tight:hidden`}
        >
          고객 정보
        </button>
      </div>
      <PhoneHeading />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 tight:h-11 tight:overflow-hidden">
        <h2 className="min-w-0 text-h4 text-ink-900">{name}</h2>
        <Badge kind={STATUS_BADGES[status]}>{conversationStatusLabel(status)}</Badge>
        {hold_until !== null && <span className="text-caption">{`${formatDate(hold_until)}까지`}</span>}
        {order_id !== null && mayDo(account.permissions, 'orders') && (
          <Link to="/admin/orders/$orderId" params={{ orderId: String(order_id) }} className={ADMIN_LINK}>
            {`주문 ${order_number ?? ''}`}
          </Link>
        )}
        {previous_id !== null && (
          <Link to="/admin/chat" search={{ ...list, id: previous_id }} className={ADMIN_LINK}>
            이전 상담
          </Link>
        )}
      </div>
      <div className="tight:hidden">
        <p className="mb-2">{subject}</p>
        {rooms.length > 1 && <Rooms openId={id} rooms={rooms} search={list} />}
        <ConversationActions conversation={conversation} ownId={account.id} />
      </div>
      {isMore && (
        <div className="mt-3 max-h-80 overflow-y-auto border-line border-t pt-3 xl:hidden">
          <CustomerAside conversation={conversation} permissions={account.permissions} />
        </div>
      )}
    </header>
  );
}
