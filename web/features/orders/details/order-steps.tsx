import type { OrderStep } from '#shared/features/orders/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';

/** The steps of a case, those done with their day. The first open one is the present one. */
export function OrderSteps({ steps }: { steps: readonly OrderStep[] }) {
  const current = steps.find(({ done_at }) => done_at === null);
  return (
    <ol className="grid">
      {steps.map((step) => {
        const isDone = step.done_at !== null;
        const isCurrent = step === current;
        return (
          <li
            key={step.id}
            aria-current={isCurrent ? 'step' : undefined}
            className="group relative flex gap-4 pb-5 last:pb-0"
          >
            <span aria-hidden="true" className="absolute top-7 bottom-0 left-[13px] w-0.5 bg-line group-last:hidden" />
            <StepSymbol isDone={isDone} isCurrent={isCurrent} />
            <div className="min-w-0">
              <p className={isDone || isCurrent ? 'font-semibold text-ink-900' : 'text-ink-700'}>
                {step.title}
                <span className="sr-only">{isDone ? ' (완료)' : isCurrent ? ' (진행 중)' : ' (예정)'}</span>
              </p>
              <p className="text-small text-ink-500 tabular-nums">
                {step.done_at !== null
                  ? `${formatDate(step.done_at)} 완료`
                  : step.due_on && `${formatDate(step.due_on)} 예정`}
              </p>
              {step.note && <p className="whitespace-pre-line break-words text-small">{step.note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function StepSymbol({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  if (isDone) {
    return (
      <svg viewBox="0 0 28 28" className="relative size-7 shrink-0" aria-hidden="true">
        <circle cx="14" cy="14" r="13" className="fill-olive-700" />
        <path d="m8.5 14.5 3.5 3.5 7.5-8" className="fill-none stroke-paper" strokeWidth="2" />
      </svg>
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`relative size-7 shrink-0 rounded-full border-2 bg-surface ${isCurrent ? 'border-olive-700' : 'border-line'}`}
    />
  );
}
