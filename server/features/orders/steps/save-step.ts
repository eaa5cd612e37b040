import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { askOverride, isGateOpen } from '#server/features/casework/filing-gate.ts';
import { hasMandate } from '#server/features/letters/letters.lookup.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { expectSeen } from '#server/lib/expect-seen.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type {
  OrderResult,
  ValidAddStepsBody,
  ValidCreateStepBody,
  ValidUpdateStepBody,
} from '#shared/features/orders/work-schemas.ts';
import { readStepNote } from '../order-texts.ts';
import { getOrderRow, lockOrder } from '../orders.moves.ts';
import { addPendingAct, takeBackAct } from '../pending-acts.ts';
import { forEachOrder } from '../state/for-each-order.ts';
import { type StepRow, stepForAudit } from '../state/step-row.ts';
import { presentAdminStep } from './steps.present.ts';
import { getStep, listStepRows, nextPosition } from './steps.queries.ts';

/** Most steps of one order. */
const MAX_STEPS = 50;

export type StepDeps = { db: Db; dataKeys: DataKeys; clock: Clock };

type Written = Pick<ValidUpdateStepBody, 'title' | 'due_on' | 'note' | 'is_private' | 'filing'>;

function columnsOf({ title, due_on, note, is_private, filing }: Written, stepId: number, seal: Seal) {
  return {
    ...(title !== undefined && { title }),
    ...(due_on !== undefined && { due_on: due_on || null }),
    ...(is_private !== undefined && { is_private }),
    ...(filing !== undefined && { is_filing: filing }),
    ...(note !== undefined && { note_sealed: seal(note ?? '', `order_steps.note_sealed:${stepId}`) }),
  };
}

/**
 * Has the customer learn of a done step a minute later: once, however often it is done (contract §5).
 */
async function addDoneStep({ clock }: StepDeps, trx: Trx, admin: ActingAdmin, step: { orderId: number; id: number }) {
  if (admin.actor.id === null) return;
  const act = { kind: 'step_done', order_id: step.orderId, step_id: step.id, actor_id: admin.actor.id } as const;
  await addPendingAct(trx, { ...act, now: clock.now() });
}

/**
 * Adds a step behind the others.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT when the order has as many as it may have; LETTER_MISSING for one that
 *   was filed in the client's name before the letter
 */
export async function createStep(
  deps: StepDeps,
  admin: ActingAdmin,
  orderId: number,
  { is_done: isDone = false, ...body }: ValidCreateStepBody,
): Promise<StepRow> {
  const seal = await deps.dataKeys.forSealing();
  return transaction(deps.db, async (trx) => {
    await lockOrder(trx, orderId);
    if ((await listStepRows(trx, orderId)).length >= MAX_STEPS) throw new AppError('CONFLICT');
    if (isDone && body.filing && !(await hasMandate(trx, orderId))) throw new AppError('LETTER_MISSING');
    const id = await nextId(trx, 'order_steps');
    await trx
      .insertInto('order_steps')
      .values({
        id,
        ...columnsOf(body, id, seal),
        title: body.title,
        order_id: orderId,
        position: await nextPosition(trx, orderId),
        ...(isDone && { done_at: deps.clock.now(), done_by: admin.actor.id }),
      })
      .execute();
    if (isDone) await addDoneStep(deps, trx, admin, { orderId, id });
    const { notified_at: _told, ...step } = await getStep(trx, orderId, id);
    const after = stepForAudit(step);
    const act = { action: 'order.create_step', subjectType: 'order', subjectId: orderId, after } as const;
    await recordAudit(trx, { ...admin, ...act });
    return step;
  });
}

/** Adds one step to several orders that are paid, and returns the result of each. */
export function addSteps(
  deps: StepDeps,
  admin: ActingAdmin,
  { order_ids: orderIds, ...body }: ValidAddStepsBody,
): Promise<OrderResult[]> {
  return forEachOrder(orderIds, async (orderId) => {
    const { status } = await getOrderRow(deps.db, orderId);
    if (status !== 'confirmed') throw new AppError('ORDER_NOT_PAID');
    await createStep(deps, admin, orderId, { ...body, filing: false });
  });
}

type Finished = { orderId: number; stepId: number; doneBy: number };

