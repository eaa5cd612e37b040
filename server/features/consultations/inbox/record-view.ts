import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

/** A page that stays open reads its conversation again and again: that is one look at it. */
const ONE_LOOK_MS = 10 * MINUTE_MS;
const MAX_LOOKS = 10_000;

export type RecordView = (admin: ActingAdmin, conversationId: number) => Promise<void>;

/** Records in the audit log that an administrator reads a conversation, once in ten minutes. */
export function createRecordView(db: Db): RecordView {
  const looks = new LRUCache<string, true>({ max: MAX_LOOKS, ttl: ONE_LOOK_MS });
  return async (admin, conversationId) => {
    const key = `${admin.actor.id}:${conversationId}`;
    if (looks.has(key)) return;
    await recordAudit(db, {
      ...admin,
      action: 'consultation.view',
      subjectType: 'consultation',
      subjectId: conversationId,
    });
    looks.set(key, true);
  };
}
