import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/day/calls.ts';
import * as schemas from '#shared/features/day/schemas.ts';
import { dayAdminRoutes } from './day.admin-routes.ts';

export const day: Feature = {
  callTables: [{ name: 'day', calls, description: 'All that waits for an administrator, the most urgent first.' }],
  schemas: [schemas],
  async routes(app, { deps: { database, dataKeys, clock }, day: sources }) {
    await app.register(dayAdminRoutes, { db: database.db, dataKeys, clock, sources });
  },
};
