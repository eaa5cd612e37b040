import type { Deadline } from '#shared/features/casework/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { isInApp } from '#web/ui/in-app/in-app-hint.tsx';
import { deadlinesFileUrl } from './api.ts';

/** The deadlines of a case. Until a lawyer has confirmed one, its day is computed alone. */
export function DeadlineList({ orderId, deadlines }: { orderId: number; deadlines: readonly Deadline[] }) {
  const isOneUnconfirmed = deadlines.some(({ confirmed_by }) => confirmed_by === null);
  return (
    <>
      <ul className="grid gap-3">
        {deadlines.map(({ id, title, last_day, confirmed_by }) => (
          <li key={id} className="rounded-card border border-line bg-surface p-4">
            <p className="text-ink-700 text-small">{title}</p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
              <strong className="text-h4 text-ink-900 tabular-nums">{`늦어도 ${formatDay(last_day)}까지`}</strong>
              {confirmed_by === null ? (
                <Badge kind="danger">변호사 확인 전</Badge>
              ) : (
                <Badge kind="success">{`${confirmed_by} 확인`}</Badge>
              )}
            </p>
          </li>
        ))}
      </ul>
      {isOneUnconfirmed && (
        <p className="mt-3 text-ink-700 text-small">
          확인 전의 날은 미리 계산한 것입니다. 실제 마감은 더 빠를 수 있으니 변호사의 확인을 받으세요.
        </p>
      )}
      {!isInApp() && (
        <p className="mt-2 print:hidden">
          <a href={deadlinesFileUrl(orderId)} download className={TEXT_LINK}>
            캘린더에 추가
          </a>
        </p>
      )}
    </>
  );
}
