import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/admin-profiles/calls.ts';
import * as schemas from '#shared/features/admin-profiles/schemas.ts';
import { adminProfilesAdminRoutes } from './admin-profiles.admin-routes.ts';

export const adminProfiles: Feature = {
  callTables: [{ name: 'staff', calls, description: 'Administrators, as customers know them.' }],
  schemas: [schemas],
  async routes(app, { deps }) {
    await app.register(adminProfilesAdminRoutes, { db: deps.database.db, clock: deps.clock });
  },
  async erase(trx, { id }) {
    await trx.updateTable('staff_profiles').set({ substitute_id: null }).where('substitute_id', '=', id).execute();
    await trx.deleteFrom('staff_profiles').where('user_id', '=', id).execute();
  },
};
