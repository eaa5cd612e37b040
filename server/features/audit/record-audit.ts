import type { DbOrTrx } from '#server/db/transaction.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { requireStanding } from '#server/http/guards/standing.ts';
import type { AuditAction, AuditSubject } from '#shared/features/audit/audit-actions.ts';

/** One entry. `subjectId` is omitted for acts on many subjects. */
export type AuditedAct = ActingAdmin & {
  action: AuditAction;
  subjectType: AuditSubject;
  subjectId?: number | string;
  /** Values before and after as JSON. Never passwords or tokens. */
  before?: unknown;
  after?: unknown;
  reason?: string;
};

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * Adds an administrator's act to the append-only audit log. Call it in the transaction of the
 * change, so that both are committed together. Access to personal data is recorded too (decision
 * 015). Judges the administrator again: who has lost the right meanwhile does not act.
 * @throws AppError ADMIN_UNAUTHENTICATED, ADMIN_FORBIDDEN, PERMISSION_REQUIRED
 */
export async function recordAudit(db: DbOrTrx, act: AuditedAct): Promise<void> {
  if (act.actor.id !== null && act.session) await requireStanding(db, act.actor.id, act.session);
  await db
    .insertInto('audit_log')
    .values({
      actor_id: act.actor.id,
      actor_login: act.actor.user_id,
      address: act.address,
      action: act.action,
      subject_type: act.subjectType,
      subject_id: act.subjectId === undefined ? null : String(act.subjectId),
      before: json(act.before),
      after: json(act.after),
      reason: act.reason ?? '',
    })
    .execute();
}
