import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/reports/calls.ts';
import * as schemas from '#shared/features/reports/schemas.ts';
import { reportsAdminRoutes } from './reports.admin-routes.ts';

export const reports: Feature = {
  callTables: [
    { name: 'reports', calls, description: 'A month of money and of the work of each lawyer, and the money of a day.' },
  ],
  schemas: [schemas],
  async routes(app, { deps: { database, clock, adminLimits } }) {
    await app.register(reportsAdminRoutes, { db: database.db, clock, limits: adminLimits });
  },
};
