import { sql } from 'kysely';
import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { MarkWebhooksHandledBody } from '#shared/features/payments/admin-discrepancy-schemas.ts';

/**
 * Marks many unmatched webhooks as handled, with one note and one audit entry. Moves no money;
 * skips those that are handled already. Returns how many were marked.
 */
export async function markWebhooksHandled(
  { db, clock }: { db: Db; clock: Clock },
  admin: ActingAdmin,
  { ids, up_to, note }: MarkWebhooksHandledBody,
): Promise<number> {
  // All that existed when the page was shown: later ones have not been reviewed.
  const isMeant = ids ? sql`id = any(${ids}::integer[])` : sql`id <= coalesce(${up_to ?? null}::integer, id)`;
  return transaction(db, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      update payment_webhooks set handled_at = ${clock.now()}, handled_by = ${admin.actor.id},
        note = case when note = '' then ${note} else note || ' 처리: ' || ${note} end
      where state = 'unknown' and handled_at is null and ${isMeant}
      returning id`.execute(trx);
    const handled = rows.map(({ id }) => id).sort((a, b) => a - b);
    if (handled.length === 0) return 0;
    await recordAudit(trx, {
      ...admin,
      action: 'payment_webhook.handle_many',
      subjectType: 'payment_webhook',
      after: ids ? { ids: handled } : { handled: handled.length, up_to: handled.at(-1) },
      reason: note,
    });
    return handled.length;
  });
}
