import { useEffect, useSyncExternalStore } from 'react';
import { setStepUpHandler } from '#web/lib/api-client.ts';
import { latePart } from '#web/ui/late/late-part.tsx';
import { askStepUp, stepUpQuestion } from './step-up-question.ts';

const StepUpDialog = latePart(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/**
 * Asks for a proof of the user when a call needs one; the call is then repeated as it was. The
 * dialog's code comes late.
 */
export function StepUpHost() {
  useEffect(() => setStepUpHandler(askStepUp), []);
  const asking = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.current, () => undefined);
  if (!asking) return null;
  return <StepUpDialog onDone={asking.answer} />;
}
