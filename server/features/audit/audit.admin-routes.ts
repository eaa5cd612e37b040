import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ReadDb } from '#server/db/replica.ts';
import { readCursor, sendPage } from '#server/http/paging.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { type AuditEntry, auditEntry, auditQuery } from '#shared/contract/admin-audit.ts';
import { type AuditRow, listAudit } from './audit.queries.ts';

type Options = { readDb: ReadDb; sessions: Sessions };

function presentAudit({ at, actor_login, ...entry }: AuditRow): AuditEntry {
  return { ...entry, at: at.toISOString(), actor: actor_login };
}

/** Who of the staff did what. */
export const auditAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { readDb, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  app.get(
    '/api/admin/audit',
    { onRequest, schema: { querystring: auditQuery, response: { 200: auditEntry.array() } } },
    async (request, reply) => {
      const { limit, cursor, ...filters } = request.query;
      const page = await readDb.read((copy) => listAudit(copy, { filters, limit, after: readCursor(cursor) }));
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentAudit) });
    },
  );
};
