import type { FastifyPluginAsync } from 'fastify';
import type { ReadDb } from '#server/db/replica.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import * as auditCalls from '#shared/features/audit/calls.ts';
import { type AuditEntry, auditEntry, auditQuery } from '#shared/features/audit/schemas.ts';
import { type AuditRow, listAudit } from './audit.queries.ts';

function presentAudit({ at, actor_login, ...entry }: AuditRow): AuditEntry {
  return { ...entry, at: at.toISOString(), actor: actor_login };
}

/** The audit log. */
export const auditAdminRoutes: FastifyPluginAsync<{ readDb: ReadDb }> = async (app, { readDb }) => {
  route(
    app,
    auditCalls.list,
    { summary: 'List the audit log', query: auditQuery, answer: auditEntry.array() },
    async (request, reply) => {
      const { limit, cursor, ...filters } = request.query;
      const page = await readDb.read((copy) => listAudit(copy, { filters, limit, after: readCursor(cursor) }));
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentAudit) });
    },
  );
};
