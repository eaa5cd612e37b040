import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/desk/calls.ts';
import * as schemas from '#shared/features/desk/schemas.ts';
import { deskAdminRoutes } from './desk.admin-routes.ts';

export const desk: Feature = {
  callTables: [{ name: 'desk', calls, description: 'Search, counts and saved filters of administrators.' }],
  schemas: [schemas],
  async routes(app, { deps: { database, dataKeys, clock, adminLimits, consultations } }) {
    await app.register(deskAdminRoutes, {
      db: database.db,
      dataKeys,
      clock,
      limits: adminLimits,
      consultations,
    });
  },
  async erase(trx, { id }) {
    await trx.deleteFrom('saved_filters').where('user_id', '=', id).execute();
  },
};
