import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import * as marketingCalls from '#shared/features/accounts/marketing-calls.ts';
import {
  type AdminMarketingConsent,
  adminMarketingConsent,
  marketingConsentsQuery,
} from '#shared/features/accounts/marketing-schemas.ts';
import { listMarketingConsents, type MarketingConsentRow } from './marketing.queries.ts';

function presentConsent(row: MarketingConsentRow): AdminMarketingConsent {
  return { ...row, changed_at: wireTime(row.changed_at), remind_at: wireTimeOrNull(row.remind_at) };
}

/** Consents to advertising and their withdrawals, for administrators. */
export const marketingAdminRoutes: FastifyPluginAsync<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
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
};
