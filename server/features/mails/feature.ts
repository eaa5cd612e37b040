import { sql } from 'kysely';
import { EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/mails/calls.ts';
import * as schemas from '#shared/features/mails/schemas.ts';
import { MAIL_DAY } from './day-sources.ts';
import { eraseMails } from './erase-mails.ts';
import { mailsAdminRoutes } from './mails.admin-routes.ts';
import { ownMails } from './own-data.ts';
import { RETENTION } from './retention.ts';
import { sendMails } from './sending/send-mails.ts';

export const mails: Feature = {
  callTables: [{ name: 'mails', calls, description: 'Mails to customers: sent, waiting or given up.' }],
  schemas: [schemas],
  async routes(app, { deps }) {
    await app.register(mailsAdminRoutes, { db: deps.database.db });
  },
  jobs: ({ mail }) => ({ send_mails: { ...EVERY_MINUTE, run: (options) => sendMails(mail, options) } }),
  erase: eraseMails,
  retention: RETENTION,
  ownData: ownMails,
  day: MAIL_DAY,
  backlog: ({ before }) => ({
    mailsStuck: sql`(select count(*) from mails where state = 'waiting' and created_at < ${before})`,
    mailsFailed: sql`(select count(*) from mails where state = 'failed' and needs_attention)`,
  }),
};
