import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/transaction.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { type AuditedAct, recordAudit } from './record-audit.ts';

/** A page that stays open reads the same again and again: that is one look at it. */
const ONE_LOOK_MS = 10 * MINUTE_MS;
const MAX_LOOKS = 10_000;

export type RecordLook = (act: AuditedAct) => Promise<void>;

/** Records in the audit log that an administrator reads something, once in ten minutes. */
export function createRecordLook(db: Db): RecordLook {
  const looks = new LRUCache<string, true>({ max: MAX_LOOKS, ttl: ONE_LOOK_MS });
  return async (act) => {
    const key = `${act.actor.id}:${act.action}:${act.subjectId}`;
    if (looks.has(key)) return;
    await recordAudit(db, act);
    looks.set(key, true);
  };
}
