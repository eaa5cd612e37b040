import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as mailCalls from '#shared/features/mails/calls.ts';
import { type AdminMail, adminMail, mailsQuery } from '#shared/features/mails/schemas.ts';
import { dismissMail } from './dismiss-mail.ts';
import { listMails, type MailRow } from './mails.queries.ts';
import { retryMail } from './retry-mail.ts';

function presentMail({ can_retry, needs_attention, ...mail }: MailRow): AdminMail {
  return {
    ...mail,
    canRetry: can_retry,
    needsAttention: mail.state === 'failed' && needs_attention,
    created_at: wireTime(mail.created_at),
    due_at: wireTimeOrNull(mail.due_at),
    ended_at: wireTimeOrNull(mail.ended_at),
  };
}

/** Sent, queued and failed mails. */
export const mailsAdminRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  route(
    app,
    mailCalls.list,
    { summary: 'List the mails', query: mailsQuery, answer: adminMail.array() },
    async (request, reply) => {
      const { cursor, ...query } = request.query;
      const page = await listMails(db, { ...query, after: readCursor(cursor) });
      const seen = { state: query.state, mails: page.rows.map(({ id }) => id) };
      await recordAudit(db, { ...adminOf(request), action: 'mail.list', subjectType: 'mail', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentMail) });
    },
  );

  route(
    app,
    mailCalls.retry,
    {
      summary: 'Send a mail again that was given up',
      params: idParam,
      answer: adminMail,
      errors: ['MAIL_NOT_FOUND', 'MAIL_NOT_RETRYABLE'],
    },
    async (request) => presentMail(await retryMail(db, adminOf(request), request.params.id)),
  );

  route(
    app,
    mailCalls.dismiss,
    {
      summary: 'Dismiss the failure of a mail',
      params: idParam,
      answer: adminMail,
      errors: ['MAIL_NOT_FOUND', 'NOTHING_TO_DISMISS'],
    },
    async (request) => presentMail(await dismissMail(db, adminOf(request), request.params.id)),
  );
};
