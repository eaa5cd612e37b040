import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { conversationStatusLabel } from '#shared/rules/conversation-status.ts';
import { useListKeys } from '#web/admin-kit/keys/use-list-keys.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ROOM_LABELS } from '../rooms.ts';
import { inboxQuery } from './api.ts';
import { INBOX_VIEW_LABELS } from './inbox-filters.ts';
import type { InboxSearch } from './inbox-search.ts';
import { STATUS_BADGES } from './status-badges.ts';
import { waitingTime } from './waiting-time.ts';

const TICK_MS = 30_000;
/** Rows of a page of the list; a search with fewer has read all that it found. */
const PAGE_ROWS = 50;

/** The present time, for waiting times that grow while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(() => serverNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow().getTime()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The list stands beside the open conversation. */
const hasBeside = () => window.matchMedia('(min-width: 64rem)').matches;

/** Opens the customer who waits longest beside the list, until another one is chosen; a search opens nothing. */
function useOpenLongestWaiting(search: InboxSearch, first: AdminConversation | undefined): void {
  const navigate = useNavigate();
  const { id, q } = search;
  const waiting = id === undefined && q === undefined && first?.status === 'waiting' ? first.id : undefined;
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    if (waiting === undefined || !hasBeside()) return;
    const shown = { ...latest.current, id: waiting };
    void navigate({ to: '/admin/chat', search: shown, replace: true, resetScroll: false });
  }, [waiting, navigate]);
}

/** The conversations of a list: the oldest waiting first, then the others by latest activity. */
export function InboxList({ search }: { search: InboxSearch }) {
  const { view, q, id: openId } = search;
  const list = useInfiniteQuery(inboxQuery({ view, q }));
  const now = useNow();
  const pages = list.data?.pages;
  const isSearchingOlder = q !== undefined && (pages?.at(-1)?.rows.length ?? 0) < PAGE_ROWS;
  const found = pages?.flatMap(({ rows }) => rows);
  useOpenLongestWaiting(search, found?.[0]);
  const container = useListKeys();
  // Each further search of older conversations counts what it found itself.
  const total = q === undefined ? pages?.at(-1)?.total : found?.length;
  return (
    <div ref={container} className="flex min-h-0 grow flex-col">
      <p role="status" className="px-4 py-2 text-caption text-ink-700">
        {total !== undefined && `상담 ${total}건${q === undefined ? '' : ` · ‘${q}’ 검색 결과`}`}
      </p>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-4">
        <ListPage
          items={found}
          error={list.error}
          onRetry={() => void list.refetch()}
          loading={<Skeleton className="mx-2 h-80" />}
          empty={<EmptyInbox search={search} hasOlder={list.hasNextPage} />}
          subject="상담 목록"
        >
          {(rows) => (
            <ul
              aria-label={view ? INBOX_VIEW_LABELS[view] : '전체 상담'}
              className="grid grid-cols-[minmax(0,1fr)] gap-1"
            >
              {rows.map((row) => (
                <li key={row.id} data-row-name>
                  <InboxItem conversation={row} search={search} isOpen={row.id === openId} now={now} />
                </li>
              ))}
            </ul>
          )}
        </ListPage>
        {list.hasNextPage && (
          <Button
            kind="secondary"
            className="mt-3 w-full"
            isBusy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {isSearchingOlder ? '더 오래된 대화에서 찾기' : '더 보기'}
          </Button>
        )}
      </div>
    </div>
  );
}

function EmptyInbox({ search: { view, q }, hasOlder }: { search: InboxSearch; hasOlder: boolean }) {
  if (q !== undefined && hasOlder)
    return <EmptyState title="최근 대화에는 없습니다">더 오래된 대화에서 이어서 찾을 수 있습니다.</EmptyState>;
  if (q !== undefined) return <EmptyState title="찾는 상담이 없습니다">다른 단어로 찾아보세요.</EmptyState>;
  if (view === 'waiting') return <EmptyState title="답변을 기다리는 상담이 없습니다" />;
  if (view === undefined)
    return <EmptyState title="아직 상담이 없습니다">고객이 상담을 시작하면 여기에 표시됩니다.</EmptyState>;
  return <EmptyState title="해당하는 상담이 없습니다">다른 목록을 선택해보세요.</EmptyState>;
}

type ItemProps = { conversation: AdminConversation; search: InboxSearch; isOpen: boolean; now: number };

function InboxItem({ conversation, search, isOpen, now }: ItemProps) {
  const { id, customer, subject, status, room, waiting_since, assignee, unread, last_message, updated_at } =
    conversation;
  return (
    <Link
      to="/admin/chat"
      search={{ ...search, id }}
      aria-current={isOpen ? 'true' : undefined}
      resetScroll={false}
      className="block rounded border border-transparent px-3 py-2.5 hover:bg-olive-100 aria-[current=true]:border-olive-700 aria-[current=true]:bg-olive-100"
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-semibold text-ink-900">{customer.fullname || customer.user_id}</span>
        {unread > 0 && (
          <span className="rounded-full bg-brass-300 px-1.5 font-semibold text-caption text-ink-950 tabular-nums">
            {unread}
            <span className="sr-only">개 읽지 않음</span>
          </span>
        )}
        <span className="ml-auto shrink-0 text-caption text-ink-700 tabular-nums">
          {status !== 'waiting' || waiting_since === null ? (
            <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>
          ) : (
            <time dateTime={waiting_since} title={formatDateTime(waiting_since)} className="font-semibold text-danger">
              {`${waitingTime(waiting_since, now)} 대기`}
            </time>
          )}
        </span>
      </span>
      <span className="mt-0.5 block truncate text-ink-900">{subject}</span>
      <span className="block truncate text-caption text-ink-700">{previewOf(last_message)}</span>
      <span className="mt-1 flex items-center gap-2">
        <Badge kind={STATUS_BADGES[status]}>{conversationStatusLabel(status)}</Badge>
        {room !== 'buyer' && <Badge kind="olive">{ROOM_LABELS[room]}</Badge>}
        <span className="truncate text-caption text-ink-700">{assignee ? `담당 ${assignee.name}` : '미배정'}</span>
      </span>
    </Link>
  );
}

function previewOf(last: AdminConversation['last_message']): string {
  if (!last) return '메시지가 없습니다';
  const by = last.author.kind === 'staff' ? `${last.author.name}: ` : '';
  return by + (last.text || `첨부 파일 ${last.attachment_count}개`);
}
