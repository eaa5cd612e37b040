const STEPS = ['신청 내용 확인', '결제', '완료'] as const;

type Props = { current: (typeof STEPS)[number] };

/** The steps of a purchase and the current one. */
export function PurchaseSteps({ current }: Props) {
  const currentIndex = STEPS.indexOf(current);
  return (
    <ol aria-label="구매 단계" className="flex flex-wrap gap-x-2 gap-y-1 text-small">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === currentIndex ? 'step' : undefined} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden="true" className="h-px w-4 bg-ink-500 sm:w-8" />}
          <span
            aria-hidden="true"
            className={`inline-flex size-6 items-center justify-center rounded-full border text-caption tabular-nums ${markColour(index, currentIndex)}`}
          >
            {index + 1}
          </span>
          <span className={index === currentIndex ? 'font-semibold text-ink-900' : 'text-ink-500'}>
            {step}
            {index < currentIndex && <span className="sr-only"> (마침)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function markColour(index: number, currentIndex: number): string {
  if (index === currentIndex) return 'border-olive-700 bg-olive-700 font-semibold text-paper';
  return index < currentIndex ? 'border-olive-700 text-olive-700' : 'border-ink-500 text-ink-500';
}
