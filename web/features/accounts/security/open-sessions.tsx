import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OpenSession } from '#shared/features/accounts/session-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { endOtherSessions, endSession, sessionsQuery } from './api.ts';

/** The browsers that are logged in, each with a way to end its session (contract §6). */
export function OpenSessions() {
  const sessions = useQuery(sessionsQuery);
  const known = useKnownProblem(sessions);
  const queryClient = useQueryClient();
  const { run, isBusy, problem } = useAction();
  const [ended, setEnded] = useState<string>();
  const message = useRef<HTMLParagraphElement>(null);

  const end = (work: () => Promise<unknown>, sentence: string) =>
    run(async () => {
      setEnded(undefined);
      await work();
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      setEnded(sentence);
      // The pressed button is gone with its session.
      message.current?.focus();
    });

  const others = sessions.data?.filter((session) => !session.is_current) ?? [];
  return (
    <>
      <ListPage
        items={sessions.data}
        error={known ?? null}
        onRetry={() => void sessions.refetch()}
        loading={<Skeleton className="h-24 w-full" />}
        empty={<EmptyState title="로그인한 기기가 없습니다" />}
        subject="로그인한 기기"
      >
        {(items) => (
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
            {items.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={isBusy}
                onEnd={() => void end(() => endSession(session.id), '그 기기에서 로그아웃했습니다.')}
              />
            ))}
          </ul>
        )}
      </ListPage>
      <p ref={message} tabIndex={-1} role="status" className="mt-3 min-h-6 text-small text-success">
        {ended}
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      {others.length > 0 && (
        <Button
          kind="secondary"
          className="mt-2"
          isBusy={isBusy}
          onClick={() => void end(endOtherSessions, '다른 기기에서 모두 로그아웃했습니다.')}
        >
          다른 기기에서 모두 로그아웃
        </Button>
      )}
    </>
  );
}

type RowProps = { session: OpenSession; isBusy: boolean; onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const { device, address, last_used_at, is_current } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-5 py-4 last:border-b-0">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold text-ink-900">
          {device}
          {is_current && <Badge kind="olive">지금 쓰는 기기</Badge>}
        </p>
        <p className="break-all text-small text-ink-500 tabular-nums">
          {[`마지막 사용 ${formatDateTime(last_used_at)}`, address].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!is_current && (
        <Button
          kind="secondary"
          disabled={isBusy}
          onClick={onEnd}
          aria-label={`${device}, 마지막 사용 ${formatDateTime(last_used_at)}: 로그아웃`}
        >
          로그아웃
        </Button>
      )}
    </li>
  );
}
