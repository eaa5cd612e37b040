import { useState } from 'react';
import type { Deadline } from '#shared/features/casework/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { isNearDay } from '../near-day.ts';
import { deleteDeadline, updateDeadline } from './api.ts';
import { DeadlineForm } from './deadline-form.tsx';
import { EditDeadlineForm } from './edit-deadline-form.tsx';
import { useReadCase } from './use-read-case.ts';

/** The deadlines of a case: confirmed by a lawyer, removed, added by hand. */
export function CaseDeadlines({ order: { id, deadlines } }: { order: Pick<AdminOrder, 'id' | 'deadlines'> }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="grid gap-3">
      {deadlines.length === 0 && <p className="text-ink-700">기한이 없습니다.</p>}
      {deadlines.length > 0 && (
        <ul className="grid">
          {deadlines.map((deadline) => (
            <DeadlineRow key={deadline.id} orderId={id} deadline={deadline} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <DeadlineForm orderId={id} onClose={() => setAdding(false)} />
      ) : (
        <Button kind="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
          기한 추가하기
        </Button>
      )}
    </div>
  );
}

function DeadlineRow({ orderId, deadline }: { orderId: number; deadline: Deadline }) {
  const { id, title, starts_on, last_day, source, confirmed_by } = deadline;
  const readCase = useReadCase();
  const { isBusy, problem, run } = useAction();
  const [isEditing, setEditing] = useState(false);
  const act = (action: () => Promise<unknown>) =>
    run(async () => {
      await action();
      await readCase();
    });
  const isConfirmed = confirmed_by !== null;
  const confirmLabel = isConfirmed ? '확인 되돌리기' : '이 날로 확인';
  const remove = async () => {
    const isAgreed = await confirm({
      title: '기한 삭제',
      message: `‘${title}’ 기한을 삭제합니다. 고객의 화면에서도 사라집니다.`,
      confirmLabel: '삭제',
      isDangerous: true,
    });
    if (isAgreed) await act(() => deleteDeadline(orderId, id));
  };
  if (isEditing) {
    return (
      <li className="border-line border-t py-3 first:border-t-0 first:pt-0">
        <EditDeadlineForm orderId={orderId} deadline={deadline} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li className="grid gap-1 border-line border-t py-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold text-ink-900">{title}</h3>
        {isConfirmed && <Badge kind="success">{`${confirmed_by} 확인`}</Badge>}
      </div>
      <p
        className={`tabular-nums ${isNearDay(last_day) ? 'font-semibold text-danger' : 'text-ink-900'}`}
      >{`늦어도 ${formatDay(last_day)}까지${isConfirmed ? '' : ', 변호사 확인 전'}`}</p>
      <p className="text-ink-500 tabular-nums">
        {`${formatDay(starts_on)}부터 · ${source === 'answer' ? '질문지의 답에서 계산' : '담당자가 추가'}`}
      </p>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          kind={isConfirmed ? 'secondary' : 'primary'}
          isBusy={isBusy}
          aria-label={`${confirmLabel}: ${title}`}
          onClick={() => void act(() => updateDeadline(orderId, id, { confirmed: !isConfirmed }))}
          className="md:min-h-9 md:px-4"
        >
          {confirmLabel}
        </Button>
        <button type="button" aria-label={`수정: ${title}`} onClick={() => setEditing(true)} className={ADMIN_LINK}>
          수정
        </button>
        <button
          type="button"
          aria-label={`삭제: ${title}`}
          onClick={() => void remove()}
          className={ADMIN_LINK.replace('text-olive-700', 'text-danger')}
        >
          삭제
        </button>
      </div>
    </li>
  );
}
