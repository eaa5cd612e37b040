import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { type AnnounceDeps, announceWork } from '#server/features/participants/case-events.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import type { Deadline, ValidCreateDeadlineBody, ValidUpdateDeadlineBody } from '#shared/features/casework/schemas.ts';
import { mayRead } from '#shared/rules/case-access/case-access.ts';
import { type DeadlineKind, lastDayOf } from '#shared/rules/work/legal-deadlines.ts';
import { type DeadlineRow, presentDeadline, selectDeadlines } from './deadlines.lookup.ts';

const MAX_DEADLINES = 50;

export type DeadlineDeps = AnnounceDeps & { db: Db };
type Target = { id: number; deadlineId: number };

/** Tells the open pages of those who read the progress of a case, and of administrators. */
function announceDeadline(trx: Trx, deps: DeadlineDeps, order: { id: number; user_id: number }): Promise<void> {
  return announceWork(trx, deps, { order, reads: (access) => mayRead(access, 'progress') });
}

async function getDeadline(trx: Trx, { id, deadlineId }: Target): Promise<DeadlineRow> {
  const row = await selectDeadlines(trx, id).where('order_deadlines.id', '=', deadlineId).executeTakeFirst();
  if (!row) throw new AppError('DEADLINE_NOT_FOUND');
  return row;
}

/** The last day that was given, else that of the law; `other` keeps the one that it has. */
function lastDay(kind: DeadlineKind, startsOn: string, given: string | null | undefined, present?: string): string {
  if (given) return given;
  if (kind !== 'other') return lastDayOf(kind, startsOn);
  if (present && present >= startsOn) return present;
  throw fieldError('last_day', '마지막 날을 입력해주세요.');
}

/**
 * Adds a deadline of a case.
 * @throws AppError ORDER_NOT_FOUND; CONFLICT when the case has as many as it may have
 */
export async function createDeadline(
  deps: DeadlineDeps,
  admin: ActingAdmin,
  orderId: number,
  { kind, title, starts_on, last_day }: ValidCreateDeadlineBody,
): Promise<Deadline> {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if ((await selectDeadlines(trx, orderId).execute()).length >= MAX_DEADLINES) throw new AppError('CONFLICT');
    const days = { starts_on, last_day: lastDay(kind, starts_on, last_day) };
    const { id } = await trx
      .insertInto('order_deadlines')
      .values({ order_id: orderId, kind, title, ...days, source: 'staff' })
      .returning('order_deadlines.id')
      .executeTakeFirstOrThrow();
    const after = presentDeadline(await getDeadline(trx, { id: orderId, deadlineId: id }));
    const act = { action: 'order.create_deadline', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after });
    await announceDeadline(trx, deps, order);
    return after;
  });
}

function confirmation(before: DeadlineRow, days: Pick<DeadlineRow, 'starts_on' | 'last_day'>, actorId: number | null) {
  return (confirmed: boolean | undefined) => {
    if (confirmed === true) return before.confirmed_by ?? actorId;
    const isMoved = days.starts_on !== before.starts_on || days.last_day !== before.last_day;
    return confirmed === false || isMoved ? null : before.confirmed_by;
  };
}

/**
 * Changes or confirms a deadline; one whose day changes has to be confirmed again.
 * @throws AppError ORDER_NOT_FOUND, DEADLINE_NOT_FOUND, VALIDATION_FAILED; VERSION_CONFLICT unless it is as seen
 */
export async function updateDeadline(
  deps: DeadlineDeps,
  admin: ActingAdmin,
  target: Target,
  { title, starts_on, last_day, confirmed, seen }: ValidUpdateDeadlineBody,
): Promise<Deadline> {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, target.id);
    const before = await getDeadline(trx, target);
    expectUnchanged(seen, { title: before.title, starts_on: before.starts_on, last_day: before.last_day });
    const startsOn = starts_on ?? before.starts_on;
    const isUnmoved = starts_on === undefined && last_day === undefined;
    const days = {
      starts_on: startsOn,
      last_day: isUnmoved ? before.last_day : lastDay(before.kind, startsOn, last_day, before.last_day),
    };
    if (days.last_day < days.starts_on) {
      throw fieldError('last_day', '마지막 날은 시작하는 날보다 빠를 수 없습니다.');
    }
    const confirmed_by = confirmation(before, days, admin.actor.id)(confirmed);
    await trx
      .updateTable('order_deadlines')
      .set({ ...(title !== undefined && { title }), ...days, confirmed_by })
      .where('order_deadlines.id', '=', before.id)
      .execute();
    const after = presentDeadline(await getDeadline(trx, target));
    const act = { action: 'order.update_deadline', subjectType: 'order', subjectId: target.id } as const;
    await recordAudit(trx, { ...admin, ...act, before: presentDeadline(before), after });
    await announceDeadline(trx, deps, order);
    return after;
  });
}

/** @throws AppError ORDER_NOT_FOUND, DEADLINE_NOT_FOUND */
export async function deleteDeadline(deps: DeadlineDeps, admin: ActingAdmin, target: Target): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, target.id);
    const before = await getDeadline(trx, target);
    await trx.deleteFrom('order_deadlines').where('order_deadlines.id', '=', before.id).execute();
    const act = { action: 'order.delete_deadline', subjectType: 'order', subjectId: target.id } as const;
    await recordAudit(trx, { ...admin, ...act, before: presentDeadline(before) });
    await announceDeadline(trx, deps, order);
  });
}
