import { lazy, Suspense, useSyncExternalStore } from 'react';
import { questions } from './ask.ts';

const QuestionDialog = lazy(async () => ({ default: (await import('./question-dialog.tsx')).QuestionDialog }));

/**
 * Renders the questions of `confirm` and `tell`. Exists once per page; the dialog's code loads with
 * the first question.
 */
export function QuestionHost() {
  const asked = useSyncExternalStore(questions.subscribe, questions.current, () => undefined);
  if (!asked) return null;
  return (
    <Suspense>
      <QuestionDialog {...asked} />
    </Suspense>
  );
}
