import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { OrderStep } from '#shared/features/orders/schemas.ts';
import type { AdminOrderStep } from '#shared/features/orders/work-schemas.ts';
import { readStepNote, type TextReader } from '../order-texts.ts';
import type { StepRow } from '../state/step-row.ts';

export function presentStep(step: StepRow, texts: TextReader): OrderStep {
  const { id, title, due_on, done_at, version } = step;
  return { id, title, due_on, done_at: wireTimeOrNull(done_at), note: readStepNote(texts, step), version };
}

export function presentAdminStep(step: StepRow, texts: TextReader): AdminOrderStep {
  return { ...presentStep(step, texts), is_private: step.is_private, ...(step.is_filing && { filing: true }) };
}
