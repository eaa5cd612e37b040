import { type Selectable, type SqlBool, sql } from 'kysely';
import type { AuditLogTable } from '#server/db/tables.ts';
import type { Db } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
import { endOfKoreanDay, startOfKoreanDay } from '#server/lib/korean-day.ts';
import type { ValidAuditQuery } from '#shared/features/audit/schemas.ts';

export type AuditRow = Selectable<AuditLogTable>;
type Filters = Omit<ValidAuditQuery, 'limit' | 'cursor'>;

/** Parses a subject filter: `order:12` is one order, `order` all orders. */
function subjectOf(subject: string): { type: string; id: string | undefined } {
  const [type = '', id] = subject.split(':', 2);
  return { type, id };
}

function filtered(db: Db, { actor, action, subject, from, to }: Filters) {
  let query = db.selectFrom('audit_log');
  if (actor) query = query.where(sql<SqlBool>`lower(audit_log.actor_login) = lower(${actor})`);
  // A range instead of LIKE: works with the index under every collation, and needs no escaping.
  if (action?.endsWith('.')) {
    query = query.where(
      sql<SqlBool>`audit_log.action collate "C" >= ${action} and audit_log.action collate "C" < ${`${action}~`}`,
    );
  } else if (action) query = query.where(sql<SqlBool>`audit_log.action collate "C" = ${action}`);
  if (subject) {
    const { type, id } = subjectOf(subject);
    query = query.where('audit_log.subject_type', '=', type);
    if (id) query = query.where('audit_log.subject_id', '=', id);
  }
  if (from) query = query.where('audit_log.at', '>=', startOfKoreanDay(from));
  if (to) query = query.where('audit_log.at', '<', endOfKoreanDay(to));
  return query;
}

type ListOptions = { filters: Filters; limit: number; after: number | undefined };

/** Reads a page of the log, newest first. */
export async function listAudit(db: Db, { filters, limit, after }: ListOptions): Promise<Page<AuditRow>> {
  const older = after ? filtered(db, filters).where('audit_log.id', '<', after) : filtered(db, filters);
  const counted = filtered(db, filters)
    .select('audit_log.id')
    .limit(EXACT_TOTAL + 1);
  const [rows, { total }] = await Promise.all([
    older
      .selectAll()
      .orderBy('audit_log.id', 'desc')
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom(counted.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ...cutPage(rows, limit), total };
}
