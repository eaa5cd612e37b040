import type { FastifyPluginAsync } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { idParam } from '#shared/contract/fields.ts';
import { adminNotice, noticesQuery } from '#shared/features/notices/admin-schemas.ts';
import * as noticeCalls from '#shared/features/notices/calls.ts';
import { dismissNotice } from './admin/dismiss-notice.ts';
import { listNotices } from './admin/notices.admin-queries.ts';
import { presentNotice } from './admin/notices.present.ts';
import { resendNotice } from './admin/resend-notice.ts';
import type { NoticeDeps } from './sending/notice-deps.ts';

/** Notices to customers, the undelivered ones too, for administrators. */
export const noticesAdminRoutes: FastifyPluginAsync<{ notices: NoticeDeps }> = async (app, { notices }) => {
  route(
    app,
    noticeCalls.listForAdmin,
    { summary: 'List the notices', query: noticesQuery, answer: adminNotice.array() },
    async (request, reply) => {
      const { sort: _, order, limit, cursor, ...filter } = request.query;
      const options = { ...filter, order, limit, after: readCursor(cursor) };
      const page = await listNotices(notices.db, options);
      const after = { ...filter, notices: page.rows.map(({ id }) => id) };
      await recordAudit(notices.db, { ...adminOf(request), action: 'notice.list', subjectType: 'notice', after });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentNotice) });
    },
  );

  route(
    app,
    noticeCalls.resend,
    {
      summary: 'Send a failed notice again',
      params: idParam,
      answer: adminNotice,
      errors: ['NOTICE_NOT_FOUND', 'NOT_FAILED'],
    },
    async (request) => presentNotice(await resendNotice(notices, adminOf(request), request.params.id)),
  );

  route(
    app,
    noticeCalls.dismiss,
    {
      summary: 'Dismiss the failure of a notice',
      params: idParam,
      answer: adminNotice,
      errors: ['NOTICE_NOT_FOUND', 'NOTHING_TO_DISMISS'],
    },
    async (request) => presentNotice(await dismissNotice(notices.db, adminOf(request), request.params.id)),
  );
};
