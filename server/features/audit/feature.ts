import { EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/audit/calls.ts';
import * as schemas from '#shared/features/audit/schemas.ts';
import { auditAdminRoutes } from './audit.admin-routes.ts';
import { sealAudit } from './chain/seal-audit.ts';

export const audit: Feature = {
  callTables: [{ name: 'audit', calls, description: 'What administrators did.' }],
  schemas: [schemas],
  async routes(app, { deps }) {
    await app.register(auditAdminRoutes, { db: deps.database.db });
  },
  jobs: ({ payments }) => ({
    seal_audit: { ...EVERY_MINUTE, run: (options) => sealAudit(payments, options) },
  }),
};
