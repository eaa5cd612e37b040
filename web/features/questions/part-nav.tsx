type Part = { title: string; isDone: boolean };
type Props = { parts: readonly Part[]; current: number; onChange: (part: number) => void };

/** The parts of a question set; each can be opened at any time. */
export function PartNav({ parts, current, onChange }: Props) {
  return (
    <nav aria-label="질문지의 단계" className="print:hidden">
      <ol className="flex gap-2">
        {parts.map(({ title, isDone }, index) => (
          <li key={title} className="min-w-0 flex-1">
            <button
              type="button"
              aria-current={index === current ? 'step' : undefined}
              onClick={() => onChange(index)}
              className={`flex min-h-12 w-full flex-col justify-center border-t-4 pt-2 text-left text-caption md:text-small ${
                index === current
                  ? 'border-olive-700 font-semibold text-ink-900'
                  : 'border-line text-ink-700 hover:border-ink-500'
              }`}
            >
              <span className="tabular-nums">{`${index + 1}. ${title}`}</span>
              <span className={isDone ? 'text-success' : 'text-ink-500'}>{isDone ? '다 적음' : '적을 것이 있음'}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
