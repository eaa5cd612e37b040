import { sql } from 'kysely';
import { EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as adminSchemas from '#shared/features/notices/admin-schemas.ts';
import * as calls from '#shared/features/notices/calls.ts';
import * as schemas from '#shared/features/notices/schemas.ts';
import { shopCounters } from './message-budget.ts';
import { noticesAdminRoutes } from './notices.admin-routes.ts';
import { noticesRoutes } from './notices.routes.ts';
import { ownNotices } from './own-data.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { RETENTION } from './retention.ts';
import { sendNotices } from './sending/send-notices.ts';

export const notices: Feature = {
  callTables: [{ name: 'notices', calls, description: 'Notices to customers, and what they have chosen to receive.' }],
  schemas: [schemas, adminSchemas],
  async routes(app, { deps }) {
    const { alimtalk, sms } = deps.config.messages;
    await app.register(noticesRoutes, { notices: deps.notices });
    await app.register(noticesAdminRoutes, { notices: deps.notices });
    await app.register(reportsRoutes, {
      notices: deps.notices,
      secrets: { alimtalk: alimtalk?.webhookSecret, sms: sms?.webhookSecret },
    });
  },
  // Apart from the mails, so that neither waits for the other's provider.
  jobs: (parts) => ({ send_notices: { ...EVERY_MINUTE, run: (options) => sendNotices(parts.notices, options) } }),
  async erase(trx, { id }) {
    // With the notices, which hold the number that each was sent to.
    await trx.deleteFrom('notice_events').where('user_id', '=', id).execute();
    await trx.deleteFrom('notice_settings').where('user_id', '=', id).execute();
  },
  retention: RETENTION,
  ownData: ownNotices,
  backlog: ({ before, smsPerHour }) => ({
    noticesStuck: sql`(select count(*) from notices where due_at < ${before} and attempts > 0)`,
    noticesFailed: sql`(select count(*) from notices where state = 'failed' and needs_attention)`,
    smsLimited: sql`(select exists (select from rate_limits
      join jsonb_to_recordset(${JSON.stringify(shopCounters(smsPerHour))}::jsonb) as shop(key text, points integer)
        on shop.key = rate_limits.key and rate_limits.points >= shop.points
      where rate_limits.expire > extract(epoch from clock_timestamp()) * 1000)::integer)`,
  }),
};
