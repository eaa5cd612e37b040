import { transaction } from '#server/db/transaction.ts';
import { approveOverride } from '#server/features/casework/filing-gate.ts';
import { acceptFiledPaper } from '#server/features/casework/save-paper.ts';
import type { AnnounceDeps } from '#server/features/participants/case-events.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { ApproveFilingBody } from '#shared/features/casework/gate-schemas.ts';
import { lockOrder } from '../orders.moves.ts';
import { finishStep, type StepDeps } from './save-step.ts';

/**
 * Approves, as the second administrator, that a step or paper is filed before the client has signed, and marks it
 * done as the first one wished.
 * @throws AppError ORDER_NOT_FOUND, OVERRIDE_NOT_FOUND, OWN_PROPOSAL
 */
export async function approveFiling(
  deps: StepDeps & AnnounceDeps,
  admin: ActingAdmin,
  orderId: number,
  { step_id, paper_id }: ApproveFilingBody,
): Promise<void> {
  const now = deps.clock.now();
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (step_id !== undefined) {
      const { askedBy } = await approveOverride(trx, admin, { orderId, target: { step_id }, now });
      await finishStep(deps, trx, admin, { orderId, stepId: step_id, doneBy: askedBy });
    }
    if (paper_id !== undefined) {
      await approveOverride(trx, admin, { orderId, target: { paper_id }, now });
      await acceptFiledPaper(trx, deps, admin, { order, paperId: paper_id });
    }
  });
}
