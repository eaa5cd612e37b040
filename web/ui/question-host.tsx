import { lazy, Suspense, useSyncExternalStore } from 'react';
import { questions } from './ask.ts';

const QuestionDialog = lazy(async () => ({ default: (await import('./question-dialog.tsx')).QuestionDialog }));

/**
 * Renders the questions of `confirm` and `showMessage`. Exists once per page; the dialog's code
 * loads with the first question.
 */
export function QuestionHost() {
  const queued = useSyncExternalStore(questions.subscribe, questions.current, () => undefined);
  if (!queued) return null;
  return (
    <Suspense>
      <QuestionDialog {...queued} />
    </Suspense>
  );
}
