import { sql } from 'kysely';
import { wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';

/** References in one report that are looked at; the rest is found by asking. */
const MAX_REFERENCES = 200;

/**
 * Marks the messages that a report names as due, so that the job reads their state from the
 * provider: the report itself is never believed (contract §7). Unknown references are ignored.
 */
export async function applyReport(
  { db, clock }: Pick<NoticeDeps, 'db' | 'clock'>,
  references: readonly string[],
): Promise<void> {
  const known = references.slice(0, MAX_REFERENCES);
  if (known.length === 0) return;
  const { rows } = await sql`
    update notices set due_at = ${clock.now()}
    where provider_ref = any(${known}) and state = 'sent' and due_at > ${clock.now()}
    returning id`.execute(db);
  if (rows.length > 0) wakeSoon(db, 'send_notices');
}
