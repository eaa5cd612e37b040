import type { Feature } from '#server/registry/feature.ts';
import * as adminCalls from '#shared/features/services/admin-calls.ts';
import * as adminSchemas from '#shared/features/services/admin-schemas.ts';
import * as calls from '#shared/features/services/calls.ts';
import * as schemas from '#shared/features/services/schemas.ts';
import * as sectionSchemas from '#shared/features/services/sections/schemas.ts';
import { servicesAdminRoutes } from './services.admin-routes.ts';
import { servicesRoutes } from './services.routes.ts';

export const services: Feature = {
  callTables: [
    { name: 'services', calls, description: 'What the shop offers, with its prices.' },
    { name: 'servicesAdmin', calls: adminCalls, description: 'The services as administrators edit them.' },
  ],
  schemas: [schemas, sectionSchemas, adminSchemas],
  async routes(app, { deps: { database, clock, catalogue } }) {
    await app.register(servicesAdminRoutes, { db: database.db, clock, catalogue });
  },
  async routesFromMemory(app, { deps: { catalogue, config } }) {
    await app.register(servicesRoutes, { catalogue, edgeSeconds: config.serving.edgeSeconds });
  },
};
