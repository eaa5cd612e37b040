import { registerDeadline } from '#server/http/guards/deadline.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as adminCalls from '#shared/features/terms/admin-calls.ts';
import * as adminSchemas from '#shared/features/terms/admin-schemas.ts';
import * as calls from '#shared/features/terms/calls.ts';
import * as schemas from '#shared/features/terms/schemas.ts';
import { termsAdminRoutes } from './terms.admin-routes.ts';
import { termsRoutes } from './terms.routes.ts';

export const terms: Feature = {
  callTables: [
    { name: 'terms', calls, description: "The firm's terms texts." },
    { name: 'termsAdmin', calls: adminCalls, description: 'The terms texts as administrators edit them.' },
  ],
  schemas: [schemas, adminSchemas],
  async routes(app, { deps: { database, catalogue } }) {
    await app.register(termsAdminRoutes, { db: database.db, catalogue });
  },
  async routesFromMemory(app, { deps: { config, database, catalogue, signUpTable } }) {
    await app.register(async (scope) => {
      registerDeadline(scope, config.serving);
      await scope.register(termsRoutes, { database, catalogue, signUpTable });
    });
  },
};
