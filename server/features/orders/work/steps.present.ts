import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { OrderStep } from '#shared/features/orders/schemas.ts';
import type { StepRow } from '../state/step-row.ts';

export function presentStep({ id, title, due_on, done_at, note }: StepRow): OrderStep {
  return { id, title, due_on, done_at: wireTimeOrNull(done_at), note };
}
