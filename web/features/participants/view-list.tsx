import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { viewsQuery } from './api.ts';

const ROLES = { payer: '결제하신 분', guardian: '보호자', firm: '담당' } as const;

/** Who read what of the case, once for each person, area and day. */
export function ViewList({ orderId }: { orderId: number }) {
  const query = useInfiniteQuery(viewsQuery(orderId));
  if (query.error) return <LoadError subject="열람 기록" error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-24 w-full" />;
  const views = query.data.pages.flatMap(({ rows }) => rows);
  if (views.length === 0) return <p className="text-ink-700">아직 다른 사람이 본 내용이 없습니다.</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {views.map(({ at, role, name, area, what }) => (
          <li key={`${at} ${role} ${name} ${area}`} className="flex flex-wrap justify-between gap-x-4 py-3 text-small">
            <span className="text-ink-900">{`${name} (${ROLES[role]}) · ${what}`}</span>
            <span className="text-ink-500 tabular-nums">{formatDateTime(at)}</span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          kind="secondary"
          className="mt-3"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          더 보기
        </Button>
      )}
    </>
  );
}
