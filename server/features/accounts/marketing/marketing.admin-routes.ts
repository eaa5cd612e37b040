import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { endSlowDownload } from '#server/http/guards/transfers.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import { csvFile } from '#shared/contract/admin-lists.ts';
import * as marketingCalls from '#shared/features/accounts/marketing-calls.ts';
import {
  type AdminMarketingConsent,
  adminMarketingConsent,
  marketingConsentsExportQuery,
  marketingConsentsQuery,
} from '#shared/features/accounts/marketing-schemas.ts';
import { exportConsents } from './export-consents.ts';
import { listMarketingConsents, type MarketingConsentRow } from './marketing.queries.ts';

function presentConsent(row: MarketingConsentRow): AdminMarketingConsent {
  return { ...row, changed_at: wireTime(row.changed_at), remind_at: wireTimeOrNull(row.remind_at) };
}

type Options = { db: Db; clock: Clock; limits: AdminLimits };

/** Consents to advertising and their withdrawals, for administrators. */
export const marketingAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, clock, limits }) => {
  route(
    app,
    marketingCalls.list,
    {
      summary: 'List the consents to advertising',
      query: marketingConsentsQuery,
      answer: adminMarketingConsent.array(),
    },
    async (request, reply) => {
      const { cursor, sort: _, ...query } = request.query;
      const page = await listMarketingConsents(db, { ...query, after: readCursor(cursor), now: clock.now() });
      const seen = { users: [...new Set(page.rows.map(({ account_id }) => account_id))] };
      await recordAudit(db, { ...adminOf(request), action: 'user.list_marketing', subjectType: 'user', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentConsent) });
    },
  );

  route(
    app,
    marketingCalls.exportFile,
    {
      summary: 'Get the consents to advertising as a CSV file',
      query: marketingConsentsExportQuery,
      answer: csvFile,
      produces: ['text/csv'],
      deadline: 'none',
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      await limits.export(request);
      endSlowDownload(reply);
      const now = clock.now();
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="marketing-consents-${koreanDayAt(now)}.csv"`)
        .send(Readable.from(exportConsents(db, adminOf(request), { ...request.query, now })));
    },
  );
};
