import { useInfiniteQuery } from '@tanstack/react-query';
import type { LoginEvent } from '#shared/features/accounts/session-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { loginEventsQuery } from './api.ts';
import { loginMethodLabel } from './login-method-label.ts';

/** The list only grows at its end, and two logins can be equal to the millisecond. */
function numbered(events: readonly LoginEvent[]): { number: number; event: LoginEvent }[] {
  return events.map((event, number) => ({ number, event }));
}

/** The logins of the account, failed ones included (contract §6). */
export function LoginEvents() {
  const logins = useInfiniteQuery(loginEventsQuery);
  const known = useKnownProblem(logins);
  return (
    <>
      <ListPage
        items={logins.data && numbered(logins.data.pages.flatMap(({ rows }) => rows))}
        error={known ?? null}
        onRetry={() => void logins.refetch()}
        loading={<Skeleton className="h-40 w-full" />}
        empty={<EmptyState title="로그인 기록이 없습니다" />}
        subject="로그인 기록"
      >
        {(items) => (
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
            {items.map(({ number, event }) => (
              <li
                key={number}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-5 py-3 last:border-b-0"
              >
                <span className="grow basis-52 text-ink-900 text-small tabular-nums">{formatDateTime(event.at)}</span>
                <span className="min-w-0 grow basis-60 break-all text-ink-500 text-small">
                  {[event.device, loginMethodLabel(event.method), event.address].join(' · ')}
                </span>
                <Badge kind={event.result === 'success' ? 'quiet' : 'danger'}>
                  {event.result === 'success' ? '성공' : '실패'}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </ListPage>
      {logins.isFetchNextPageError && (
        <Notice kind="danger">이전 기록을 불러오지 못했습니다. 다시 시도해주세요.</Notice>
      )}
      {logins.hasNextPage && (
        <Button
          kind="secondary"
          className="mt-3"
          isBusy={logins.isFetchingNextPage}
          onClick={() => void logins.fetchNextPage()}
        >
          이전 기록 더 보기
        </Button>
      )}
    </>
  );
}