/** Marks a step done that two administrators have decided to file. Needs the order's lock. */
export async function finishStep(
  deps: StepDeps,
  trx: Trx,
  admin: ActingAdmin,
  { orderId, stepId, doneBy }: Finished,
): Promise<void> {
  const { notified_at: toldAt, ...before } = await getStep(trx, orderId, stepId);
  if (before.done_at !== null) return;
  const done = { done_at: deps.clock.now(), done_by: doneBy };
  await trx.updateTable('order_steps').set(done).where('order_steps.id', '=', stepId).execute();
  if (toldAt === null) await addDoneStep(deps, trx, admin, { orderId, id: stepId });
  const act = { action: 'order.update_step', subjectType: 'order', subjectId: orderId } as const;
  const after = stepForAudit({ ...before, done_at: done.done_at });
  await recordAudit(trx, { ...admin, ...act, before: stepForAudit(before), after });
}

type Filed = { orderId: number; step: StepRow; override: ValidUpdateStepBody['override']; seal: Seal };

/** Returns whether a step may be marked done; where it may not and a reason is given, asks for an exception. */
async function passGate({ clock }: StepDeps, trx: Trx, admin: ActingAdmin, filed: Filed): Promise<boolean> {
  const { orderId, step, override, seal } = filed;
  const target = { step_id: step.id };
  if (!step.is_filing || (await isGateOpen(trx, orderId, target))) return true;
  if (override) await askOverride(trx, admin, { orderId, target, reason: override.reason, seal, now: clock.now() });
  return false;
}

/**
 * Changes a step; what is left out stays. The customer gets one notice that it is done, even if it
 * is undone and done again, and none if it is undone within a minute.
 * @throws AppError ORDER_NOT_FOUND, STEP_NOT_FOUND; VERSION_CONFLICT with the current step as `current`;
 *   LETTER_MISSING for one that is filed in the client's name, or no longer marked so, before the letter: an exception
 *   that was asked for is stored then, and waits for a second administrator
 */
export async function updateStep(
  deps: StepDeps,
  admin: ActingAdmin,
  { id: orderId, stepId }: { id: number; stepId: number },
  { is_done: isDone, version, override, ...body }: ValidUpdateStepBody,
): Promise<StepRow> {
  const seal = await deps.dataKeys.forSealing();
  const saved = await transaction(deps.db, async (trx) => {
    await lockOrder(trx, orderId);
    const { notified_at: toldAt, ...before } = await getStep(trx, orderId, stepId);
    expectSeen(version, presentAdminStep(before, deps.dataKeys));
    const edited = columnsOf(body, stepId, seal);
    const isNewlyDone = isDone === true && before.done_at === null;
    const isUndone = isDone === false && before.done_at !== null;
    const isUnmarked = before.is_filing && body.filing === false;
    const step = { ...before, is_filing: before.is_filing || body.filing === true };
    // The mark that the letter is needed is not taken away by one person either.
    const filed = { orderId, step, override: isNewlyDone ? override : undefined, seal };
    if ((isNewlyDone || isUnmarked) && !(await passGate(deps, trx, admin, filed))) return undefined;
    const columns = {
      ...edited,
      ...(Object.keys(edited).length > 0 && { version: before.version + 1 }),
      ...(isNewlyDone && { done_at: deps.clock.now(), done_by: admin.actor.id }),
      ...(isUndone && { done_at: null, done_by: null }),
    };
    if (Object.keys(columns).length === 0) return before;
    await trx.updateTable('order_steps').set(columns).where('order_steps.id', '=', stepId).execute();
    const { notified_at: _told, ...after } = await getStep(trx, orderId, stepId);
    if (isNewlyDone && toldAt === null) await addDoneStep(deps, trx, admin, { orderId, id: stepId });
    if (isUndone) await takeBackAct(trx, orderId, { kind: 'step_done', stepId });
    await recordAudit(trx, {
      ...admin,
      action: 'order.update_step',
      subjectType: 'order',
      subjectId: orderId,
      before: stepForAudit(before),
      after: {
        ...stepForAudit(after),
        ...(readStepNote(deps.dataKeys, before) !== readStepNote(deps.dataKeys, after) && { is_note_changed: true }),
      },
    });
    return after;
  });
  if (!saved) throw new AppError('LETTER_MISSING');
  return saved;
}
