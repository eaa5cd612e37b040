import type { DbOrTrx } from '#server/db/transaction.ts';
import type { Staff } from '#server/http/staff.ts';

/** One act. `action` is `<subject>.<verb>`, as in `service.update`; `subjectId` is left out where the act was about many. */
type AuditedAct = Staff & {
  action: string;
  subjectType: string;
  subjectId?: number | string;
  /** What was there, and what is now; anything that can be written as JSON. Never passwords or tokens. */
  before?: unknown;
  after?: unknown;
  reason?: string;
};

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * Adds an act of the staff to the audit log, which nobody can change afterwards. Called in the transaction of the change, so that none of
 * the two is there without the other; looking at personal data is recorded too (decision 015).
 */
export async function recordAudit(db: DbOrTrx, act: AuditedAct): Promise<void> {
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
