import { EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as adminCalls from '#shared/features/consultations/admin-calls.ts';
import * as adminSchemas from '#shared/features/consultations/admin-schemas.ts';
import * as calls from '#shared/features/consultations/calls.ts';
import * as schemas from '#shared/features/consultations/schemas.ts';
import { cannedRepliesAdminRoutes } from './canned-replies/canned-replies.admin-routes.ts';
import { closeConversationsOf } from './close-conversations.ts';
import { consultationsAdminRoutes } from './consultations.admin-routes.ts';
import { consultationsRoutes } from './consultations.routes.ts';
import { endHolds } from './holds/end-holds.ts';
import { CONSULTATION_DAY } from './inbox/day-sources.ts';
import { sendConsultationNotices } from './notices/send-consultation-notices.ts';
import { ownConversations } from './own-data.ts';
import { RETENTION } from './retention.ts';
import { createReportTyping } from './thread/report-typing.ts';

export const consultations: Feature = {
  callTables: [
    { name: 'consultations', calls, description: 'Conversations with the firm.' },
    { name: 'consultationsAdmin', calls: adminCalls, description: 'All conversations, and canned replies.' },
  ],
  schemas: [schemas, adminSchemas],
  async routes(app, { deps }) {
    const reportTyping = createReportTyping(deps.consultations);
    const parts = { consultations: deps.consultations, reportTyping };
    await app.register(consultationsRoutes, parts);
    await app.register(consultationsAdminRoutes, { ...parts, limits: deps.adminLimits });
    await app.register(cannedRepliesAdminRoutes, { db: deps.database.db, clock: deps.clock });
  },
  jobs: (parts) => ({
    end_holds: { ...EVERY_MINUTE, run: (options) => endHolds(parts.consultations, options) },
    send_consultation_notices: {
      ...EVERY_MINUTE,
      run: (options) => sendConsultationNotices(parts.consultations, options),
    },
  }),
  erase: (trx, { id }, now) => closeConversationsOf(trx, id, now),
  retention: RETENTION,
  ownData: ownConversations,
  day: CONSULTATION_DAY,
  sealedColumns: [
    { table: 'conversations', column: 'subject' },
    { table: 'conversation_messages', column: 'text' },
    { table: 'conversation_notes', column: 'text' },
  ],
};
