import type { FaqEntry } from '#shared/features/services/sections/faq/schemas.ts';
import { RichText } from './rich-text.tsx';

/**
 * Questions that open their answers; the browser's own element, which also works without scripts.
 */
export function FaqList({ questions }: { questions: readonly FaqEntry[] }) {
  return (
    <div className="mt-5 border-line border-t first:mt-0">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-line border-b">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold text-ink-900 [&::-webkit-details-marker]:hidden">
            {question}
            <svg
              viewBox="0 0 24 24"
              className="size-5 shrink-0 fill-none stroke-olive-600 transition-transform duration-150 group-open:rotate-180"
              strokeWidth="2"
              aria-hidden="true"
            >
              <path d="m5 9 7 7 7-7" />
            </svg>
          </summary>
          <RichText html={answer} className="pb-5" />
        </details>
      ))}
    </div>
  );
}
