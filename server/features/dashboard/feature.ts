import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/dashboard/calls.ts';
import * as schemas from '#shared/features/dashboard/schemas.ts';
import { dashboardAdminRoutes } from './dashboard.admin-routes.ts';

export const dashboard: Feature = {
  callTables: [{ name: 'dashboard', calls, description: 'What administrators see first.' }],
  schemas: [schemas],
  async routes(app, { deps: { config, database, clock, adminLimits } }) {
    const hasMailer = config.mail.smtpUrl !== undefined;
    await app.register(dashboardAdminRoutes, { db: database.db, clock, limits: adminLimits, hasMailer });
  },
};
