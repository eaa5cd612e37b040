import { useId } from 'react';
import type { OverrideBody } from '#shared/features/casework/gate-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { AdminOrderStep } from '#shared/features/orders/work-schemas.ts';
import { formatDate, formatDay } from '#shared/format/dates.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { DragHandle } from '#web/admin-kit/drag-handle.tsx';
import type { useDragOrder } from '#web/admin-kit/use-drag-order.ts';
import { FilingOverrideBox, mayFile } from '#web/features/casework/admin/filing-override.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { isStepOverdue } from '../next-act.ts';

type Props = {
  order: Pick<AdminOrder, 'id' | 'gate'>;
  ownId: number | undefined;
  step: AdminOrderStep;
  isHeld: boolean;
  handle: ReturnType<ReturnType<typeof useDragOrder>['handleProps']>;
  onDone: (isDone: boolean) => Promise<unknown>;
  /** Asks to file before the client has signed the letter. */
  onAsk: (override: OverrideBody) => Promise<unknown>;
  onEdit: () => void;
  onRemove: () => void;
};

/** One step with its handle; the checkbox says at once that it is done. */
export function StepRow({ order, ownId, step, isHeld, handle, onDone, onAsk, onEdit, onRemove }: Props) {
  const id = useId();
  const { isBusy, run } = useAction();
  const isDone = step.done_at !== null;
  const target = { step_id: step.id };
  const isHeldUp = step.filing === true && !isDone && !mayFile(order, target);
  return (
    <li
      className={`flex flex-wrap items-start gap-x-2 border-line border-t py-1 ${isHeld ? 'bg-olive-100' : 'bg-surface'}`}
    >
      <DragHandle label={`${step.title} 순서 바꾸기`} isHeld={isHeld} {...handle} />
      <label
        htmlFor={id}
        className="flex min-h-11 min-w-0 flex-1 basis-40 cursor-pointer items-start gap-3 py-2 md:min-h-7 md:py-0.5"
      >
        <input
          id={id}
          type="checkbox"
          checked={isDone}
          disabled={isHeldUp}
          aria-disabled={isBusy || undefined}
          onChange={({ target }) => !isBusy && void run(() => onDone(target.checked))}
          className="mt-0.5 size-5 shrink-0 accent-olive-700"
        />
        <span className="min-w-0">
          <span className={`block break-words font-semibold ${isDone ? 'text-ink-500 line-through' : 'text-ink-900'}`}>
            {step.title}
          </span>
          {step.is_private && <Badge kind="quiet">비공개</Badge>}
          {step.filing && <Badge kind="info">의뢰인 이름으로 제출</Badge>}
          <StepDates step={step} />
          {step.note && <span className="block break-words text-ink-500">{step.note}</span>}
        </span>
      </label>
      <span className="ml-auto flex gap-x-4">
        <button
          type="button"
          data-edit={step.id}
          aria-label={`수정: ${step.title}`}
          onClick={onEdit}
          className={ADMIN_LINK}
        >
          수정
        </button>
        <button
          type="button"
          aria-label={`삭제: ${step.title}`}
          onClick={onRemove}
          className={ADMIN_LINK.replace('text-olive-700', 'text-danger')}
        >
          삭제
        </button>
      </span>
      {step.filing && (
        <div className="basis-full pb-2 pl-8 empty:hidden">
          <FilingOverrideBox
            order={order}
            ownId={ownId}
            target={target}
            title={step.title}
            isDone={isDone}
            onAsk={onAsk}
          />
        </div>
      )}
    </li>
  );
}

function StepDates({ step }: { step: AdminOrderStep }) {
  if (step.done_at) {
    return <span className="block text-success tabular-nums">{`${formatDate(step.done_at)} 완료`}</span>;
  }
  if (!step.due_on) return null;
  if (isStepOverdue(step, serverNow())) {
    return <strong className="block text-danger tabular-nums">{`${formatDay(step.due_on)}까지, 지났습니다`}</strong>;
  }
  return <span className="block text-ink-700 tabular-nums">{`${formatDay(step.due_on)}까지`}</span>;
}
