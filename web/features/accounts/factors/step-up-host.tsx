import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { setStepUpHandler } from '#web/lib/api-client.ts';
import { askStepUp, stepUpQuestion } from './step-up-question.ts';

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

/**
 * Asks for a proof of the user when a call needs one; the call is then repeated as it was. The
 * dialog's code loads when it is first needed.
 */
export function StepUpHost() {
  useEffect(() => setStepUpHandler(askStepUp), []);
  const asking = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.current, () => undefined);
  if (!asking) return null;
  return (
    <Suspense>
      <StepUpDialog onDone={asking.answer} />
    </Suspense>
  );
}
