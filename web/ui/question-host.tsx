import { useSyncExternalStore } from 'react';
import { questions } from './ask.ts';
import { latePart } from './late/late-part.tsx';

const QuestionDialog = latePart(async () => (await import('./question-dialog.tsx')).QuestionDialog);

/**
 * Renders the questions of `confirm` and `showMessage`. Exists once per page; the dialog's code
 * comes late.
 */
export function QuestionHost() {
  const queued = useSyncExternalStore(questions.subscribe, questions.current, () => undefined);
  if (!queued) return null;
  return <QuestionDialog {...queued} />;
}
