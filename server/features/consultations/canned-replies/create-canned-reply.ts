import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { CannedReplyRow } from './canned-replies.queries.ts';

export type CannedReplyDeps = { db: Db; clock: Clock };
export type CannedReplyText = { title: string; text: string };

export async function createCannedReply(
  { db, clock }: CannedReplyDeps,
  admin: ActingAdmin,
  { title, text }: CannedReplyText,
): Promise<CannedReplyRow> {
  const now = clock.now();
  return transaction(db, async (trx) => {
    const row = await trx
      .insertInto('canned_replies')
      .values({ title, text, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      ...admin,
      action: 'canned_reply.create',
      subjectType: 'canned_reply',
      subjectId: row.id,
      after: { title },
    });
    return row;
  });
}
