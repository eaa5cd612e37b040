import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { ClosedAnswer } from './question-item.tsx';
import { shownGroups, takesAnswer, valuesOf } from './shown-set.ts';

/** All answers of a set that takes none now. */
export function ClosedSet({ set }: { set: CaseQuestionSet }) {
  const values = valuesOf(set);
  return (
    <div className="grid gap-10">
      {shownGroups(set, values).map(({ title, questions }) => (
        <section key={title} aria-label={title}>
          <h2 className="mb-4 text-h3 text-ink-900 print:break-after-avoid">{title}</h2>
          <div className="grid gap-5">
            {questions.filter(takesAnswer).map((question) => (
              <ClosedAnswer key={question.id} question={question} value={values[question.id] ?? null} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
