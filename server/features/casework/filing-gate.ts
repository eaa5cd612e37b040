import type { Selectable } from 'kysely';
import type { GateOverridesTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { hasMandate } from '#server/features/letters/letters.lookup.ts';
import { type ActingAdmin, adminName } from '#server/http/acting-admin.ts';
import { isPermitted } from '#server/http/permitted.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { FilingOverride } from '#shared/features/casework/gate-schemas.ts';

/** A step or a paper that is filed in the client's name. */
export type FilingTarget = { step_id: number } | { paper_id: number };
type Row = Selectable<GateOverridesTable>;

function findOverride(db: DbOrTrx, orderId: number, target: FilingTarget): Promise<Row | undefined> {
  const ofOrder = db.selectFrom('gate_overrides').selectAll().where('gate_overrides.order_id', '=', orderId);
  const found =
    'step_id' in target
      ? ofOrder.where('gate_overrides.step_id', '=', target.step_id)
      : ofOrder.where('gate_overrides.paper_id', '=', target.paper_id);
  return found.executeTakeFirst();
}

/** Returns whether the step or paper may be filed: the client has signed, or two administrators have decided it. */
export async function isGateOpen(trx: Trx, orderId: number, target: FilingTarget): Promise<boolean> {
  if (await hasMandate(trx, orderId)) return true;
  const override = await findOverride(trx, orderId, target);
  return override !== undefined && override.approved_by !== null;
}

type Asked = { orderId: number; target: FilingTarget; reason: string; seal: Seal; now: Date };

/** Asks for an exception; one that is not approved yet is replaced. Needs the order's lock. */
export async function askOverride(trx: Trx, admin: ActingAdmin, asked: Asked): Promise<void> {
  const { orderId, target, reason, seal, now } = asked;
  const before = await findOverride(trx, orderId, target);
  if (admin.actor.id === null || before?.approved_by != null) return;
  if (before) await trx.deleteFrom('gate_overrides').where('gate_overrides.id', '=', before.id).execute();
  const id = await nextId(trx, 'gate_overrides');
  const reason_sealed = seal(reason, `gate_overrides.reason_sealed:${id}`);
  await trx
    .insertInto('gate_overrides')
    .values({ id, order_id: orderId, ...target, reason_sealed, asked_by: admin.actor.id, asked_at: now })
    .execute();
  const act = { action: 'order.ask_filing', subjectType: 'order', subjectId: orderId } as const;
  await recordAudit(trx, { ...admin, ...act, after: target });
}

async function maySeeCases(trx: Trx, userId: number): Promise<boolean> {
  const user = trx.selectFrom('users').select('users.id').where('users.id', '=', userId);
  return (await user.where(isPermitted('orders')).executeTakeFirst()) !== undefined;
}

async function nameOf(trx: Trx, userId: number): Promise<string> {
  const user = await trx
    .selectFrom('users')
    .select(['users.user_id', 'users.fullname'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return adminName(user.user_id, user.fullname);
}

type Approved = { orderId: number; target: FilingTarget; now: Date };

/**
 * Approves an exception as the second administrator; the same again changes nothing. Returns who asked for it. Needs
 * the order's lock.
 * @throws AppError OVERRIDE_NOT_FOUND, also for that of an administrator who has lost the right; OWN_PROPOSAL
 */
export async function approveOverride(
  trx: Trx,
  admin: ActingAdmin,
  { orderId, target, now }: Approved,
): Promise<{ askedBy: number }> {
  const override = await findOverride(trx, orderId, target);
  if (!override) throw new AppError('OVERRIDE_NOT_FOUND');
  const { id, asked_by: askedBy } = override;
  if (askedBy === admin.actor.id) throw new AppError('OWN_PROPOSAL');
  const isOpen = override.approved_by === null;
  if (isOpen && !(await maySeeCases(trx, askedBy))) throw new AppError('OVERRIDE_NOT_FOUND');
  if (isOpen && admin.actor.id !== null) {
    const approved = { approved_by: admin.actor.id, approved_at: now };
    await trx.updateTable('gate_overrides').set(approved).where('gate_overrides.id', '=', id).execute();
    const names = { asked_by: await nameOf(trx, askedBy), approved_by: await nameOf(trx, admin.actor.id) };
    const act = { action: 'order.approve_filing', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, after: { ...target, ...names } });
  }
  return { askedBy };
}

/** Lists the exceptions of a case, for administrators. */
export async function listOverrides(
  { db, dataKeys }: { db: DbOrTrx; dataKeys: Pick<DataKeys, 'readText'> },
  orderId: number,
): Promise<FilingOverride[]> {
  const rows = await db
    .selectFrom('gate_overrides')
    .innerJoin('users as asker', 'asker.id', 'gate_overrides.asked_by')
    .leftJoin('users as approver', 'approver.id', 'gate_overrides.approved_by')
    .selectAll('gate_overrides')
    .select(['asker.user_id as asker_login', 'asker.fullname as asker_name'])
    .select(['approver.user_id as approver_login', 'approver.fullname as approver_name'])
    .where('gate_overrides.order_id', '=', orderId)
    .orderBy('gate_overrides.id')
    .execute();
  return rows.map((row) => ({
    step_id: row.step_id,
    paper_id: row.paper_id,
    reason: dataKeys.readText(row.reason_sealed, `gate_overrides.reason_sealed:${row.id}`),
    asked_by: adminName(row.asker_login, row.asker_name),
    asked_by_id: row.asked_by,
    asked_at: wireTime(row.asked_at),
    approved_by: row.approver_login === null ? null : adminName(row.approver_login, row.approver_name ?? ''),
    approved_at: wireTimeOrNull(row.approved_at),
  }));
}
