import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ReadDb } from '#server/db/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readCursor, sendPage } from '#server/http/paging.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import { type AdminMail, adminMail, adminMailsQuery } from '#shared/contract/admin-mails.ts';
import { idParam } from '#shared/contract/fields.ts';
import { listMails, type MailRow } from './mails.queries.ts';
import { retryMail } from './retry-mail.ts';

type Options = { db: Db; readDb: ReadDb; sessions: Sessions };

function presentMail({ can_retry, ...mail }: MailRow): AdminMail {
  return {
    ...mail,
    canRetry: can_retry,
    created_at: mail.created_at.toISOString(),
    due_at: mail.due_at?.toISOString() ?? null,
    ended_at: mail.ended_at?.toISOString() ?? null,
  };
}

/** Mails that went out, wait or were given up. */
export const mailsAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, readDb, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  app.get(
    '/api/admin/mails',
    { onRequest, schema: { querystring: adminMailsQuery, response: { 200: adminMail.array() } } },
    async (request, reply) => {
      const { state, limit, cursor } = request.query;
      const page = await readDb.read((copy) => listMails(copy, { state, limit, after: readCursor(cursor) }));
      const seen = { state, mails: page.rows.map(({ id }) => id) };
      await recordAudit(db, { ...staffOf(request), action: 'mail.list', subjectType: 'mail', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentMail) });
    },
  );

  app.post(
    '/api/admin/mails/:id/retry',
    { onRequest, schema: { params: idParam, response: { 200: adminMail } } },
    async (request) => presentMail(await retryMail(db, staffOf(request), request.params.id)),
  );
};
