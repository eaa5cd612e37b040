import type { Trx } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Actor } from '#server/http/session.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { FactorChange } from '#shared/features/accounts/factor-kinds.ts';
import type { AuditAction } from '#shared/features/audit/audit-actions.ts';
import type { EmailState } from '../email/email.queries.ts';
import { ownerRecipient } from '../email/recipients.ts';
import { warningAddress } from '../email/warn-owner.ts';

const ACTIONS = {
  totp_added: 'user.add_factor',
  passkey_added: 'user.add_factor',
  totp_removed: 'user.remove_factor',
  passkey_removed: 'user.remove_factor',
  recovery_renewed: 'user.renew_recovery_codes',
  recovery_used: 'user.use_recovery_code',
  reset: 'user.reset_factors',
} as const satisfies Record<FactorChange, AuditAction>;

type Change = {
  change: FactorChange;
  /** Who made it, and from where. */
  by: ActingAdmin;
  /** Of the factor. */
  name?: string;
};

/**
 * Reports a change of the ways to log in to the account's owner by mail, and records it where the
 * account is an administrator's. Part of the change's transaction.
 */
export async function noteFactorChange(
  trx: Trx,
  { now }: { now: Date },
  account: EmailState & Pick<Actor, 'user_id' | 'role'>,
  { change, by, name }: Change,
): Promise<void> {
  const recipient = warningAddress(account, now);
  if (recipient !== '') {
    const params = { userId: account.user_id, change, at: wireTime(now) };
    await queueMail(trx, ownerRecipient(account, recipient), { kind: 'factor_changed', params });
  }
  if (account.role !== 'admin') return;
  const after = { change, ...(name !== undefined && { name }) };
  await recordAudit(trx, { ...by, action: ACTIONS[change], subjectType: 'user', subjectId: account.id, after });
}
