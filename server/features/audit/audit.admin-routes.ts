import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import * as auditCalls from '#shared/features/audit/calls.ts';
import { type AuditEntry, auditEntry, auditQuery } from '#shared/features/audit/schemas.ts';
import { type AuditRow, listAudit } from './audit.queries.ts';
import { recordAudit } from './record-audit.ts';

function presentAudit({ at, actor_login, ...entry }: AuditRow): AuditEntry {
  return { ...entry, at: wireTime(at), actor: actor_login };
}

/** The audit log. */
export const auditAdminRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  route(
    app,
    auditCalls.list,
    { summary: 'List the audit log', query: auditQuery, answer: auditEntry.array() },
    async (request, reply) => {
      const { sort, order, limit, cursor, ...filters } = request.query;
      const options = { filters, sort, order, limit, after: readCursor(cursor) };
      const page = await listAudit(db, options);
      // After reading, so that a page does not begin with its own entry.
      const seen = { filters, entries: page.rows.length };
      await recordAudit(db, { ...adminOf(request), action: 'audit.list', subjectType: 'audit', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentAudit) });
    },
  );
};
